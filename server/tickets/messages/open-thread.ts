import { MINUTE_MS } from '../../../contract/durations.ts';
import { callError } from '../../../contract/refusals.ts';
import { lockAccount } from '../../accounts/account-store.ts';
import type { CallHandler, UserCall } from '../../lib/call-handler.ts';
import { type DbDeps, inTransaction, type Tx } from '../../lib/db/database.ts';
import { newReference } from '../../lib/new-reference.ts';
import { findStatement } from '../statements/find-statement.ts';
import { lockTicket, requireFewToday, type TicketKey } from '../store-tickets.ts';
import { noSuchTicket } from '../tickets.ts';
import {
	insertMessage,
	insertThread,
	selectRepeatedMessage,
	selectThreadAbout,
	threadKind,
	writtenBy,
} from './store-messages.ts';
import { requireWriter, type Writer } from './thread-codes.ts';

/** A text repeated within this time is a double tap, or a retry after a lost response. */
const SENT_TWICE_MS = 2 * MINUTE_MS;

/** Continues an open thread about the same decision. Ignores a recently repeated text. */
export const openThread: UserCall<'openThread', DbDeps> = (deps, { subject, about, text }, { actor: { uid } }) =>
	write(deps, uid, async (tx, at) => {
		if (about && !(await findStatement(tx, uid, about))) throw callError('not-found', 'nothing-to-object-to');
		const known = about && (await selectThreadAbout(tx, { uid, ...about }));
		const since = new Date(at.getTime() - SENT_TWICE_MS);
		const earlier = await selectRepeatedMessage(tx, { uid, text, since, ...(known && { reference: known.reference }) });
		if (earlier && Boolean(about) === Boolean(known)) return { reference: earlier };
		const reference = known?.reference ?? newReference(threadKind.letter);
		if (!known) await insertThread(tx, { uid, reference, subject, about, at });
		else await lockTicket(tx, threadKind, { uid, reference });
		await send(tx, { uid, reference }, { text, at });
		return { reference };
	});

/** Reopens a closed thread. */
export const replyToThread: CallHandler<'replyToThread', DbDeps, Writer> = async (deps, input, caller) => {
	const { reference, text } = input;
	const uid = await requireWriter(deps, reference, caller);
	return write(deps, uid, async (tx, at) => {
		if (!(await lockTicket(tx, threadKind, { uid, reference }))) throw noSuchTicket(threadKind);
		const since = new Date(at.getTime() - SENT_TWICE_MS);
		const isRepeated = await selectRepeatedMessage(tx, { uid, text, since, reference });
		if (!isRepeated) await send(tx, { uid, reference }, { text, at });
		return { reference, state: 'open' as const };
	});
};

/** Locks the account, so that concurrent messages count each other. */
function write<Result>(
	{ db, clock }: DbDeps,
	uid: string,
	work: (tx: Tx, at: Date) => Promise<Result>,
): Promise<Result> {
	return inTransaction(db, async (tx) => {
		if (!(await lockAccount(tx, uid))) throw callError('unauthenticated', 'must-be-logged-in');
		return work(tx, new Date(clock.now()));
	});
}

async function send(tx: Tx, thread: TicketKey, { text, at }: { text: string; at: Date }): Promise<void> {
	await requireFewToday(tx, { sent: writtenBy(thread.uid), now: at, reason: 'too-many-messages' });
	await insertMessage(tx, { ...thread, text, at, state: 'open' });
}
