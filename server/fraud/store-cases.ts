import { sql } from 'kysely';
import type { FraudCase } from '../../contract/accounts/fraud.ts';
import { type TimeRange, within } from '../lib/db/cursor.ts';
import { type Database, type InDates, rowOf, rowsOf, type Tx } from '../lib/db/database.ts';

export type CaseState = FraudCase['state'];

type CaseRow = InDates<FraudCase, 'opened_at' | 'changed_at'>;

type CaseFilter = TimeRange & { state: CaseState; uid: string | undefined };

export async function selectCases(
	db: Database,
	page: CaseFilter & { after: { score: number; uid: string } | undefined; limit: number },
): Promise<CaseRow[]> {
	const { state, uid, after, limit, ...range } = page;
	const ofUser = uid ? sql`uid = ${uid}` : sql`state = ${state}`;
	const behind = after ? sql`and (score, uid) < (${after.score}::int, ${after.uid}::uuid)` : sql``;
	return rowsOf<CaseRow>(db)`
		select c.uid, coalesce(u.roblox_username, a.email) as name, c.state, c.score, c.opened_at,
			c.changed_at, u.paused_reason is not null as paused, u.banned_at is not null as banned,
			(select count(*)::int from fraud_notes n where n.uid = c.uid) as notes,
			coalesce((
				select jsonb_agg(jsonb_build_object('signal', signal, 'points', points, 'details', details)
					order by points desc, signal)
				from fraud_signals s where s.uid = c.uid
			), '[]') as signals
		from (
			select * from fraud_cases where ${ofUser} ${behind} and ${within(sql`opened_at`, range)} order by score desc, uid desc limit ${limit}
		) c
		join users u on u.uid = c.uid
		left join auth_user a on a.id = c.uid
		order by c.score desc, c.uid desc
	`;
}

export async function countConfirmed(db: Database, since: Date): Promise<{ opened: number; confirmed: number }> {
	const row = await rowOf<{ opened: number; confirmed: number }>(db)`
		select count(*)::int as opened,
			count(*) filter (where u.banned_at is not null or u.paused_reason is not null)::int as confirmed
		from fraud_cases c join users u using (uid) where c.opened_at >= ${since}
	`;
	return row ?? { opened: 0, confirmed: 0 };
}

export async function lockCase(tx: Tx, uid: string): Promise<{ state: CaseState; score: number } | undefined> {
	return rowOf<{ state: CaseState; score: number }>(tx)`
		select state, score from fraud_cases where uid = ${uid} for update
	`;
}

export async function updateCaseState(tx: Tx, { uid, state, at }: { uid: string; state: CaseState; at: Date }) {
	await sql`
		update fraud_cases set state = ${state}, changed_at = ${at},
			closed_score = case when ${state} = 'closed' then score end
		where uid = ${uid}
	`.execute(tx);
}

export async function insertNote(
	tx: Tx,
	{ uid, at, actor, text }: { uid: string; at: Date; actor: string; text: string },
) {
	await sql`insert into fraud_notes (uid, at, actor, text) values (${uid}, ${at}, ${actor}, ${text})`.execute(tx);
}

type NoteRow = { id: string; at: Date; by: string | null; text: string };

export async function selectNotes(db: Database, uid: string): Promise<NoteRow[]> {
	return rowsOf<NoteRow>(db)`
		select n.id::text, n.at, a.email as by, n.text from fraud_notes n left join auth_user a on a.id = n.actor
		where n.uid = ${uid} order by n.id desc limit 200
	`;
}
