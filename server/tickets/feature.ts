import type { threadCalls } from '../../contract/accounts/threads.ts';
import type { adminThreadCalls } from '../../contract/admin/threads.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import type { Feature } from '../lib/feature.ts';
import { exportThreads } from './export-user.ts';
import { adminCloseThread, adminMessageUser, adminReplyToThread } from './messages/answer-thread.ts';
import { adminGetThread, adminGetThreads, getThread, getThreads } from './messages/get-threads.ts';
import { openThread, replyToThread } from './messages/open-thread.ts';
import {
	type OpenByCodeDeps,
	openThreadByCode,
	purgeThreadCodes,
	type SendLinkDeps,
	sendThreadLink,
} from './messages/thread-codes.ts';
import { adminGetStatements, getStatement } from './statements/find-statement.ts';
import type { TicketDeps } from './tickets.ts';

export const tickets = {
	calls: {
		openThread,
		replyToThread,
		getThreads,
		getThread,
		getStatement,
		openThreadByCode,
		sendThreadLink,
		adminGetThreads,
		adminGetThread,
		adminGetStatements,
		adminReplyToThread,
		adminCloseThread,
		adminMessageUser,
	},
	limits: {
		openThreadByCode: [{ by: 'visitor', max: 30, windowMs: HOUR_MS }],
		sendThreadLink: [{ by: 'visitor', max: 10, windowMs: HOUR_MS }],
	},
	jobs: [{ name: 'forget-thread-codes', at: '21 * * * *', run: purgeThreadCodes }],
	// Threads have no `erase`: `eraseIdentity` deletes them through `on delete cascade`.
	exports: { threads: exportThreads },
} satisfies Feature<typeof threadCalls & typeof adminThreadCalls, TicketDeps & SendLinkDeps & OpenByCodeDeps>;
