import { sql } from 'kysely';
import type { Thread } from '../../../contract/accounts/threads.ts';
import { selectBanReason } from '../../accounts/store.ts';
import type { StaffCall } from '../../accounts/with-audit.ts';
import type { CallHandler, OpenCall } from '../../lib/call-handler.ts';
import { type Database, type DbDeps, datesToMs, type Tx } from '../../lib/db/database.ts';
import { findStatement, toPersonal } from '../statements/find-statement.ts';
import { selectStaffNames } from '../statements/store-statements.ts';
import { findTicket } from '../store-tickets.ts';
import { adminItemOf, itemOf, listAll, listOwn, noSuchTicket, requireTicket } from '../tickets.ts';
import { whoAnswers } from './answer-thread.ts';
import {
	aboutOf,
	isAnswer,
	MEASURED_MS,
	measureAnswers,
	selectMessages,
	type ThreadRow,
	threadKind,
} from './store-messages.ts';
import { requireWriter, type Writer } from './thread-codes.ts';

export const getThreads = listOwn(threadKind);

export const getThread: CallHandler<'getThread', DbDeps, Writer> = async (deps, { reference }, caller) => {
	const uid = await requireWriter(deps, reference, caller);
	const row = await findTicket(deps.db, threadKind, sql`uid = ${uid} and reference = ${reference}`);
	if (!row) throw noSuchTicket(threadKind);
	return toThread(deps.db, row);
};

export async function toThread(db: Database | Tx, row: ThreadRow): Promise<Thread> {
	const about = aboutOf(row);
	const statement = about && (await findStatement(db, row.uid, about));
	const messages = await selectMessages(db, row);
	return {
		...itemOf(threadKind, row),
		messages: messages.map(({ from, text, at, by_decider }) =>
			datesToMs({ from: from === 'user' ? 'you' : from, text, at, by_decider }),
		),
		statement: statement ? toPersonal(statement) : null,
	};
}

export const adminGetThreads: OpenCall<'adminGetThreads', DbDeps> = async ({ db, clock }, input) => {
	const { uid, answeredFrom, state = uid === undefined ? undefined : 'any', ...list } = input;
	const isTheirs = uid === undefined ? sql`true` : sql`uid = ${uid}`;
	const isAnswered =
		answeredFrom === undefined
			? sql`true`
			: sql`exists (
				select from thread_messages m
				where m.uid = t.uid and m.reference = t.reference and ${isAnswer(new Date(answeredFrom))}
			)`;
	const page = await listAll(db, threadKind, { ...list, state, also: sql`${isTheirs} and ${isAnswered}` });
	const since = clock.now() - MEASURED_MS;
	return { ...page, figures: { since, ...(await measureAnswers(db, new Date(since))) } };
};

type Deps = { db: Database };

export const adminGetThread: StaffCall<'adminGetThread', Deps> = async ({ db }, { reference }, { actor }) => {
	const row = await requireTicket(db, threadKind, reference);
	const about = aboutOf(row);
	const messages = await selectMessages(db, row);
	const statement = (about && (await findStatement(db, row.uid, about))) ?? null;
	return {
		thread: adminItemOf(threadKind, row),
		messages: messages.map(({ position: _, ...message }) => datesToMs(message)),
		statement,
		names: await selectStaffNames(db, [statement?.decided_by, ...messages.map(({ by }) => by)]),
		answered_by_another: (await whoAnswers(db, actor.uid, row)) === 'another',
		is_banned: (await selectBanReason(db, row.uid)) !== undefined,
	};
};
