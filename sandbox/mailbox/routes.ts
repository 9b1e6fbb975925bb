import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Mailbox } from './mailbox.ts';

export function mailboxRoutes(mailbox: Mailbox): (app: FastifyInstance) => Promise<void> {
	return async (app) => {
		app.get('/control/mails', async (request) => {
			const { to } = z.object({ to: z.string().optional() }).parse(request.query);
			return { mails: mailbox.list(to), state: mailbox.state() };
		});
		app.delete('/control/mails', async () => {
			mailbox.clear();
			return { mails: [] };
		});
		app.post('/control/mails/state', async (request) => {
			const { state } = z.strictObject({ state: z.enum(['open', 'away', 'refusing']) }).parse(request.body);
			mailbox.setState(state);
			return { state };
		});
	};
}
