import { sql } from 'kysely';
import type { StatementKind } from '../../../contract/accounts/statements.ts';
import type { ThreadAbout, ThreadState } from '../../../contract/accounts/threads.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import { rowOf, rowsOf } from '../../lib/db/rows.ts';
import { type TimeList, wayOf, within } from '../../lib/db/time-list.ts';

export type ThreadRow = {
	uid: string;
	reference: string;
	subject: string;
	aboutKind: StatementKind | null;
	aboutId: string | null;
	state: ThreadState;
	openedAt: Date;
	changedAt: Date;
	/** Since when they wait for us. */
	askedAt: Date | null;
};

export type MessageRow = {
	position: number;
	at: Date;
	author: 'user' | 'staff';
	text: string;
	staffUid: string | null;
	byDecider: boolean;
};

export type ThreadKey = Pick<ThreadRow, 'uid' | 'reference'>;

const columns = sql`t.uid, t.reference, t.subject, t.about_kind as "aboutKind", t.about_id as "aboutId", t.state,
	t.opened_at as "openedAt", t.changed_at as "changedAt", t.asked_at as "askedAt"`;

export function aboutOf({ aboutKind, aboutId }: Pick<ThreadRow, 'aboutKind' | 'aboutId'>): ThreadAbout | null {
	return aboutKind && { kind: aboutKind, id: aboutId };
}

export async function insertThread(
	tx: Tx,
	{ uid, reference, subject, about, at }: ThreadKey & { subject: string; about: ThreadAbout | undefined; at: Date },
): Promise<void> {
	await sql`
		insert into threads (uid, reference, subject, about_kind, about_id, state, opened_at, changed_at)
		values (${uid}, ${reference}, ${subject}, ${about?.kind ?? null}, ${about?.id ?? null}, 'waiting', ${at}, ${at})
	`.execute(tx);
}

/** The newest about the same that is not closed. */
export function selectThreadAbout(
	tx: Tx,
	{ uid, kind, id }: ThreadAbout & { uid: string },
): Promise<ThreadRow | undefined> {
	return rowOf<ThreadRow>(tx)`
		select ${columns} from threads t
		where uid = ${uid} and about_kind = ${kind} and about_id is not distinct from ${id} and state <> 'closed'
		order by opened_at desc limit 1
	`;
}

export function selectThread(
	db: Database | Tx,
	{ uid, reference }: { uid?: string; reference: string },
): Promise<ThreadRow | undefined> {
	const theirs = uid === undefined ? sql`` : sql`and uid = ${uid}`;
	return rowOf<ThreadRow>(db)`select ${columns} from threads t where reference = ${reference} ${theirs} limit 1`;
}

/** Holds back who else writes in it until the transaction ends. */
export function lockThread(tx: Tx, { uid, reference }: ThreadKey): Promise<ThreadRow | undefined> {
	return rowOf<ThreadRow>(tx)`
		select ${columns} from threads t where uid = ${uid} and reference = ${reference} for no key update
	`;
}

type ThreadFilter = TimeList & {
	state: ThreadState | 'any' | undefined;
	uid: string | undefined;
	/** Ms since the epoch. */
	answeredFrom?: number | undefined;
};
type Place = { after: { changedAt: Date; reference: string } | undefined; limit: number };

export function selectThreadsOf(db: Database | Tx, uid: string, { after, limit }: Place): Promise<ThreadRow[]> {
	const behind = after ? sql`and (changed_at, reference) < (${after.changedAt}, ${after.reference})` : sql``;
	return rowsOf<ThreadRow>(db)`
		select ${columns} from threads t where uid = ${uid} ${behind}
		order by changed_at desc, reference desc limit ${limit}
	`;
}

export type ListedThread = ThreadRow & { userName: string | null };

const withName = sql`left join users u on u.uid = c.uid left join auth_user account on account.id = c.uid`;
const named = sql`c.*, coalesce(u.roblox_username, account.email) as "userName"`;

/** Without a state those that wait for us, the longest waiting first; of one person all of them. */
export function selectListedThreads(
	db: Database,
	{ state, uid, answeredFrom, after, limit, order, ...range }: Place & ThreadFilter,
): Promise<ListedThread[]> {
	const isWaiting = state === undefined && uid === undefined;
	const time = isWaiting ? sql`asked_at` : sql`changed_at`;
	const { way, beyond } = wayOf((order ?? (isWaiting ? 'oldest' : 'newest')) === 'oldest');
	const inState = isWaiting ? sql`state = 'open'` : state && state !== 'any' ? sql`state = ${state}` : sql`true`;
	const theirs = uid ? sql`and uid = ${uid}` : sql``;
	const answered =
		answeredFrom === undefined
			? sql``
			: sql`and exists (
				select from thread_messages m where m.uid = t.uid and m.reference = t.reference and ${isAnswer(answeredFrom)}
			)`;
	const behind = after ? sql`and (${time}, reference) ${beyond} (${after.changedAt}, ${after.reference})` : sql``;
	return rowsOf<ListedThread>(db)`
		select ${named} from (
			select ${columns}, ${time} as place from threads t where ${inState} ${theirs} ${answered} ${behind} and ${within(time, range)}
			order by ${time} ${way}, reference ${way} limit ${limit}
		) c ${withName} order by c.place ${way}, c.reference ${way}
	`;
}

