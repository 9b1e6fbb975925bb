import { type RawBuilder, sql } from 'kysely';
import type { NoticeContent } from '../../contract/accounts/notices.ts';
import type { CallError } from '../../contract/errors.ts';
import type { PageRequest } from '../../contract/paging.ts';
import { callError } from '../../contract/refusals.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../accounts/with-audit.ts';
import { readCursor, type TimeList, toPage } from '../lib/db/cursor.ts';
import type { Database, Tx } from '../lib/db/database.ts';
import type { Actor } from '../lib/http/callers.ts';
import { notifyUser } from '../notifications/notify-user.ts';
import { type ListedTicket, lockTicket, selectTickets, type TicketKind, type TicketRow } from './store-tickets.ts';

export type TicketDeps = ActionDeps & { publish: (uid: string) => void };

type Action = { action: string; reason?: string; isFree?: boolean };
type Change = { after: object; keeps?: readonly string[]; notice?: NoticeContent & { fact: string | number } };

/** Locks the ticket, records the action and returns the ticket. @throws CallError `not-found`, `permission-denied` */
export async function actOnTicket<Row extends TicketRow, AdminItem>(
	deps: TicketDeps,
	kind: TicketKind<Row, unknown, AdminItem>,
	{ reference, admin, ...action }: Action & { reference: string; admin: AdminContext },
	work: (tx: Tx, ticket: Row, atMs: number) => Promise<Change>,
) {
	const { uid } = await requireTicket(deps.db, kind, reference);
	const details = { [kind.name]: reference };
	await withAudit(deps, admin, { ...action, user: uid, details }, async (tx, atMs) => {
		const ticket = await lockTicket(tx, kind, { uid, reference });
		if (!ticket) throw noSuchTicket(kind);
		const { after, keeps = [], notice } = await work(tx, ticket, atMs);
		if (notice) await notifyUser(tx, { ...notice, uid, reference: `${kind.name}/${reference}/${notice.fact}` });
		return { result: undefined, change: { before: { state: ticket.state }, after, keeps: ['state', ...keeps] } };
	});
	deps.publish(uid);
	return adminItemOf(kind, await requireTicket(deps.db, kind, reference));
}

type OfUser = { actor: Pick<Actor, 'uid'> };

/** Returns the newest ticket first. */
export function listOwn<Row extends TicketRow, Item>(kind: TicketKind<Row, Item>) {
	return async ({ db }: { db: Database }, { limit, cursor }: PageRequest, { actor: { uid } }: OfUser) => {
		const place = { after: readTicketCursor(kind, cursor), limit: limit + 1 };
		const rows = await selectTickets(db, kind, { ...place, condition: sql`uid = ${uid}` });
		return toPage(rows, limit, { toItem: (row) => itemOf(kind, row), keyOf });
	};
}

type AllTickets = PageRequest &
	TimeList & {
		/** Undefined selects the tickets that wait for staff, longest waiting first. */
		state: string | undefined;
		also?: RawBuilder<unknown> | undefined;
	};

export async function listAll<Row extends TicketRow, AdminItem>(
	db: Database,
	kind: TicketKind<Row, unknown, AdminItem>,
	{ cursor, limit, state, also = sql`true`, order, ...range }: AllTickets,
) {
	const isIn = state === 'any' ? sql`true` : state ? sql`state = ${state}` : kind.isWaiting;
	const rows = await selectTickets(db, kind, {
		...range,
		after: readTicketCursor(kind, cursor),
		limit: limit + 1,
		condition: sql`${isIn} and ${also}`,
		time: state ? kind.time : kind.waitsSince,
		isRising: (order ?? (state ? 'newest' : 'oldest')) === 'oldest',
	});
	return toPage(rows, limit, { toItem: (row) => adminItemOf(kind, row), keyOf });
}

export async function requireTicket<Row extends TicketRow>(
	db: Database | Tx,
	kind: TicketKind<Row>,
	reference: string,
): Promise<ListedTicket<Row>> {
	const [row] = await selectTickets(db, kind, { condition: sql`reference = ${reference}`, limit: 1 });
	if (!row) throw noSuchTicket(kind);
	return row;
}

export function noSuchTicket({ name }: Pick<TicketKind<TicketRow>, 'name'>): CallError {
	return callError('not-found', `no-such-${name}`);
}

export function itemOf<Row extends TicketRow, Item>(kind: TicketKind<Row, Item>, row: Row) {
	return { ...commonOf(row), ...kind.toItem(row) };
}

export function adminItemOf<Row extends TicketRow, AdminItem>(
	kind: TicketKind<Row, unknown, AdminItem>,
	row: ListedTicket<Row>,
) {
	return { ...commonOf(row), uid: row.uid, user_name: row.userName, ...kind.toAdminItem(row) };
}

function commonOf<Row extends TicketRow>({ reference, state, openedAt, changedAt }: Row) {
	return { reference, state: state as Row['state'], opened_at: openedAt.getTime(), changed_at: changedAt.getTime() };
}

function readTicketCursor({ letter }: { letter: string }, cursor: string | undefined) {
	const [atMs, reference = ''] = readCursor(cursor, new RegExp(`^\\d{1,15} ${letter}-[0-9A-Z]{1,20}$`));
	return atMs === undefined ? undefined : { at: new Date(Number(atMs)), reference };
}

const keyOf = ({ place, reference }: ListedTicket<TicketRow>) => [place, reference];
