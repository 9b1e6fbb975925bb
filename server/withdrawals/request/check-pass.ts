import { requiredPassPrice } from '../../../contract/money.ts';
import type { WithdrawalRequest } from '../../../contract/withdrawals/withdrawal-rules.ts';
import type { Actor } from '../../lib/http/actor.ts';
import { findPass } from './find-pass.ts';
import type { ProcessWithdrawalDeps } from './process-withdrawal.ts';
import { dayStartsAtMs, requireGoodRequest, requireOwnAccount } from './request-rules.ts';
import { selectRequestFacts } from './store-request.ts';

type CheckPassDeps = Pick<ProcessWithdrawalDeps, 'db' | 'clock' | 'platform' | 'words' | 'rateLimit'>;

/**
 * Whether the pass for an amount is there, before anything is asked for: neither balance nor account status matter.
 * @throws CallError as `processWithdrawal` does for the form, the game account and the pass.
 */
export async function checkPass(
	deps: CheckPassDeps,
	{ uid }: Actor,
	request: WithdrawalRequest,
): Promise<{ price: number }> {
	const checked = await requireGoodRequest(deps.db, request);
	const dayStartsAt = new Date(dayStartsAtMs(deps.clock.now()));
	const facts = await selectRequestFacts(deps.db, { uid, requestId: undefined, dayStartsAt });
	const account = requireOwnAccount(facts, checked);
	await deps.rateLimit(uid);
	const price = requiredPassPrice(checked.amount);
	await findPass(deps, account, { placeId: checked.placeId, price });
	return { price };
}
