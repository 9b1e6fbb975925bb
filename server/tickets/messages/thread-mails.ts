import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import type { Recipients } from '../../notifications/send-ordered-mail.ts';
import { selectMessages, selectThread } from './store-threads.ts';
import { makeCodeIfBanned, makeThreadCode } from './thread-codes.ts';

/** What mails say of threads, read when they are sent. */
export function threadMails(deps: {
	db: Database;
	clock: Clock;
}): Pick<Recipients, 'makeThreadCode' | 'makeCodeIfBanned' | 'findAnswer'> {
	return {
		makeThreadCode: (uid) => makeThreadCode(deps, { uid, reference: null }),
		makeCodeIfBanned: (uid) => makeCodeIfBanned(deps, { uid, reference: null }),
		async findAnswer({ uid, reference, position }) {
			const thread = await selectThread(deps.db, { uid, reference });
			const messages = thread ? await selectMessages(deps.db, thread) : [];
			const answer = messages.find((message) => message.position === position);
			if (!thread || !answer) return undefined;
			const code = await makeCodeIfBanned(deps, { uid, reference });
			return { text: answer.text, ...(code !== undefined && { code }) };
		},
	};
}
