import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { asRobuxCents } from '../../contract/money.ts';
import { deleteAccount } from '../../server/account-deletion/delete-account.ts';
import { ensureUserRecord } from '../../server/accounts/user-record/ensure-user-record.ts';
import { personalParts } from '../../server/app/features.ts';
import { postTransfer } from '../../server/ledger/post-transfer.ts';
import { type Database, inTransaction } from '../../server/lib/db/database.ts';
import { openWalls } from '../partners/play.ts';
import { openPayouts } from '../payouts/payouts.ts';
import { openTestDatabase } from './database.ts';
import { silentLog, testMemory } from './stubs.ts';

export function openDeletions() {
	const database = openTestDatabase({ poolSize: 30 });
	const { app, owner } = database;
	const payouts = openPayouts(database);
	const { clock } = payouts;
	const admin = randomUUID();
	const memory = testMemory;

	let walls: Awaited<ReturnType<typeof openWalls>>;
	let holding: Awaited<ReturnType<typeof openWalls>>;
	beforeAll(async () => {
		walls = await openWalls(database, { clock });
		holding = await openWalls(database, { clock, more: { holdHours: 48 } });
	});
	afterAll(() => Promise.all([walls.server.close(), holding.server.close()]));

	const remove = (uid: string, db: Database = app) =>
		deleteAccount({ db, clock, log: silentLog, memory, ...personalParts }, uid, { by: { kind: 'admin', uid: admin } });

	async function newUser(robux = 0): Promise<string> {
		const actor = await payouts.newUser(robux || 1);
		if (robux === 0) await take(actor.uid, 1);
		await ensureUserRecord({ db: app, clock }, actor.uid);
		return actor.uid;
	}

	async function take(uid: string, robux: number): Promise<void> {
		const id = randomUUID();
		const amount = asRobuxCents(robux * 100);
		const atMs = clock.now();
		await inTransaction(app, async (tx) => {
			await postTransfer(tx, { uid, amount, reference: `adjustment/${id}`, atMs, kind: 'adjustment-down' });
			await sql`
				insert into adjustments
				values (${uid}, ${id}, ${-amount}, 'Taken.', 'booked', ${admin}, now(), now(), ${admin}, now())
			`.execute(tx);
		});
	}

	async function walletOf(uid: string) {
		const { rows } = await sql<{ balance: number; pending: number; closed: boolean }>`
			select balance, pending, closed_at is not null as closed from wallets where uid = ${uid}
		`.execute(owner);
		return rows[0];
	}

	async function linesOf(uid: string): Promise<string[]> {
		const { rows } = await sql<{ line: string }>`
			select kind || ' ' || amount as line from transfers where uid = ${uid} order by id
		`.execute(owner);
		return rows.map(({ line }) => line);
	}

	async function earnedFrom(wall: string): Promise<number> {
		const { rows } = await sql<{ total: number }>`
			select coalesce(sum(payout_micros), 0)::bigint as total from earnings_buckets where wall = ${wall}
		`.execute(owner);
		return rows[0]?.total ?? Number.NaN;
	}

	async function recordOf(uid: string) {
		const { rows } = await sql<Record<string, unknown>>`select * from users where uid = ${uid}`.execute(owner);
		return rows[0];
	}

	return {
		database,
		payouts,
		walls: () => walls,
		holding: () => holding,
		memory,
		remove,
		newUser,
		take,
		walletOf,
		linesOf,
		earnedFrom,
		recordOf,
		waitingStatements: () => waitingStatements(app),
	};
}

export const outcomeOf = (work: Promise<unknown>) =>
	work.then(
		() => 'done',
		(error) => error.code ?? error,
	);

/** For tests of a single machine: `test.skipIf(isSpread)`. */
export const isSpread = Boolean(process.env.LOOTPASS_TEST_SPREAD);

/** User ids of one shard, as one batch needs them. */
export async function neighbours(db: Database, count: number): Promise<string[]> {
	const ids = [randomUUID()];
	const group = await db.engine.groupOf(ids[0] as string);
	while (ids.length < count) {
		const id = randomUUID();
		if ((await db.engine.groupOf(id)) === group) ids.push(id);
	}
	return ids;
}

/** PostgreSQL shows each role only its own queries. */
export async function waitingStatements(db: Database): Promise<string[]> {
	const { rows } = await sql<{ query: string }>`
		select query from pg_stat_activity where datname = current_database() and pid in (
			select pid from pg_locks where not granted
			${isSpread ? sql`union all select citus_pid_for_gpid(waiting_gpid) from citus_lock_waits` : sql``}
		)
	`.execute(db);
	return rows.map(({ query }) => query);
}
