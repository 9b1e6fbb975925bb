import { WITHDRAW_AMOUNT_MAX, WITHDRAW_AMOUNT_MIN } from '../limits.ts';
import { asRobuxCents, type RobuxCents } from '../money.ts';
import type { Reason } from '../refusals.ts';

export type WithdrawalRequest = {
	roblox_username?: string | null;
	placeId?: number | '' | null;
	amount?: number | '' | null;
	requestId?: string | null;
};

export type CheckedWithdrawalRequest = {
	robloxUsername: string;
	placeId: number;
	amount: RobuxCents;
	requestId: string | undefined;
};

export type WithdrawalProblem = Extract<Reason, 'fill-in-all-fields' | 'amount-out-of-range' | 'amount-not-whole'>;

export function checkWithdrawalRequest(
	request: WithdrawalRequest,
	amountMin = WITHDRAW_AMOUNT_MIN,
): CheckedWithdrawalRequest | { problem: WithdrawalProblem } {
	const { placeId, amount } = request;
	const robloxUsername = request.roblox_username?.trim();
	if (!robloxUsername || placeId == null || placeId === '' || amount == null || amount === '') {
		return { problem: 'fill-in-all-fields' };
	}
	// Also rejects NaN.
	if (!(amount >= amountMin && amount <= WITHDRAW_AMOUNT_MAX)) return { problem: 'amount-out-of-range' };
	if (!Number.isInteger(amount)) return { problem: 'amount-not-whole' };
	if (!Number.isSafeInteger(placeId) || placeId <= 0) return { problem: 'fill-in-all-fields' };
	return { robloxUsername, placeId, amount: asRobuxCents(amount * 100), requestId: request.requestId ?? undefined };
}

/** Returns the US cents that a gift card for this many whole R$ is worth. */
export function giftCardCents(amount: number, centsPerThousand: number): number {
	return Math.floor((amount * centsPerThousand) / 1_000);
}
