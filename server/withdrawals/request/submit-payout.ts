import { randomBytes, randomUUID } from 'node:crypto';
import type { Branding } from '../../../contract/branding.ts';
import type { CallResult } from '../../../contract/calls.ts';
import { MINUTE_MS } from '../../../contract/durations.ts';
import { CallError } from '../../../contract/errors.ts';
import { asRobuxCents, type RobuxCents, robuxToWire } from '../../../contract/money.ts';
import { refusal } from '../../../contract/refusals.ts';
import type { AccountMemory } from '../../accounts/memory/account-memory.ts';
import { selectDebtOf, selectRelatedOf } from '../../accounts/memory/related-accounts.ts';
import { deviceInWords } from '../../accounts/sessions/device.ts';
import { WalletClosed } from '../../ledger/errors.ts';
import { postUnderLock } from '../../ledger/post-transfer.ts';
import { lockWallet } from '../../ledger/wallet.ts';
import type { DbDeps } from '../../lib/db/database.ts';
import { inPipeline, together } from '../../lib/db/pipeline.ts';
import type { EventLog } from '../../lib/event-log.ts';
import type { Caller } from '../../lib/feature.ts';
import { type TakeFromRateLimit, tooOften } from '../../lib/http/callers.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdBack } from '../screening/change-screening.ts';
import { heldUntil, rulesThatHold } from '../screening/screening.ts';
import { readScreeningFacts } from '../screening/store-screenings.ts';
import { insertWithdrawal, type NewWithdrawal, priceToWire, type WithdrawalRow } from '../store.ts';
import type { Vendor } from '../vendors/vendor.ts';
import { reference, wireStatus } from '../withdrawal.ts';
import type { FindStock } from './get-withdraw-limits.ts';
import {
	findReplay,
	lessDebt,
	type RequestGate,
	requireBalance,
	requireGoodAccountStatus,
	requirePayable,
	type WithdrawalRules,
} from './request-rules.ts';
import { type EarlierRequest, type RequestFacts, selectRequestFacts } from './store-request.ts';

export type ProcessWithdrawalDeps = RequestGate &
	DbDeps & {
		memory: AccountMemory;
		platform: Platform;
		words: Pick<Branding, 'platformName' | 'currencySign' | 'legalContact'>;
		rules: WithdrawalRules;
		currentVendor: Pick<Vendor, 'name'>;
		findStock: FindStock;
		/** The fraud score of this moment, because the stored one follows within minutes; infinite if unknown. */
		findScore: (user: { uid: string; ip: string; device: string }) => Promise<number>;
		takeFromRateLimit: TakeFromRateLimit;
		events: Pick<EventLog, 'note'>;
		publish: (uid: string) => void;
		wakePayouts: () => void;
	};

const WITHDRAWAL_LIMIT = { max: 5, windowMs: MINUTE_MS };

type Withdrawal = Pick<WithdrawalRow, 'id' | 'orderId' | 'amount' | 'price' | 'method'>;

/** Columns of the order that depend on the method. */
type Product = Pick<
	NewWithdrawal,
	| ('method' | 'vendor' | 'price' | 'isPreOrder' | 'robloxUsername' | 'platformUserId')
	| ('placeId' | 'universeId' | 'passId')
>;

export type WantedPayout = {
	amount: RobuxCents;
	requestId: string | undefined;
	isSameAs: (earlier: EarlierRequest) => boolean;
	/** Runs again under the wallet's lock. */
	requireRecipient: (facts: RequestFacts) => void;
	requireStock: () => Promise<void>;
	findProduct: (facts: RequestFacts) => Promise<Product>;
};

