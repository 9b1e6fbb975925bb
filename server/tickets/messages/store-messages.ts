import { type RawBuilder, sql } from 'kysely';
import type { StatementKind } from '../../../contract/accounts/statements.ts';
import type { ThreadAbout, ThreadState } from '../../../contract/accounts/threads.ts';
import type { AnswerTimes, ThreadFile } from '../../../contract/admin/threads.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { cellOf, type Database, datesToMs, type InDates, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import { findTicket, type TicketKey, type TicketKind, type TicketRow } from '../store-tickets.ts';

export type ThreadRow = TicketRow & {
	state: ThreadState;
	subject: string;
	aboutKind: StatementKind | null;
	aboutId: string | null;
	askedAt: Date | null;
};

const toItem = (row: ThreadRow) => ({ subject: row.subject, about: aboutOf(row) });
const toAdminItem = (row: ThreadRow) => ({ ...toItem(row), asked_at: row.askedAt?.getTime() ?? null });

export const threadKind: TicketKind<ThreadRow, ReturnType<typeof toItem>, ReturnType<typeof toAdminItem>> = {
	name: 'thread',
	letter: 'S',
	table: 'threads',
	columns: sql`t.subject, t.about_kind as "aboutKind", t.about_id as "aboutId", t.asked_at as "askedAt"`,
	time: sql`changed_at`,
	isWaiting: sql`state = 'open'`,
	waitsSince: sql`asked_at`,
	toItem,
	toAdminItem,
};

export function aboutOf({ aboutKind, aboutId }: Pick<ThreadRow, 'aboutKind' | 'aboutId'>): ThreadAbout | null {
	return aboutKind && { kind: aboutKind, id: aboutId };
}

type MessageRow = InDates<ThreadFile['messages'][number], 'at'> & { position: number };

export async function insertThread(
	tx: Tx,
	{ uid, reference, subject, about, at }: TicketKey & { subject: string; about: ThreadAbout | undefined; at: Date },
): Promise<void> {
	await sql`
		insert into threads (uid, reference, subject, about_kind, about_id, state, opened_at, changed_at)
		values (${uid}, ${reference}, ${subject}, ${about?.kind ?? null}, ${about?.id ?? null}, 'waiting', ${at}, ${at})
	`.execute(tx);
}

export function selectThreadAbout(tx: Tx, { uid, kind, id }: ThreadAbout & { uid: string }) {
	const isIt = sql`uid = ${uid} and about_kind = ${kind} and about_id is not distinct from ${id}`;
	return findTicket(tx, threadKind, sql`${isIt} and state <> 'closed' order by opened_at desc`);
}

export function selectMessages(db: Database | Tx, { uid, reference }: TicketKey): Promise<MessageRow[]> {
	return rowsOf<MessageRow>(db)`
		select position, at, author as from, text, staff_uid as by, by_decider
		from thread_messages where uid = ${uid} and reference = ${reference} order by position
	`;
}

type NewMessage = TicketKey & {
	text: string;
	at: Date;
	state: ThreadState;
	by?: { staffUid: string; byDecider: boolean; askedAt: Date | null };
};

/** Needs the thread's lock. @returns the message's position */
export async function insertMessage(tx: Tx, { uid, reference, text, at, state, by }: NewMessage): Promise<number> {
	const waitedS = by?.askedAt ? Math.max(0, Math.round((at.getTime() - by.askedAt.getTime()) / 1000)) : null;
	const row = await rowOf<{ position: number }>(tx)`
		insert into thread_messages (uid, reference, position, at, author, text, staff_uid, by_decider, waited_s)
		select ${uid}, ${reference}, coalesce(max(position), 0) + 1, ${at}, ${by ? 'staff' : 'user'}, ${text},
			${by?.staffUid ?? null}, ${by?.byDecider ?? false}, ${waitedS}
		from thread_messages where uid = ${uid} and reference = ${reference}
		returning position
	`;
	await setState(tx, { uid, reference, state, at });
	return row?.position ?? 0;
}

export async function setState(tx: Tx, { uid, reference, state, at }: TicketKey & { state: ThreadState; at: Date }) {
	const askedAt = state === 'open' ? sql`coalesce(asked_at, ${at})` : sql`null`;
	await sql`
		update threads set state = ${state}, changed_at = ${at}, asked_at = ${askedAt}
		where uid = ${uid} and reference = ${reference}
	`.execute(tx);
}

export function writtenBy(uid: string): RawBuilder<unknown> {
	return sql`select at from thread_messages where uid = ${uid} and author = 'user'`;
}

export async function selectRepeatedMessage(
	tx: Tx,
	{ uid, text, since, reference }: { uid: string; text: string; since: Date; reference?: string },
): Promise<string | undefined> {
	const inThread = reference === undefined ? sql`` : sql`and m.reference = ${reference}`;
	return cellOf<string>(tx)`
		select m.reference from thread_messages m
		where m.uid = ${uid} and m.author = 'user' and m.at > ${since} and m.text = ${text} ${inThread} and not exists (
			select from thread_messages later
			where later.uid = m.uid and later.reference = m.reference and later.position > m.position
		)
		order by m.at desc limit 1
	`;
}

export const MEASURED_MS = 90 * DAY_MS;

export const isAnswer = (from: Date) => sql`waited_s is not null and at >= ${from}`;

export async function measureAnswers(db: Database, since: Date) {
	type Measured = Omit<InDates<AnswerTimes, 'oldest_asked_at'>, 'since'>;
	const hours = (share: number) =>
		sql`round((percentile_cont(${share}) within group (order by waited_s) / 3600)::numeric, 1)::float8`;
	const row = await rowOf<Measured>(db)`
		select
			(select count(*)::int from threads where ${threadKind.isWaiting}) as open,
			(select min(asked_at) from threads where ${threadKind.isWaiting}) as oldest_asked_at,
			count(*)::int as answers, ${hours(0.5)} as median_hours, ${hours(0.9)} as p90_hours
		from thread_messages where ${isAnswer(since)}
	`;
	return datesToMs(row as Measured);
}
