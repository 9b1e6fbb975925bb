import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import type { Recipients } from '../../notifications/send-ordered-mail.ts';
import { selectMessages } from './store-messages.ts';
import { makeCodeIfBanned, makeThreadCode } from './thread-codes.ts';

export function threadMails(deps: {
	db: Database;
	clock: Clock;
}): Pick<Recipients, 'makeThreadCode' | 'makeCodeIfBanned' | 'findAnswer'> {
	return {
		makeThreadCode: (uid) => makeThreadCode(deps, { uid, reference: null }),
		makeCodeIfBanned: (uid) => makeCodeIfBanned(deps, { uid, reference: null }),
		async findAnswer({ uid, reference, position }) {
			const messages = await selectMessages(deps.db, { uid, reference });
			const answer = messages.find((message) => message.position === position);
			if (!answer) return undefined;
			const code = await makeCodeIfBanned(deps, { uid, reference });
			return { text: answer.text, ...(code !== undefined && { code }) };
		},
	};
}
