import type { NoticeContent } from '../../contract/accounts/notices.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../accounts/with-audit.ts';
import type { Tx } from '../lib/db/database.ts';
import { notifyUser } from '../notifications/notify-user.ts';
import { adminItemOf, noSuchTicket, requireTicket } from './list-tickets.ts';
import { lockTicket, type TicketKind, type TicketRow } from './store-tickets.ts';

export type TicketDeps = ActionDeps & { publish: (uid: string) => void };

type Action = { action: string; reason?: string; isFree?: boolean };
type Change = { after: object; keeps?: readonly string[]; notice?: NoticeContent & { fact: string | number } };

/**
 * Locks the ticket and records the action. Returns the changed ticket.
 * @throws CallError `not-found`; `permission-denied` for the admin's own ticket
 */
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
