import { sql } from 'kysely';
import type { StatementKind } from '../../../contract/accounts/statements.ts';
import type { ThreadAbout, ThreadState } from '../../../contract/accounts/threads.ts';
import type { TicketKind, TicketRow } from '../store-tickets.ts';

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
