import type { Thread, ThreadItem } from '../../../contract/accounts/threads.ts';
import type { Page, PageRequest } from '../../../contract/paging.ts';
import type { Clock } from '../../lib/clock.ts';
import { readCursor, toPage } from '../../lib/db/cursor.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import type { Actor } from '../../lib/http/actor.ts';
import { findStatement, toPersonal } from '../statements/find-statement.ts';
import { noSuchThread } from './open-thread.ts';
import {
	aboutOf,
	type MessageRow,
	selectMessages,
	selectThread,
	selectThreadsOf,
	type ThreadRow,
} from './store-threads.ts';
import { requireWriter, type Writer } from './thread-codes.ts';

const TIME_AND_REFERENCE = /^\d{1,15} S-[0-9A-Z]{1,20}$/;

/** The caller's own, what changed last first. @throws CallError `invalid-argument` for a cursor that is not one of ours. */
export async function getThreads(
	{ db }: { db: Database },
	{ limit, cursor }: PageRequest,
	{ actor: { uid } }: { actor: Actor },
): Promise<Page<ThreadItem>> {
	const rows = await selectThreadsOf(db, uid, { after: readThreadCursor(cursor), limit: limit + 1 });
	return toPage(rows, limit, { toItem: toThreadItem, keyOf: ({ changedAt, reference }) => [changedAt, reference] });
}

/** @throws CallError `not-found` for another user's; `unauthenticated` for a token of another thread. */
export async function getThread(
	deps: { db: Database; clock: Clock },
	{ reference }: { reference: string },
	caller: Writer,
): Promise<Thread> {
	return findThread(deps.db, await requireWriter(deps, reference, caller), reference);
}

/** @throws CallError `not-found` for another user's. */
export async function findThread(db: Database | Tx, uid: string, reference: string): Promise<Thread> {
	const row = await selectThread(db, { uid, reference });
	if (!row) throw noSuchThread();
	const about = aboutOf(row);
	const statement = about && (await findStatement(db, uid, about));
	return {
		...toThreadItem(row),
		messages: (await selectMessages(db, row)).map(toMessage),
		statement: statement ? toPersonal(statement) : null,
	};
}

export function readThreadCursor(cursor: string | undefined): { changedAt: Date; reference: string } | undefined {
	const [atMs, reference = ''] = readCursor(cursor, TIME_AND_REFERENCE);
	return atMs === undefined ? undefined : { changedAt: new Date(Number(atMs)), reference };
}

export function toThreadItem(row: ThreadRow): ThreadItem {
	return {
		reference: row.reference,
		subject: row.subject,
		state: row.state,
		about: aboutOf(row),
		opened_at: row.openedAt.getTime(),
		changed_at: row.changedAt.getTime(),
	};
}

/** Who of the staff wrote stays with us. */
function toMessage({ author, text, at, byDecider }: MessageRow): Thread['messages'][number] {
	return { from: author === 'user' ? 'you' : 'staff', text, at: at.getTime(), by_decider: byDecider };
}
