import type { Branding } from '../../../contract/branding.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { CallError } from '../../../contract/errors.ts';
import { asRobuxCents, type RobuxCents, robuxToWire } from '../../../contract/money.ts';
import { callError, reasonMessageOf, refusal } from '../../../contract/refusals.ts';
import {
	type CheckedWithdrawalRequest,
	checkWithdrawalRequest,
	type WithdrawalRequest,
} from '../../../contract/withdrawals/withdrawal-rules.ts';
import type { Stock } from '../vendors/vendor.ts';
import type { GameAccount } from './find-pass.ts';
import { dayStartsAtMs, type EarlierRequest, type RequestFacts } from './store-request.ts';

/** Rules that are checked before the platform request and again under the wallet's lock. */
export type WithdrawalRules = {
	requireVerifiedEmail: boolean;
	/** If undefined, the cap in the database applies. */
	dailyCap: RobuxCents | undefined;
	stockPolicy: 'queue' | 'refuse';
	/** Smallest amount that needs a proven game account; undefined for none. */
	proofFrom: RobuxCents | undefined;
	reviewMs: number;
};

export type RuleWords = Pick<Branding, 'currencySign' | 'legalContact'>;

const STOCK_RETRY_AFTER_S = 300;

export const dayEndsAtMs = (nowMs: number): number => dayStartsAtMs(nowMs) + DAY_MS;

export type RequestGate = { readAmountMin: () => Promise<number>; requireTimeToClaim: () => Promise<void> };

export async function requireGoodRequest(
	{ readAmountMin }: Pick<RequestGate, 'readAmountMin'>,
	request: WithdrawalRequest,
): Promise<CheckedWithdrawalRequest> {
	const checked = checkWithdrawalRequest(request, await readAmountMin());
	if ('problem' in checked) throw callError('invalid-argument', checked.problem);
	return checked;
}

export function requireGoodAccountStatus({ banReason, pausedReason }: RequestFacts, { legalContact }: RuleWords): void {
	const reason = banReason ?? pausedReason;
	if (reason === null) return;
	const shown = { why: reasonMessageOf(reason), contact: legalContact };
	throw callError('permission-denied', banReason === null ? 'paused' : 'banned', shown);
}

export function requireOwnAccount(
	{ robloxUsername, platformUserId }: RequestFacts,
	request: Pick<CheckedWithdrawalRequest, 'robloxUsername'>,
): GameAccount {
	if (robloxUsername === null || platformUserId === null || !isSameName(robloxUsername, request.robloxUsername)) {
		throw callError('permission-denied', 'not-your-username');
	}
	return { robloxUsername, platformUserId };
}

/** @throws CallError `permission-denied` with a `details.reason` for which the page offers the proof. */
function requireProvenAccount(
	{ isGameAccountProven }: RequestFacts,
	amount: RobuxCents,
	{ proofFrom }: WithdrawalRules,
	{ platformName }: Pick<Branding, 'platformName'>,
): void {
	if (proofFrom === undefined || amount < proofFrom || isGameAccountProven) return;
	throw callError('permission-denied', 'game-account-unproven', { platform: platformName });
}

/** @throws CallError `already-exists` if the request id was used for a different request. */
export function findReplay(
	{ earlier }: RequestFacts,
	wanted: { amount: RobuxCents; isSameAs: (earlier: EarlierRequest) => boolean },
): EarlierRequest | undefined {
	if (!earlier) return undefined;
	if (earlier.amount !== wanted.amount || !wanted.isSameAs(earlier))
		throw callError('already-exists', 'request-id-reused');
	return earlier;
}

export function lessDebt({ balance }: Pick<RequestFacts, 'balance'>, debt: RobuxCents): Pick<RequestFacts, 'balance'> {
	return { balance: asRobuxCents(balance - debt) };
}

export function requireBalance({ balance }: Pick<RequestFacts, 'balance'>, amount: RobuxCents, words: RuleWords): void {
	if (balance >= amount) return;
	const shown = { balance: robuxToWire(balance), currency: words.currencySign };
	throw callError('out-of-range', balance < 0 ? 'balance-below-zero' : 'balance-too-small', shown);
}

/** If the stock is unknown, the request passes and the vendor decides. */
export function requireStock(stock: Stock | undefined, amount: RobuxCents): void {
	if (stock && robuxToWire(amount) > stock.direct) {
		throw new CallError('resource-exhausted', refusal('out-of-stock'), { retryAfter: STOCK_RETRY_AFTER_S });
	}
}

type Capped = Pick<RequestFacts, 'personDayCap' | 'requestedToday'>;

export function dayCapOf({ personDayCap, requestedToday }: Capped, { dailyCap }: WithdrawalRules) {
	const cap = dailyCap ?? personDayCap;
	return cap === null ? undefined : { cap, left: asRobuxCents(Math.max(0, cap - requestedToday)) };
}

export function requireBelowDailyCap(
	facts: RequestFacts,
	{ amount, nowMs }: { amount: RobuxCents; nowMs: number },
	rules: WithdrawalRules,
	{ currencySign }: RuleWords,
): void {
	const left = dayCapOf(facts, rules)?.left;
	if (left === undefined || amount <= left) return;
	const retryAfter = Math.ceil((dayEndsAtMs(nowMs) - nowMs) / 1_000);
	throw new CallError(
		'resource-exhausted',
		left === 0
			? refusal('daily-cap-reached')
			: refusal('above-daily-cap', { left: robuxToWire(left), currency: currencySign }),
		{ retryAfter },
	);
}

export function requirePayable(
	facts: RequestFacts,
	{ amount, nowMs }: { amount: RobuxCents; nowMs: number },
	rules: WithdrawalRules,
	words: RuleWords & Pick<Branding, 'platformName'>,
): void {
	requireProvenAccount(facts, amount, rules, words);
	if (facts.openOrderId !== null) throw callError('aborted', 'order-already-open', { orderId: facts.openOrderId });
	requireBalance(facts, amount, words);
	requireBelowDailyCap(facts, { amount, nowMs }, rules, words);
	if (!facts.arePayoutsOn) throw callError('unavailable', 'payouts-off');
}

export const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
