import { MINUTE_MS } from '../../../contract/durations.ts';
import { requiredPassPrice } from '../../../contract/money.ts';
import type { WithdrawalRequest } from '../../../contract/withdrawals/withdrawal-rules.ts';
import { type Actor, tooOften } from '../../lib/http/callers.ts';
import { findPass } from './find-pass.ts';
import { dayStartsAtMs, requireBelowDailyCap, requireGoodRequest, requireOwnAccount } from './request-rules.ts';
import { selectRequestFacts } from './store-request.ts';
import type { ProcessWithdrawalDeps } from './submit-payout.ts';

type CheckPassDeps = Pick<
	ProcessWithdrawalDeps,
	'db' | 'clock' | 'readAmountMin' | 'platform' | 'words' | 'rules' | 'takeFromRateLimit'
>;

/** A limit of its own, so that searching does not use up the limit of withdrawals. */
const CHECK_LIMIT = { max: 10, windowMs: MINUTE_MS };

export async function checkPass(
	deps: CheckPassDeps,
	request: WithdrawalRequest,
	{ actor: { uid } }: { actor: Pick<Actor, 'uid'> },
): Promise<{ price: number }> {
	const checked = await requireGoodRequest(deps, request);
	const nowMs = deps.clock.now();
	const dayStartsAt = new Date(dayStartsAtMs(nowMs));
	const facts = await selectRequestFacts(deps.db, { uid, requestId: undefined, dayStartsAt });
	const account = requireOwnAccount(facts, checked);
	requireBelowDailyCap(facts, { amount: checked.amount, nowMs }, deps.rules, deps.words);
	const waitMs = await deps.takeFromRateLimit(`check-pass|${uid}`, CHECK_LIMIT);
	if (waitMs !== undefined) throw tooOften(waitMs, 'too-many-withdrawals');
	const price = requiredPassPrice(checked.amount);
	await findPass(deps, account, { placeId: checked.placeId, price });
	return { price };
}
