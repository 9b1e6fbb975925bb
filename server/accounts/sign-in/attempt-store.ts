import { sql } from 'kysely';
import { type Database, rowOf, rowsOf } from '../../lib/db/database.ts';

type Take = { key: string; nowMs: number; windowMs: number; free: number; delayMinMs: number; delayMaxMs: number };

/** A single SQL statement, so that concurrent attempts cannot read the same count. @returns ms to wait, if any. */
export async function takeAttempt(db: Database, take: Take): Promise<number | undefined> {
	const { key, nowMs, windowMs, free, delayMinMs, delayMaxMs } = take;
	const now = new Date(nowMs);
	const windowEnd = new Date(nowMs + windowMs);
	const rows = await rowsOf(db)`
		insert into sign_in_attempts as kept (key, count, window_ends_at, next_at) values (${key}, 1, ${windowEnd}, 'epoch')
		on conflict (key) do update set
			count = case when kept.window_ends_at <= ${now} then 1 else kept.count + 1 end,
			-- A visitor who continues during a delay gets no new free tries.
			window_ends_at = case
				when kept.window_ends_at <= ${now} or kept.count >= ${free} then ${windowEnd} else kept.window_ends_at end,
			next_at = case
				when kept.window_ends_at <= ${now} or kept.count + 1 < ${free} then 'epoch'
				else ${now}::timestamptz + interval '1 ms'
					* least(${delayMaxMs}::float8, ${delayMinMs}::float8 * 2.0 ^ least(kept.count + 1 - ${free}, 30)) end
		where kept.next_at <= ${now}
		returning key
	`;
	if (rows.length > 0) return undefined;
	return (await selectWait(db, { key, nowMs })) ?? 1;
}

export async function selectWait(
	db: Database,
	{ key, nowMs }: { key: string; nowMs: number },
): Promise<number | undefined> {
	const row = await rowOf<{ nextAt: Date }>(db)`
		select next_at as "nextAt" from sign_in_attempts where key = ${key} and next_at > ${new Date(nowMs)}
	`;
	return row && Math.max(1, row.nextAt.getTime() - nowMs);
}

export async function forgiveAttempt(db: Database, key: string): Promise<void> {
	await sql`update sign_in_attempts set count = greatest(count - 1, 0) where key = ${key}`.execute(db);
}

export async function deleteAttempts(db: Database, keys: readonly string[]): Promise<void> {
	await sql`delete from sign_in_attempts where key = any(${keys}::text[])`.execute(db);
}

/** Runs the same query for unknown accounts, so that timing reveals nothing. */
export async function selectVisitorsOf(db: Database, email: string): Promise<string[]> {
	const rows = await rowsOf<{ ip: string }>(db)`
		select distinct s.ip_address as ip from auth_user a join auth_session s on s.user_id = a.id
		where a.email = ${email.toLowerCase()} and s.ip_address <> '' limit 100
	`;
	return rows.map(({ ip }) => ip);
}
