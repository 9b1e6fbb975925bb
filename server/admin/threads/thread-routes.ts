import type { CallHandlers } from '../../lib/http/calls.ts';
import { findStatements } from '../../threads/find-statement.ts';
import { type AnswerDeps, adminCloseThread, adminReplyToThread } from './answer-thread.ts';
import { adminGetThread, adminGetThreads } from './get-threads.ts';
import { selectStaffNames } from './store-answerers.ts';

export function adminThreadCalls(deps: AnswerDeps) {
	return {
		adminGetThreads: (request) => adminGetThreads(deps, request),
		adminGetThread: ({ reference }, { actor }) => adminGetThread(deps, actor.uid, reference),
		async adminGetStatements({ uid }) {
			const items = await findStatements(deps.db, uid);
			const names = await selectStaffNames(
				deps.db,
				items.map(({ decided_by }) => decided_by),
			);
			return { items, names };
		},
		adminReplyToThread: (request, admin) => adminReplyToThread(deps, admin, request),
		adminCloseThread: (request, admin) => adminCloseThread(deps, admin, request),
	} satisfies Partial<CallHandlers>;
}
