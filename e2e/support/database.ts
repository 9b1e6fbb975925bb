import { sql } from 'kysely';
import type { FraudSignalName } from '../../contract/accounts/fraud.ts';
import { banUser, pauseUser } from '../../server/accounts/user-record/restrict-user.ts';
import { createDatabase, createPool, type Database, inTransaction } from '../../server/lib/db/database.ts';
import { findService } from '../../server/lib/postgres/embedded-postgres.ts';

export async function openDatabaseOf(dataDir: string): Promise<{ database: Database; close: () => Promise<void> }> {
	const running = await findService(dataDir);
	if (!running) throw new Error(`no database runs on ${dataDir}`);
	const pool = createPool({ url: running.ownerUrl, poolSize: 2, applicationName: 'journeys', onError: () => {} });
	return { database: createDatabase(pool), close: () => pool.end() };
}

export async function ageSessions(database: Database, uid: string, minutes: number): Promise<void> {
	await sql`
		update auth_session set created_at = now() - ${minutes} * interval '1 minute', signed_in_at = null where user_id = ${uid}
	`.execute(database);
}

export async function makeAdmin(database: Database, uid: string): Promise<void> {
	await sql`update users set role = 'Admin' where uid = ${uid}`.execute(database);
}

export async function ban(database: Database, uid: string, reason: string): Promise<void> {
	await inTransaction(database, (tx) => banUser(tx, { uid, reason, atMs: Date.now() }));
}

export async function pause(database: Database, uid: string, reason: string): Promise<void> {
	await inTransaction(database, (tx) => pauseUser(tx, { uid, reason }));
}

export async function endAllSessions(database: Database, uid: string): Promise<void> {
	await sql`delete from auth_session where user_id = ${uid}`.execute(database);
}

/** Bypasses the fraud job, which sees all test users at one address. */
export async function suspect(
	database: Database,
	uid: string,
	signals: readonly { signal: FraudSignalName; points: number; details: object }[],
): Promise<void> {
	const score = Math.min(
		100,
		signals.reduce((sum, { points }) => sum + points, 0),
	);
	for (const { signal, points, details } of signals) {
		await sql`
			insert into fraud_signals (uid, signal, points, details, found_at)
			values (${uid}, ${signal}, ${points}, ${JSON.stringify(details)}, now())
		`.execute(database);
	}
	await sql`update fraud_progress set event_id = 999999999999, until = now() + interval '1 day'`.execute(database);
	await sql`
		insert into fraud_cases (uid, state, score, opened_at, changed_at) values (${uid}, 'open', ${score}, now(), now())
	`.execute(database);
}

export async function findDifference(database: Database, orderId: string, uid: string): Promise<void> {
	await sql`
		insert into payout_reviews (vendor, order_id, uid, kind, details, found_at)
		values ('rbxcrate', ${orderId}, ${uid}, 'refunded-but-paid', ${JSON.stringify({ ours: 'failed', theirs: 'completed' })}, now())
	`.execute(database);
}
