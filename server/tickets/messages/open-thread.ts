import type { ThreadRequest, ThreadState } from '../../../contract/accounts/threads.ts';
import { DAY_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { CallError } from '../../../contract/errors.ts';
import { refusal } from '../../../contract/refusals.ts';
import { lockAccount } from '../../accounts/account-store.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Database, inTransaction, type Tx } from '../../lib/db/database.ts';
import type { Actor } from '../../lib/http/actor.ts';
import { tooOften } from '../../lib/http/rate-limit.ts';
import { newReference } from '../../lib/new-reference.ts';
import { findStatement } from '../statements/find-statement.ts';
import {
	insertThread,
	insertUserMessage,
	lockThread,
	selectSaidAlready,
	selectThreadAbout,
	selectWrittenAt,
} from './store-threads.ts';
import { requireWriter, type Writer } from './thread-codes.ts';

type Deps = { db: Database; clock: Clock };

const MESSAGES_A_DAY = 10;
/** A second tap, or a client that never heard the answer. */
const SENT_TWICE_MS = 2 * MINUTE_MS;

/**
 * What is about the same as one that is not closed goes on there. The same text at once is one message.
 * @throws CallError `not-found` for something to object to that is not there, or is somebody else's; `resource-exhausted`.
 */
export async function openThread(
	deps: Deps,
	{ subject, about, text }: ThreadRequest,
	{ actor: { uid } }: { actor: Pick<Actor, 'uid'> },
): Promise<{ reference: string }> {
	return write(deps, uid, async (tx, at) => {
		if (about && !(await findStatement(tx, uid, about))) {
			throw new CallError('not-found', refusal('nothing-to-object-to'));
		}
		const known = about && (await selectThreadAbout(tx, { uid, ...about }));
		const since = new Date(at.getTime() - SENT_TWICE_MS);
		const said = await selectSaidAlready(tx, { uid, text, since, ...(known && { reference: known.reference }) });
		if (said && Boolean(about) === Boolean(known)) return { reference: said };
		await requireFewToday(tx, uid, at);
		const reference = known?.reference ?? newReference('S');
		if (!known) await insertThread(tx, { uid, reference, subject, about, at });
		else await lockThread(tx, { uid, reference });
		await insertUserMessage(tx, { uid, reference, text, at });
		return { reference };
	});
}

/** Opens one that was closed. @throws CallError `not-found` for somebody else's; `resource-exhausted`. */
export async function replyToThread(
	deps: Deps,
	{ reference, text }: { reference: string; text: string },
	caller: Writer,
): Promise<{ reference: string; state: ThreadState }> {
	const uid = await requireWriter(deps, reference, caller);
	return write(deps, uid, async (tx, at) => {
		if (!(await lockThread(tx, { uid, reference }))) throw noSuchThread();
		const since = new Date(at.getTime() - SENT_TWICE_MS);
		if (!(await selectSaidAlready(tx, { uid, text, since, reference }))) {
			await requireFewToday(tx, uid, at);
			await insertUserMessage(tx, { uid, reference, text, at });
		}
		return { reference, state: 'open' as const };
	});
}

export function noSuchThread(): CallError {
	return new CallError('not-found', refusal('no-such-thread'));
}

/** Under the account's lock, so that of messages at the same moment each sees those before it. */
function write<Result>({ db, clock }: Deps, uid: string, work: (tx: Tx, at: Date) => Promise<Result>): Promise<Result> {
	return inTransaction(db, async (tx) => {
		if (!(await lockAccount(tx, uid))) throw new CallError('unauthenticated', refusal('must-be-logged-in'));
		return work(tx, new Date(clock.now()));
	});
}

async function requireFewToday(tx: Tx, uid: string, now: Date): Promise<void> {
	const since = new Date(now.getTime() - DAY_MS);
	const tenth = await selectWrittenAt(tx, uid, { since, count: MESSAGES_A_DAY });
	if (tenth) throw tooOften(tenth.getTime() + DAY_MS - now.getTime(), 'too-many-messages');
}