export function selectListedThread(db: Database | Tx, reference: string): Promise<ListedThread | undefined> {
	return rowOf<ListedThread>(db)`
		select ${named} from (select ${columns} from threads t where reference = ${reference} limit 1) c ${withName}
	`;
}

export function selectMessages(db: Database | Tx, { uid, reference }: ThreadKey): Promise<MessageRow[]> {
	return rowsOf<MessageRow>(db)`
		select position, at, author, text, staff_uid as "staffUid", by_decider as "byDecider"
		from thread_messages where uid = ${uid} and reference = ${reference} order by position
	`;
}

type NewMessage = ThreadKey & { text: string; at: Date };

/** Under the thread's lock. @returns its position. */
export async function insertUserMessage(tx: Tx, { uid, reference, text, at }: NewMessage): Promise<void> {
	await sql`
		insert into thread_messages (uid, reference, position, at, author, text)
		select ${uid}, ${reference}, coalesce(max(position), 0) + 1, ${at}, 'user', ${text}
		from thread_messages where uid = ${uid} and reference = ${reference}
	`.execute(tx);
	await sql`
		update threads set state = 'open', changed_at = ${at}, asked_at = coalesce(asked_at, ${at})
		where uid = ${uid} and reference = ${reference}
	`.execute(tx);
}

/** Under the thread's lock. @returns its position. */
export async function insertAnswer(
	tx: Tx,
	{
		uid,
		reference,
		text,
		at,
		...by
	}: NewMessage & { staffUid: string; byDecider: boolean; state: 'waiting' | 'closed'; askedAt: Date | null },
): Promise<number> {
	const waitedS = by.askedAt && Math.max(0, Math.round((at.getTime() - by.askedAt.getTime()) / 1000));
	const row = await rowOf<{ position: number }>(tx)`
		insert into thread_messages (uid, reference, position, at, author, text, staff_uid, by_decider, waited_s)
		select ${uid}, ${reference}, coalesce(max(position), 0) + 1, ${at}, 'staff', ${text}, ${by.staffUid},
			${by.byDecider}, ${waitedS}
		from thread_messages where uid = ${uid} and reference = ${reference}
		returning position
	`;
	await setState(tx, { uid, reference, state: by.state, at });
	return row?.position ?? 0;
}

export async function setState(
	tx: Tx,
	{ uid, reference, state, at }: ThreadKey & { state: 'waiting' | 'closed'; at: Date },
): Promise<void> {
	await sql`
		update threads set state = ${state}, changed_at = ${at}, asked_at = null where uid = ${uid} and reference = ${reference}
	`.execute(tx);
}

/** When the person wrote the `count`th message from the newest on; undefined where there are fewer since. */
export async function selectWrittenAt(
	tx: Tx,
	uid: string,
	{ since, count }: { since: Date; count: number },
): Promise<Date | undefined> {
	const row = await rowOf<{ at: Date }>(tx)`
		select at from thread_messages where uid = ${uid} and author = 'user' and at > ${since}
		order by at desc offset ${count - 1} limit 1
	`;
	return row?.at;
}

/** The thread in which a person has just said the same, and nothing was said since: it was sent twice. */
export async function selectSaidAlready(
	tx: Tx,
	{ uid, text, since, reference }: { uid: string; text: string; since: Date; reference?: string },
): Promise<string | undefined> {
	const inThread = reference === undefined ? sql`` : sql`and m.reference = ${reference}`;
	const row = await rowOf<{ reference: string }>(tx)`
		select m.reference from thread_messages m
		where m.uid = ${uid} and m.author = 'user' and m.at > ${since} and m.text = ${text} ${inThread} and not exists (
			select from thread_messages later
			where later.uid = m.uid and later.reference = m.reference and later.position > m.position
		)
		order by m.at desc limit 1
	`;
	return row?.reference;
}

export type AnswerTimes = {
	open: number;
	oldestAskedAt: Date | null;
	answers: number;
	medianHours: number | null;
	p90Hours: number | null;
};

/** To somebody who waited for it. */
const isAnswer = (fromMs: number) => sql`waited_s is not null and at >= ${new Date(fromMs)}`;

export async function measureAnswers(db: Database, since: Date): Promise<AnswerTimes> {
	const hours = (share: number) =>
		sql`round((percentile_cont(${share}) within group (order by waited_s) / 3600)::numeric, 1)::float8`;
	const row = await rowOf<AnswerTimes>(db)`
		select
			(select count(*)::int from threads where state = 'open') as open,
			(select min(asked_at) from threads where state = 'open') as "oldestAskedAt",
			count(*)::int as answers, ${hours(0.5)} as "medianHours", ${hours(0.9)} as "p90Hours"
		from thread_messages where ${isAnswer(since.getTime())}
	`;
	return row as AnswerTimes;
}
