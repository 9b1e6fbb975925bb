import { randomBytes, randomUUID } from 'node:crypto';
import { CallError, denied } from '../../contract/errors.ts';
import { messages } from '../../contract/messages.ts';
import { asRobuxCents, formatRobux, type RobuxCents, requiredPassPrice, robuxToWire } from '../../contract/money.ts';
import { refusals } from '../../contract/refusals.ts';
import {
	type CheckedWithdrawalRequest,
	checkWithdrawalRequest,
	type WithdrawalRequest,
} from '../../contract/withdrawal-rules.ts';
import type { Words } from '../../contract/words.ts';
import { findStanding } from '../identity/standing.ts';
import { InsufficientBalance, WalletClosed } from '../ledger/errors.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { findWallet, lockWallet } from '../ledger/wallet.ts';
import type { Clock } from '../lib/clock.ts';
import { type Database, inTransaction, type Tx } from '../lib/database.ts';
import type { Actor } from '../lib/http/actor.ts';
import { enqueue } from '../lib/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { type FoundPass, findPass, type GameAccount } from './find-pass.ts';
import {
	insertWithdrawal,
	type NewWithdrawal,
	selectByRequest,
	selectOpen,
	sumRequestedSince,
	type WithdrawalRow,
} from './store.ts';
import { selectPayoutSettings } from './store-safety.ts';
import type { Stock } from './vendors/vendor.ts';
import { PAY_WITHDRAWAL_TASK, reference, type WithdrawalState, wireStatus } from './withdrawal.ts';

export type WithdrawalRules = {
	requireVerifiedEmail: boolean;
	/** R$ a user may ask for between two midnights in UTC. */
	dailyCap: RobuxCents | undefined;
	/** Whether the vendor may queue what is out of stock, or such a withdrawal is refused. */
	stockPolicy: 'queue' | 'refuse';
};

export type ProcessWithdrawalDeps = {
	db: Database;
	clock: Clock;
	platform: Platform;
	words: Pick<Words, 'platformName' | 'currencySign' | 'legalContact'>;
	rules: WithdrawalRules;
	/** Name of the vendor that new orders go to. */
	currentVendor: string;
	findGameAccount(uid: string): Promise<GameAccount | undefined>;
	/** @returns undefined when the vendor does not say. */
	findStock(): Promise<Stock | undefined>;
	/** A hint to the user's open pages that something changed. */
	publish(uid: string): void;
};

type Withdrawal = Pick<WithdrawalRow, 'id' | 'orderId' | 'amount' | 'price'> & { state: WithdrawalState };

const DAY_MS = 86_400_000;
const STOCK_RETRY_AFTER_S = 300;

/**
 * Takes the amount from the wallet and leaves an order that the payout workers send. The platform is asked first and
 * outside any transaction; what must be true at the moment of the hold is checked again under the wallet's lock.
 *
 * @throws CallError in the order and with the words of the interface; nothing is held then.
 */
export async function processWithdrawal(deps: ProcessWithdrawalDeps, actor: Actor, request: WithdrawalRequest) {
	const checked = checkWithdrawalRequest(request);
	if ('problem' in checked) throw new CallError('invalid-argument', messages[checked.problem]);
	const account = await requireAllowed(deps, actor, checked);

	const replayed = (await findReplay(deps.db, actor.uid, checked)) ?? (await checkEarly(deps, actor.uid, checked));
	if (replayed) return toResult(replayed);

	const price = requiredPassPrice(checked.amount);
	const pass = await findPass(deps, account, { placeId: checked.placeId, price });
	if (deps.rules.stockPolicy === 'refuse') await requireStock(deps, checked.amount);

	const { withdrawal, isNew } = await hold(deps, { ...checked, uid: actor.uid, price, account, pass });
	if (isNew) deps.publish(actor.uid);
	return toResult(withdrawal);
}

async function requireAllowed(
	{ rules, findGameAccount }: ProcessWithdrawalDeps,
	actor: Actor,
	{ robloxUsername }: CheckedWithdrawalRequest,
): Promise<GameAccount> {
	const refuse = (why: string) => new CallError('permission-denied', why);
	if (actor.pausedReason !== null) throw denied('paused', refusals.withdrawalsPaused(actor.pausedReason));
	if (rules.requireVerifiedEmail && !actor.emailVerified) throw refuse(refusals.emailNotVerified);
	const account = await findGameAccount(actor.uid);
	if (account?.robloxUsername.toLowerCase() !== robloxUsername.toLowerCase()) throw refuse(refusals.notYourUsername);
	return account;
}

async function findReplay(
	db: Database | Tx,
	uid: string,
	{ requestId, amount, placeId, robloxUsername }: CheckedWithdrawalRequest,
): Promise<Withdrawal | undefined> {
	if (requestId === undefined) return undefined;
	const earlier = await selectByRequest(db, uid, requestId);
	if (!earlier) return undefined;
	const isSame =
		earlier.amount === amount &&
		earlier.placeId === placeId &&
		earlier.robloxUsername?.toLowerCase() === robloxUsername.toLowerCase();
	if (!isSame) throw new CallError('already-exists', refusals.requestIdReused);
	return earlier;
}

async function requireNoOpenOrder(db: Database | Tx, uid: string): Promise<void> {
	const open = await selectOpen(db, uid);
	if (open) throw new CallError('aborted', refusals.orderAlreadyOpen(open.orderId));
}

/**
 * Refuses what is already known to fail, before the platform is asked.
 * @returns the first result, when this very request was booked by a parallel submit since it was looked for: then the
 * open order and the missing balance are its own.
 */
