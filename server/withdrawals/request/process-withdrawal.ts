import type { Calls } from '../../../contract/calls.ts';
import { MINUTE_MS } from '../../../contract/durations.ts';
import { WITHDRAW_AMOUNT_MAX } from '../../../contract/limits.ts';
import { asRobuxCents, requiredPassPrice } from '../../../contract/money.ts';
import { callError } from '../../../contract/refusals.ts';
import type { PayoutRequest } from '../../../contract/withdrawals/payout-methods.ts';
import { type CheckedWithdrawalRequest, giftCardCents } from '../../../contract/withdrawals/withdrawal-rules.ts';
import { noteUse } from '../../accounts/sessions/note-use.ts';
import type { UserCall } from '../../lib/call-handler.ts';
import type { Caller, Handler } from '../../lib/feature.ts';
import { tooOften } from '../../lib/http/callers.ts';
import { type MethodTerms, selectMethod } from '../gift-cards/store-codes.ts';
import { MANUAL } from '../vendors/manual.ts';
import { findPass } from './find-pass.ts';
import {
	isSameName,
	requireBelowDailyCap,
	requireGoodRequest,
	requireOwnAccount,
	requireStock,
} from './request-rules.ts';
import { selectRequestFacts } from './store-request.ts';
import { type ProcessWithdrawalDeps, submitPayout, type WantedPayout } from './submit-payout.ts';

export async function requestPayout(deps: ProcessWithdrawalDeps, request: PayoutRequest, caller: Caller<'user'>) {
	const method = await selectMethod(deps.db);
	if (!method.isOn) throw callError('failed-precondition', 'payout-method-off');
	if (request.method === 'game-pass') {
		const { amount, recipient, requestId } = request;
		return processWithdrawal(deps, { ...recipient, amount, requestId }, caller);
	}
	const result = await submitPayout(deps, giftCard(request, method), caller);
	noteUse(deps.events, 'requestPayout', caller);
	return result;
}

function giftCard({ amount, requestId }: PayoutRequest, { amountMin, centsPerThousand }: MethodTerms): WantedPayout {
	if (amount == null || amount === '') throw callError('invalid-argument', 'fill-in-all-fields');
	const price = giftCardCents(amount, centsPerThousand);
	if (!(amount >= amountMin && amount <= WITHDRAW_AMOUNT_MAX && price > 0)) {
		throw callError('invalid-argument', 'gift-card-amount', { min: amountMin, max: WITHDRAW_AMOUNT_MAX });
	}
	if (!Number.isInteger(amount)) throw callError('invalid-argument', 'amount-not-whole');
	return {
		amount: asRobuxCents(amount * 100),
		requestId: requestId ?? undefined,
		isSameAs: ({ method }) => method === 'gift-card',
		requireRecipient() {},
		async requireStock() {},
		// For screening only. An unproven game account may belong to another person.
		findProduct: async ({ robloxUsername, platformUserId, isGameAccountProven }) => ({
			...{ method: 'gift-card', vendor: MANUAL, price, isPreOrder: false },
			...(isGameAccountProven ? { robloxUsername, platformUserId } : { robloxUsername: null, platformUserId: null }),
			...{ placeId: null, universeId: null, passId: null },
		}),
	};
}

type CheckPassDeps = Pick<
	ProcessWithdrawalDeps,
	'db' | 'clock' | 'readAmountMin' | 'platform' | 'words' | 'rules' | 'takeFromRateLimit'
>;

/** A limit of its own, so that searching does not use up the limit of withdrawals. */
const CHECK_LIMIT = { max: 10, windowMs: MINUTE_MS };

export const checkPass: UserCall<'checkPass', CheckPassDeps> = async (deps, request, { actor: { uid } }) => {
	const checked = await requireGoodRequest(deps, request);
	const nowMs = deps.clock.now();
	const facts = await selectRequestFacts(deps.db, uid, nowMs);
	const account = requireOwnAccount(facts, checked);
	requireBelowDailyCap(facts, { amount: checked.amount, nowMs }, deps.rules, deps.words);
	const waitMs = await deps.takeFromRateLimit(`check-pass|${uid}`, CHECK_LIMIT);
	if (waitMs !== undefined) throw tooOften(waitMs, 'too-many-withdrawals');
	const price = requiredPassPrice(checked.amount);
	await findPass(deps, account, { placeId: checked.placeId, price });
	return { price };
};

export const processWithdrawal: Handler<Calls['processWithdrawal'], ProcessWithdrawalDeps> = async (
	deps,
	request,
	caller,
) => {
	const wanted = passPayout(deps, await requireGoodRequest(deps, request));
	const result = await submitPayout(deps, wanted, caller);
	noteUse(deps.events, 'processWithdrawal', caller);
	return result;
};

function passPayout(deps: ProcessWithdrawalDeps, request: CheckedWithdrawalRequest): WantedPayout {
	const { amount, requestId, placeId, robloxUsername } = request;
	const { stockPolicy } = deps.rules;
	return {
		amount,
		requestId,
		isSameAs: (earlier) =>
			earlier.method === 'game-pass' &&
			earlier.placeId === placeId &&
			isSameName(earlier.robloxUsername ?? '', robloxUsername),
		requireRecipient: (facts) => requireOwnAccount(facts, request),
		async requireStock() {
			if (stockPolicy === 'refuse') requireStock(await deps.findStock(), amount);
		},
		async findProduct(facts) {
			const account = requireOwnAccount(facts, request);
			const price = requiredPassPrice(amount);
			const pass = await findPass(deps, account, { placeId, price });
			const { name: vendor } = deps.currentVendor;
			const isPreOrder = stockPolicy === 'queue';
			return { ...account, ...pass, method: 'game-pass', vendor, price, placeId, isPreOrder };
		},
	};
}
