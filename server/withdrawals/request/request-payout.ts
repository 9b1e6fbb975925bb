import type { CallResult } from '../../../contract/calls.ts';
import { WITHDRAW_AMOUNT_MAX } from '../../../contract/limits.ts';
import { asRobuxCents } from '../../../contract/money.ts';
import { callError } from '../../../contract/refusals.ts';
import type { PayoutRequest } from '../../../contract/withdrawals/payout-methods.ts';
import { giftCardCents } from '../../../contract/withdrawals/withdrawal-rules.ts';
import { noteUse } from '../../accounts/sessions/note-use.ts';
import type { Caller } from '../../lib/feature.ts';
import { type MethodTerms, selectMethod } from '../gift-cards/store-codes.ts';
import { MANUAL } from '../vendors/manual.ts';
import { processWithdrawal } from './process-withdrawal.ts';
import { type ProcessWithdrawalDeps, submitPayout, type WantedPayout } from './submit-payout.ts';

export async function requestPayout(
	deps: ProcessWithdrawalDeps,
	request: PayoutRequest,
	caller: Caller<'user'>,
): Promise<CallResult<'requestPayout'>> {
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

function giftCard(
	{ amount, requestId }: PayoutRequest,
	{ amountMin: min, centsPerThousand }: MethodTerms,
): WantedPayout {
	if (amount == null || amount === '') throw callError('invalid-argument', 'fill-in-all-fields');
	const price = giftCardCents(amount, centsPerThousand);
	if (!(amount >= min && amount <= WITHDRAW_AMOUNT_MAX && price > 0)) {
		throw callError('invalid-argument', 'gift-card-amount', { min, max: WITHDRAW_AMOUNT_MAX });
	}
	if (!Number.isInteger(amount)) throw callError('invalid-argument', 'amount-not-whole');
	return {
		amount: asRobuxCents(amount * 100),
		requestId: requestId ?? undefined,
		isSameAs: ({ method }) => method === 'gift-card',
		requireRecipient() {},
		async requireStock() {},
		// The linked game account goes along, because screening compares it.
		findProduct: async ({ robloxUsername, platformUserId }) => ({
			...{ method: 'gift-card', vendor: MANUAL, price, isPreOrder: false, robloxUsername, platformUserId },
			...{ placeId: null, universeId: null, passId: null },
		}),
	};
}
