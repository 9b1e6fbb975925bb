import type { CallResult } from '../../../contract/calls.ts';
import { requiredPassPrice } from '../../../contract/money.ts';
import type { CheckedWithdrawalRequest, WithdrawalRequest } from '../../../contract/withdrawals/withdrawal-rules.ts';
import { noteUse } from '../../accounts/sessions/note-use.ts';
import type { Caller } from '../../lib/feature.ts';
import { findPass } from './find-pass.ts';
import { isSameName, requireGoodRequest, requireOwnAccount, requireStock } from './request-rules.ts';
import { type ProcessWithdrawalDeps, submitPayout, type WantedPayout } from './submit-payout.ts';

export async function processWithdrawal(
	deps: ProcessWithdrawalDeps,
	request: WithdrawalRequest,
	caller: Caller<'user'>,
): Promise<CallResult<'processWithdrawal'>> {
	const wanted = passPayout(deps, await requireGoodRequest(deps, request));
	const result = await submitPayout(deps, wanted, caller);
	noteUse(deps.events, 'processWithdrawal', caller);
	return result;
}

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
