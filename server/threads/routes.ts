import { CallError } from '../../contract/errors.ts';
import { refusal } from '../../contract/refusals.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/db/database.ts';
import type { CallHandler, CallHandlers } from '../lib/http/calls.ts';
import type { TakeFromRateLimit } from '../lib/http/rate-limit.ts';
import { findStatement, toPersonal } from './find-statement.ts';
import { getThread, getThreads } from './get-threads.ts';
import { openThread, replyToThread } from './open-thread.ts';
import { openThreadByCode, requireToken, sendThreadLink } from './thread-codes.ts';

type Deps = {
	db: Database;
	clock: Clock;
	takeFromRateLimit: TakeFromRateLimit;
	config: { smtpUrl?: string | undefined };
};

type Writer = Parameters<CallHandler<'getThread'>>[1];

export function threadCalls(deps: Deps) {
	const writerOf = async ({ actor, threadToken: token }: Writer, reference: string) =>
		actor?.uid ?? (await requireToken(deps, { token: token ?? '', reference })).uid;
	return {
		openThread: (request, { actor }) => openThread(deps, actor.uid, request),
		replyToThread: async (request, caller) => replyToThread(deps, await writerOf(caller, request.reference), request),
		getThreads: (page, { actor }) => getThreads(deps, actor.uid, page),
		getThread: async ({ reference }, caller) => getThread(deps, await writerOf(caller, reference), reference),
		async getStatement({ kind, id }, { actor }) {
			const statement = await findStatement(deps.db, actor.uid, { kind, id: id ?? null });
			if (!statement) throw new CallError('not-found', refusal('nothing-to-object-to'));
			return toPersonal(statement);
		},
		openThreadByCode: ({ code }, { ip }) => openThreadByCode(deps, { code, ip }),
		sendThreadLink: ({ email }, { ip }) => sendThreadLink(deps, { email, ip }),
	} satisfies Partial<CallHandlers>;
}
