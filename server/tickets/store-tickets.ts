import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import { type TimeRange, wayOf, within } from '../lib/db/cursor.ts';
import { type Database, rowOf, rowsOf, type Tx } from '../lib/db/database.ts';
import { type TooOftenReason, tooOften } from '../lib/http/callers.ts';

export type TicketKey = { uid: string; reference: string };
export type TicketRow = TicketKey & { state: string; openedAt: Date; changedAt: Date };
export type ListedTicket<Row> = Row & { place: Date; userName: string | null };

/**
 * Each kind has its own table: a claim must be in the shard of its user's wallet, because booking a credit may end the
 * claim in the same transaction.
 */
export type TicketKind<Row extends TicketRow, Item = unknown, AdminItem = unknown> = {
	name: 'claim' | 'thread';
	letter: 'C' | 'S';
	table: 'claims' | 'threads';
	columns: RawBuilder<unknown>;
	time: RawBuilder<unknown>;
	isWaiting: RawBuilder<unknown>;
	waitsSince: RawBuilder<unknown>;
	toItem: (row: Row) => Item;
	toAdminItem: (row: Row) => AdminItem;
};

export function findTicket<Row extends TicketRow>(
	db: Database | Tx,
	kind: TicketKind<Row>,
	condition: RawBuilder<unknown>,
): Promise<Row | undefined> {
	return rowOf<Row>(db)`select ${columnsOf(kind)} from ${sql.table(kind.table)} t where ${condition} limit 1`;
}

export function lockTicket<Row extends TicketRow>(tx: Tx, kind: TicketKind<Row>, { uid, reference }: TicketKey) {
	return findTicket(tx, kind, sql`uid = ${uid} and reference = ${reference} for no key update`);
}

type TicketList = TimeRange & {
	condition: RawBuilder<unknown>;
	time?: RawBuilder<unknown>;
	isRising?: boolean;
	after?: { at: Date; reference: string } | undefined;
	limit: number | null;
};

export function selectTickets<Row extends TicketRow>(
	db: Database | Tx,
	kind: TicketKind<Row>,
	{ condition, time = kind.time, isRising = false, after, limit, ...range }: TicketList,
): Promise<ListedTicket<Row>[]> {
	const { way, beyond } = wayOf(isRising);
	const behind = after ? sql`and (${time}, reference) ${beyond} (${after.at}, ${after.reference})` : sql``;
	return rowsOf<ListedTicket<Row>>(db)`
		select c.*, coalesce(u.roblox_username, account.email) as "userName"
		from (
			select ${columnsOf(kind)}, ${time} as place from ${sql.table(kind.table)} t
			where ${condition} ${behind} and ${within(time, range)}
			order by ${time} ${way}, reference ${way} limit ${limit}
		) c
		left join users u on u.uid = c.uid
		left join auth_user account on account.id = c.uid
		order by c.place ${way}, c.reference ${way}
	`;
}

function columnsOf<Row extends TicketRow>({ columns }: TicketKind<Row>) {
	return sql`t.uid, t.reference, t.state, t.opened_at as "openedAt", t.changed_at as "changedAt", ${columns}`;
}

const SENT_A_DAY = 10;

export async function requireFewToday(
	tx: Tx,
	{ sent, now, reason }: { sent: RawBuilder<unknown>; now: Date; reason: TooOftenReason },
): Promise<void> {
	const tenth = await rowOf<{ at: Date }>(tx)`
		select at from (${sent}) s where at > ${new Date(now.getTime() - DAY_MS)}
		order by at desc offset ${SENT_A_DAY - 1} limit 1
	`;
	if (tenth) throw tooOften(tenth.at.getTime() + DAY_MS - now.getTime(), reason);
}
