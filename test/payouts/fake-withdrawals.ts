import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { defaultBranding } from '../../contract/branding.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { withdrawAmountMin } from '../../contract/limits.ts';
import { asRobuxCents, type RobuxCents } from '../../contract/money.ts';
import type { IsServed } from '../../server/accounts/sign-in/served-country.ts';
import { postTransfer } from '../../server/ledger/post-transfer.ts';
import { openWallet } from '../../server/ledger/wallet.ts';
import { type Database, inTransaction, rowsOf, type Tx } from '../../server/lib/db/database.ts';
import type { Caller } from '../../server/lib/feature.ts';
import { type Actor, noRateLimit } from '../../server/lib/http/callers.ts';
import type { PayoutDeps } from '../../server/withdrawals/payouts/record-outcome.ts';
import { processWithdrawal } from '../../server/withdrawals/request/process-withdrawal.ts';
import type { WithdrawalRules } from '../../server/withdrawals/request/request-rules.ts';
import type { ProcessWithdrawalDeps } from '../../server/withdrawals/request/submit-payout.ts';
import type { Vendor } from '../../server/withdrawals/vendors/vendor.ts';
import { silentLog, testMemory } from '../support/stubs.ts';
import { type createFakeVendor, PLAYER } from './fake-vendor.ts';

type Deps = Pick<PayoutDeps, 'db' | 'clock'>;
type Player = { username: string; userId: number };
type Played = ReturnType<typeof createFakeVendor>;

/** All test users share a game account, so screening would hold them. */
export async function screenNothing(db: Database): Promise<void> {
	await sql`update screening_rules set is_on = false`.execute(db);
}

export function richUser({ platform: { userId } }: Played, deps: Deps): Promise<string> {
	return userWith(deps, { username: PLAYER, userId }, asRobuxCents(1_000_000_000_000));
}

/** @returns the uid of a user with this balance and game account. */
export async function userWith({ db, clock }: Deps, player: Player, amount: RobuxCents, uid: string = randomUUID()) {
	await openWallet(db, uid);
	await sql`
		insert into users (uid, roblox_username, platform_user_id, created_at)
		values (${uid}, ${player.username}, ${player.userId}, now())
	`.execute(db);
	const reference = `offer/w/${uid}/credit`;
	const posting = { kind: 'credit', uid, wall: 'w', amount, reference, atMs: clock.now() } as const;
	await inTransaction(db, (tx) => postTransfer(tx, posting));
	return uid;
}

const order = {
	...{ uid: sql`gen_random_uuid()`, id: sql`gen_random_uuid()`, order_id: sql`gen_random_uuid()`, state: 'requested' },
	...{ amount: 500, price: 7, roblox_username: 'player', platform_user_id: 1, place_id: 1, universe_id: 1, pass_id: 1 },
	...{ vendor: 'rbxcrate', is_pre_order: true, version: 1, refusal: null },
	...{ next_ask_at: sql`now()`, created_at: sql`now()`, updated_at: sql`now()` },
};

/** Inserts orders without their holds; `n` in SQL is the number of the order. */
export function insertOrders(db: Database | Tx, changed: Partial<Record<keyof typeof order, unknown>> = {}, count = 1) {
	const row = { ...order, ...changed };
	const columns = Object.keys(row).map((name) => sql.ref(name));
	return rowsOf<{ uid: string; id: string }>(db)`
		insert into withdrawals (${sql.join(columns)}) select ${sql.join(Object.values(row))}
		from generate_series(1, ${count}) n returning uid, id
	`;
}

export function actorOf(uid: string): Actor {
	return { uid, sessionId: 'session', staffRole: null, emailVerified: true, pausedReason: null, missingStep: null };
}

export const callerOf = (actor: Actor): Caller<'user'> => ({ actor, ip: '192.0.2.1', userAgent: null });

export function workerOf(vendor: Vendor, { db, clock, times }: Pick<PayoutDeps, 'db' | 'clock' | 'times'>): PayoutDeps {
	return { db, clock, log: silentLog, vendors: new Map([[vendor.name, vendor]]), times, publish() {} };
}

type RequestDeps = ProcessWithdrawalDeps & { isServed: IsServed };
type Given = Deps & Pick<RequestDeps, 'platform' | 'currentVendor'>;

export function requestDepsOf(given: Given, rules: Partial<WithdrawalRules> = {}): RequestDeps {
	return {
		...given,
		memory: testMemory,
		words: defaultBranding,
		rules: {
			requireVerifiedEmail: false,
			dailyCap: undefined,
			stockPolicy: 'queue',
			reviewMs: DAY_MS,
			proofFrom: undefined,
			...rules,
		},
		publish() {},
		wakePayouts() {},
		isServed: () => true,
		readAmountMin: async () => withdrawAmountMin(undefined),
		requireTimeToClaim: async () => {},
		findScore: async () => 0,
		findStock: async () => undefined,
		takeFromRateLimit: noRateLimit,
		events: { note() {} },
	};
}

export async function submitTo(
	{ platform: { platform, placeId }, vendor }: Played,
	{ db, clock }: Deps,
	{ uid, amount, requestId = randomUUID() }: { uid: string; amount: number; requestId?: string },
): Promise<string> {
	const deps = requestDepsOf({ db, clock, platform, currentVendor: vendor });
	const request = { roblox_username: PLAYER, placeId, amount, requestId };
	return (await processWithdrawal(deps, request, callerOf(actorOf(uid)))).order_id;
}
