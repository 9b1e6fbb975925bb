import type { CallHandlers } from '../../lib/http/calls.ts';
import { findStatements } from '../../threads/find-statement.ts';
import { type AnswerDeps, adminCloseThread, adminReplyToThread } from './answer-thread.ts';
import { adminGetThread, adminGetThreads } from './get-threads.ts';

export function adminThreadCalls(deps: AnswerDeps) {
	return {
		adminGetThreads: (request) => adminGetThreads(deps, request),
		adminGetThread: ({ reference }, { actor }) => adminGetThread(deps, actor.uid, reference),
		adminGetStatements: async ({ uid }) => ({ items: await findStatements(deps.db, uid) }),
		adminReplyToThread: (request, admin) => adminReplyToThread(deps, admin, request),
		adminCloseThread: (request, admin) => adminCloseThread(deps, admin, request),
	} satisfies Partial<CallHandlers>;
}