export async function submitPayout(
	deps: ProcessWithdrawalDeps,
	wanted: WantedPayout,
	{ actor, ip, userAgent }: Caller<'user'>,
): Promise<CallResult<'processWithdrawal'>> {
	const { db, clock, rules, words } = deps;
	const { uid } = actor;
	const { amount } = wanted;

	const facts = await selectRequestFacts(db, uid, clock.now(), wanted.requestId);
	requireGoodAccountStatus(facts, words);
	if (rules.requireVerifiedEmail && !actor.emailVerified) {
		throw new CallError('permission-denied', refusal('email-not-verified'));
	}
	wanted.requireRecipient(facts);
	const replayed = findReplay(facts, wanted);
	if (replayed) return toResult(replayed);
	await deps.requireTimeToClaim();
	requirePayable(facts, { amount, nowMs: clock.now() }, rules, words);

	const waitMs = await deps.takeFromRateLimit(`withdraw|${uid}`, WITHDRAWAL_LIMIT);
	if (waitMs !== undefined) throw tooOften(waitMs, 'too-many-withdrawals');
	await wanted.requireStock();
	const debt = await selectDebtOf(db, await selectRelatedOf(db, deps.memory, { uid, nowMs: clock.now() }));
	requireBalance(lessDebt(facts, debt), amount, words);
	const product = await wanted.findProduct(facts);

	const score = await deps.findScore({ uid, ip, device: deviceInWords(userAgent) });
	const { withdrawal, isNew, isHeldBack } = await hold(deps, { ...wanted, uid, product, score, debt });
	if (isNew) deps.publish(uid);
	if (isNew && !isHeldBack) deps.wakePayouts();
	return toResult(withdrawal);
}

type Hold = WantedPayout & {
	uid: string;
	product: Product;
	score: number;
	/** Debts of the person's other accounts, in R$ cents. */
	debt: RobuxCents;
};

type Held = { withdrawal: Withdrawal; isNew: boolean; isHeldBack: boolean };

/** Queues no job, because workers poll for orders. */
async function hold(deps: ProcessWithdrawalDeps, request: Hold): Promise<Held> {
	const { db, clock, rules, words } = deps;
	const { uid, amount } = request;
	const nowMs = clock.now();
	const row = newWithdrawal(request, nowMs);
	try {
		return await inPipeline(db, async (tx, last) => {
			// The platform request may have taken seconds, so the facts are read again.
			const [wallet, facts, screening] = await together(
				lockWallet(tx, uid),
				selectRequestFacts(tx, uid, nowMs, request.requestId),
				readScreeningFacts({ db: tx, clock, memory: deps.memory }, row),
			);
			const replayed = findReplay(facts, request);
			if (replayed) return { withdrawal: replayed, isNew: false, isHeldBack: false };
			requireGoodAccountStatus(facts, words);
			request.requireRecipient(facts);
			requirePayable({ ...facts, ...lessDebt(wallet, request.debt) }, { amount, nowMs }, rules, words);
			const held = { uid, amount, reference: reference(row.id, 'hold'), atMs: nowMs };
			const write = () =>
				[postUnderLock(tx, { kind: 'withdrawal-hold', ...held }, wallet), insertWithdrawal(tx, row)] as const;
			const score = Math.max(screening.score, request.score);
			const holding = rulesThatHold({ ...screening, score }, { amount, nowMs });
			const isHeldBack = holding.length > 0;
			if (isHeldBack) {
				await together(...write());
				const until = heldUntil(holding, screening, { nowMs, reviewMs: rules.reviewMs });
				await holdBack(tx, row, { rules: holding, until, partner: screening.partnerStanding });
			} else await last(...write());
			return { withdrawal: row, isNew: true, isHeldBack };
		});
	} catch (error) {
		if (error instanceof WalletClosed) requireBalance({ balance: asRobuxCents(0) }, amount, words);
		throw error;
	}
}

function newWithdrawal({ uid, requestId, amount, product }: Hold, nowMs: number): NewWithdrawal {
	const id = randomUUID();
	const createdAt = new Date(nowMs);
	return { ...product, uid, id, orderId: newOrderId(), requestId: requestId ?? null, amount, createdAt };
}

/** No ambiguous characters, because users read them aloud to support. */
const ORDER_ID_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ORDER_ID_LENGTH = 16;

function newOrderId(): string {
	const letters = [...randomBytes(ORDER_ID_LENGTH)].map((byte) => ORDER_ID_LETTERS[byte % ORDER_ID_LETTERS.length]);
	return `W-${letters.join('')}`;
}

function toResult({ id, orderId, amount, ...product }: Withdrawal) {
	const price = priceToWire(product);
	return { id, order_id: orderId, status: wireStatus('requested'), amount: robuxToWire(amount), price };
}
