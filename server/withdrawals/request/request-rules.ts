import type { Branding } from '../../../contract/branding.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { CallError } from '../../../contract/errors.ts';
import { withdrawAmountMin } from '../../../contract/limits.ts';
import { asRobuxCents, type RobuxCents, robuxToWire } from '../../../contract/money.ts';
import { refusal, whyOf } from '../../../contract/refusals.ts';
import {
	type CheckedWithdrawalRequest,
	checkWithdrawalRequest,
	type WithdrawalRequest,
} from '../../../contract/withdrawals/withdrawal-rules.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Stock } from '../vendors/vendor.ts';
import type { GameAccount } from './find-pass.ts';
import type { EarlierRequest, RequestFacts } from './store-request.ts';

/** Pure rules in the order of the interface's table, asked before the platform is and again under the wallet's lock. */
export type WithdrawalRules = {
	requireVerifiedEmail: boolean;
	/** R$ a user may ask for between two midnights in UTC. Undefined: as the database says. */
	dailyCap: RobuxCents | undefined;
	/** Whether the vendor may queue what is out of stock, or such a withdrawal is refused. */
	stockPolicy: 'queue' | 'refuse';
	/** R$ from which on the game account has to be proven to be theirs; undefined: never. */
	proofFrom: RobuxCents | undefined;
	/** How long one that is screened is held, unless a person has to decide. */
	reviewMs: number;
};

export type RuleWords = Pick<Branding, 'currencySign' | 'legalContact'>;

const STOCK_RETRY_AFTER_S = 300;

export function dayStartsAtMs(nowMs: number): number {
	return nowMs - (nowMs % DAY_MS);
}

export function dayEndsAtMs(nowMs: number): number {
	return dayStartsAtMs(nowMs) + DAY_MS;
}

export type ServiceEndDeps = { clock: Clock; readServiceEnd: () => Promise<Date | undefined> };

/** Allows smaller amounts once the end of the service is announced. @throws CallError `invalid-argument`. */
export async function requireGoodRequest(
	{ readServiceEnd }: ServiceEndDeps,
	request: WithdrawalRequest,
): Promise<CheckedWithdrawalRequest> {
	const checked = checkWithdrawalRequest(request, withdrawAmountMin(await readServiceEnd()));
	if ('problem' in checked) throw new CallError('invalid-argument', refusal(checked.problem));
	return checked;
}

/** @throws CallError `failed-precondition` after the announced end of the service. */
export async function requireTimeToClaim({ clock, readServiceEnd }: ServiceEndDeps): Promise<void> {
	const serviceEnd = await readServiceEnd();
	if (serviceEnd && serviceEnd.getTime() <= clock.now()) {
		throw new CallError('failed-precondition', refusal('claims-over'));
	}
}

/** Neither banned nor paused, at the moment of the facts. @throws CallError `permission-denied` with `details.reason`. */
export function requireGoodAccountStatus({ banReason, pausedReason }: RequestFacts, { legalContact }: RuleWords): void {
	if (banReason !== null)
		throw new CallError('permission-denied', refusal('banned', { why: whyOf(banReason), contact: legalContact }));
	if (pausedReason !== null)
		throw new CallError('permission-denied', refusal('paused', { why: whyOf(pausedReason), contact: legalContact }));
}

/** @returns the linked game account, which is the one that the request names. @throws CallError `permission-denied`. */
export function requireOwnAccount(
	{ robloxUsername, platformUserId }: RequestFacts,
	request: Pick<CheckedWithdrawalRequest, 'robloxUsername'>,
): GameAccount {
	if (robloxUsername === null || platformUserId === null || !isSameName(robloxUsername, request.robloxUsername)) {
		throw new CallError('permission-denied', refusal('not-your-username'));
	}
	return { robloxUsername, platformUserId };
}

/** @throws CallError `permission-denied` with `details.reason`, so that the page can ask for the proof. */
export function requireProvenAccount(
	{ isGameAccountProven }: RequestFacts,
	amount: RobuxCents,
	{ proofFrom }: WithdrawalRules,
	{ platformName }: Pick<Branding, 'platformName'>,
): void {
	if (proofFrom === undefined || amount < proofFrom || isGameAccountProven) return;
	throw new CallError('permission-denied', refusal('game-account-unproven', { platform: platformName }));
}

/** @returns what the same request was answered the first time. @throws CallError `already-exists` for another one. */
export function findReplay({ earlier }: RequestFacts, request: CheckedWithdrawalRequest): EarlierRequest | undefined {
	if (!earlier) return undefined;
	const isSame =
		earlier.amount === request.amount &&
		earlier.placeId === request.placeId &&
		isSameName(earlier.robloxUsername ?? '', request.robloxUsername);
	if (!isSame) throw new CallError('already-exists', refusal('request-id-reused'));
	return earlier;
}

/** @throws CallError `aborted` while there is one. */
export function requireNoOpenWithdrawal({ openOrderId }: RequestFacts): void {
	if (openOrderId !== null) throw new CallError('aborted', refusal('order-already-open', { orderId: openOrderId }));
}

/** @throws CallError `out-of-range`, saying the balance. */
export function requireBalance({ balance }: Pick<RequestFacts, 'balance'>, amount: RobuxCents, words: RuleWords): void {
	if (balance >= amount) return;
	const shown = { balance: robuxToWire(balance), currency: words.currencySign };
	throw new CallError('out-of-range', refusal(balance < 0 ? 'balance-below-zero' : 'balance-too-small', shown));
}

/** A vendor that does not say what it has decides when it gets the order. @throws CallError `resource-exhausted`. */
export function requireStock(stock: Stock | undefined, amount: RobuxCents): void {
	if (stock && robuxToWire(amount) > stock.direct) {
		throw new CallError('resource-exhausted', refusal('out-of-stock'), { retryAfter: STOCK_RETRY_AFTER_S });
	}
}

type Capped = Pick<RequestFacts, 'personDayCap' | 'requestedToday'>;

/** @returns the cap of a user's day and what is left of it; undefined where there is none. */
export function dayCapOf(
	{ personDayCap, requestedToday }: Capped,
	{ dailyCap }: WithdrawalRules,
): { cap: RobuxCents; left: RobuxCents } | undefined {
	const cap = dailyCap ?? personDayCap;
	return cap === null ? undefined : { cap, left: asRobuxCents(Math.max(0, cap - requestedToday)) };
}

/** @throws CallError `resource-exhausted`, saying what is left and until when. */
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

/** @throws CallError `unavailable` while the kill switch is on. */
export function requirePayoutsOn({ arePayoutsOn }: RequestFacts): void {
	if (!arePayoutsOn) throw new CallError('unavailable', refusal('payouts-off'));
}

function isSameName(one: string, other: string): boolean {
	return one.toLowerCase() === other.toLowerCase();
}
