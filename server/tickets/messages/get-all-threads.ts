import type { AdminThread, ThreadFile, ThreadsRequest } from '../../../contract/admin/threads.ts';
import type { CallResult } from '../../../contract/calls.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { selectBanReason } from '../../accounts/store.ts';
import type { AdminContext } from '../../accounts/with-audit.ts';
import type { Clock } from '../../lib/clock.ts';
import { toPage } from '../../lib/db/cursor.ts';
import type { Database } from '../../lib/db/database.ts';
import { findStatement, findStatements } from '../statements/find-statement.ts';
import { readThreadCursor } from './get-threads.ts';
import { noSuchThread } from './open-thread.ts';
import { selectStaffNames } from './store-answerers.ts';
import {
	aboutOf,
	type ListedThread,
	measureAnswers,
	selectListedThread,
	selectListedThreads,
	selectMessages,
} from './store-threads.ts';
import { whoAnswers } from './who-answers.ts';

type Deps = { db: Database; clock: Clock };

const MEASURED_MS = 90 * DAY_MS;

/** @throws CallError `invalid-argument` for a cursor of another list. */
export async function adminGetThreads(
	{ db, clock }: Deps,
	{ cursor, limit, ...filter }: ThreadsRequest,
): Promise<CallResult<'adminGetThreads'>> {
	const rows = await selectListedThreads(db, { ...filter, after: readThreadCursor(cursor), limit: limit + 1 });
	const isWaiting = filter.state === undefined && filter.uid === undefined;
	const page = toPage(rows, limit, {
		toItem: toWire,
		keyOf: ({ askedAt, changedAt, reference }) => [(isWaiting && askedAt) || changedAt, reference],
	});
	const since = clock.now() - MEASURED_MS;
	const { open, oldestAskedAt, answers, medianHours, p90Hours } = await measureAnswers(db, new Date(since));
	const oldest = oldestAskedAt?.getTime() ?? null;
	const figures = { since, open, oldest_asked_at: oldest, answers, median_hours: medianHours, p90_hours: p90Hours };
	return { ...page, figures };
}

/** @throws CallError `not-found`. */
export async function adminGetThread(
	{ db }: { db: Database },
	{ reference }: { reference: string },
	{ actor }: AdminContext,
): Promise<ThreadFile> {
	const row = await requireListedThread(db, reference);
	const about = aboutOf(row);
	const messages = await selectMessages(db, row);
	const statement = (about && (await findStatement(db, row.uid, about))) ?? null;
	return {
		thread: toWire(row),
		messages: messages.map(({ author, staffUid, text, at, byDecider }) => ({
			from: author,
			by: staffUid,
			text,
			at: at.getTime(),
			by_decider: byDecider,
		})),
		statement,
		names: await selectStaffNames(db, [statement?.decided_by, ...messages.map(({ staffUid }) => staffUid)]),
		answered_by_another: (await whoAnswers(db, actor.uid, row)) === 'another',
		is_banned: (await selectBanReason(db, row.uid)) !== undefined,
	};
}

/** Everything that stands against one user now. */
export async function adminGetStatements(
	{ db }: { db: Database },
	{ uid }: { uid: string },
): Promise<CallResult<'adminGetStatements'>> {
	const items = await findStatements(db, uid);
	const deciders = items.map(({ decided_by }) => decided_by);
	return { items, names: await selectStaffNames(db, deciders) };
}

/** @throws CallError `not-found`. */
export async function requireListedThread(db: Database, reference: string): Promise<ListedThread> {
	const row = await selectListedThread(db, reference);
	if (!row) throw noSuchThread();
	return row;
}

export function toWire(row: ListedThread): AdminThread {
	return {
		reference: row.reference,
		uid: row.uid,
		user_name: row.userName,
		subject: row.subject,
		state: row.state,
		about: aboutOf(row),
		opened_at: row.openedAt.getTime(),
		changed_at: row.changedAt.getTime(),
		asked_at: row.askedAt?.getTime() ?? null,
	};
}
