import { sql } from 'kysely';
import type { Database, Tx } from '../lib/database.ts';

export type Standing = { banReason: string | null; pausedReason: string | null };

/**
 * Whether somebody is banned or paused by now: for work that took a while since the caller was looked at.
 * @returns undefined where there is no record.
 */
export async function findStanding(db: Database | Tx, uid: string): Promise<Standing | undefined> {
	const { rows } = await sql<Standing>`
		select ban_reason as "banReason", paused_reason as "pausedReason" from users where uid = ${uid}
	`.execute(db);
	return rows[0];
}