async function checkEarly(
	deps: ProcessWithdrawalDeps,
	uid: string,
	checked: CheckedWithdrawalRequest,
): Promise<Withdrawal | undefined> {
	try {
		await requireNoOpenOrder(deps.db, uid);
		await requireBalance(deps, uid, checked.amount);
		return undefined;
	} catch (refusal) {
		const replayed = await findReplay(deps.db, uid, checked);
		if (replayed) return replayed;
		throw refusal;
	}
}

/** Spares the platform a question; the balance that counts is checked again when the amount is held. */
async function requireBalance(deps: ProcessWithdrawalDeps, uid: string, amount: RobuxCents): Promise<void> {
	const balance = (await findWallet(deps.db, uid))?.balance ?? asRobuxCents(0);
	if (balance < amount) throw balanceTooSmall(deps, balance);
}

function balanceTooSmall({ words }: ProcessWithdrawalDeps, balance: RobuxCents): CallError {
	const shown = `${formatRobux(balance)} ${words.currencySign}`;
	return new CallError(
		'out-of-range',
		balance < 0 ? refusals.balanceBelowZero(shown) : refusals.balanceTooSmall(shown),
	);
}

/** A vendor that does not say what it has decides when it gets the order. */
async function requireStock({ findStock }: ProcessWithdrawalDeps, amount: RobuxCents): Promise<void> {
	const stock = await findStock();
	if (stock && robuxToWire(amount) > stock.direct) {
		throw new CallError('resource-exhausted', refusals.outOfStock, { retryAfter: STOCK_RETRY_AFTER_S });
	}
}

type Hold = CheckedWithdrawalRequest & { uid: string; price: number; account: GameAccount; pass: FoundPass };

/** The hold, the order and the job that wakes its payment: all of it or nothing. */
async function hold(deps: ProcessWithdrawalDeps, request: Hold): Promise<{ withdrawal: Withdrawal; isNew: boolean }> {
	const { uid, amount } = request;
	const nowMs = deps.clock.now();
	const row = newWithdrawal(deps, request, nowMs);
	try {
		return await inTransaction(deps.db, async (tx) => {
			// Everything below holds until the commit: nobody else moves this user's money or opens an order meanwhile.
			await lockWallet(tx, uid);
			const replayed = await findReplay(tx, uid, request);
			if (replayed) return { withdrawal: replayed, isNew: false };
			await requireGoodStanding(deps, tx, uid);
			await requireNoOpenOrder(tx, uid);
			await postTransfer(tx, {
				kind: 'withdrawal-hold',
				uid,
				amount,
				reference: reference(row.id, 'hold'),
				atMs: nowMs,
			});
			await requireBelowDailyCap(deps, tx, uid, amount, nowMs);
			if (!(await selectPayoutSettings(tx)).isOn) throw new CallError('unavailable', refusals.payoutsOff);
			await insertWithdrawal(tx, row);
			await enqueue(tx, PAY_WITHDRAWAL_TASK, { uid, id: row.id }, `${PAY_WITHDRAWAL_TASK}/${row.id}`);
			return { withdrawal: { ...row, state: 'requested' }, isNew: true };
		});
	} catch (error) {
		if (error instanceof InsufficientBalance) throw balanceTooSmall(deps, error.balance);
		if (error instanceof WalletClosed) throw balanceTooSmall(deps, asRobuxCents(0));
		throw error;
	}
}

/** The platform may have taken seconds, and a third chargeback may have arrived meanwhile. */
async function requireGoodStanding({ words }: ProcessWithdrawalDeps, tx: Tx, uid: string): Promise<void> {
	const { banReason = null, pausedReason = null } = (await findStanding(tx, uid)) ?? {};
	if (banReason !== null) throw denied('banned', refusals.banned(banReason, words.legalContact));
	if (pausedReason !== null) throw denied('paused', refusals.withdrawalsPaused(pausedReason));
}

async function requireBelowDailyCap(
	{ rules }: ProcessWithdrawalDeps,
	tx: Tx,
	uid: string,
	amount: RobuxCents,
	nowMs: number,
): Promise<void> {
	if (rules.dailyCap === undefined) return;
	const dayStartsMs = nowMs - (nowMs % DAY_MS);
	const requested = await sumRequestedSince(tx, uid, new Date(dayStartsMs));
	if (requested + amount <= rules.dailyCap) return;
	const retryAfter = Math.ceil((dayStartsMs + DAY_MS - nowMs) / 1_000);
	throw new CallError('resource-exhausted', refusals.dailyCapReached, { retryAfter });
}

function newWithdrawal(deps: ProcessWithdrawalDeps, request: Hold, nowMs: number): NewWithdrawal {
	return {
		uid: request.uid,
		id: randomUUID(),
		orderId: newOrderId(),
		requestId: request.requestId ?? null,
		amount: request.amount,
		price: request.price,
		robloxUsername: request.pass.robloxUsername,
		platformUserId: request.account.platformUserId,
		placeId: request.placeId,
		universeId: request.pass.universeId,
		passId: request.pass.passId,
		vendor: deps.currentVendor,
		isPreOrder: deps.rules.stockPolicy === 'queue',
		createdAt: new Date(nowMs),
	};
}

/** No letter or digit that can be taken for another one: people read these aloud to support. */
const ORDER_ID_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ORDER_ID_LENGTH = 16;

/** 80 random bits: unique without asking anybody, which a table spread over machines could not do in one key. */
function newOrderId(): string {
	const letters = [...randomBytes(ORDER_ID_LENGTH)].map((byte) => ORDER_ID_LETTERS[byte % ORDER_ID_LETTERS.length]);
	return `W-${letters.join('')}`;
}

function toResult({ id, orderId, state, amount, price }: Withdrawal) {
	return { id, order_id: orderId, status: wireStatus(state), amount: robuxToWire(amount), price };
}
