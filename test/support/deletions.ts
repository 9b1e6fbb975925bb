import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { asRobuxCents } from '../../contract/money.ts';
import { deleteAccount } from '../../server/account-deletion/delete-account.ts';
import { ensureUserRecord } from '../../server/accounts/user-record/ensure-user-record.ts';
import { personalParts } from '../../server/app/features.ts';
import { postTransfer } from '../../server/ledger/post-transfer.ts';
import { cellOf, cellsOf, type Database, inTransaction, rowOf } from '../../server/lib/db/database.ts';
import { openWalls } from '../partners/play.ts';
import { openPayouts } from '../payouts/payouts.ts';
import { openTestDatabase, waitingStatements } from './database.ts';
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
		return rowOf<{ balance: number; pending: number; closed: boolean }>(owner)`
			select balance, pending, closed_at is not null as closed from wallets where uid = ${uid}
		`;
	}

	async function linesOf(uid: string): Promise<string[]> {
		return cellsOf<string>(owner)`
			select kind || ' ' || amount as line from transfers where uid = ${uid} order by id
		`;
	}

	async function earnedFrom(wall: string): Promise<number> {
		const total = await cellOf<number>(owner)`
			select coalesce(sum(payout_micros), 0)::bigint as total from earnings_buckets where wall = ${wall}
		`;
		return total ?? Number.NaN;
	}

	const recordOf = async (uid: string) => rowOf<Record<string, unknown>>(owner)`select * from users where uid = ${uid}`;

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
