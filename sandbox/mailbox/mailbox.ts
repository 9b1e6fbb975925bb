import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { z } from 'zod';

export type ReceivedMail = {
	id: number;
	to: string[];
	from: string;
	subject: string;
	text: string;
	html: string;
	links: string[];
	headers: Record<string, string>;
	receivedAt: number;
};

/** `away` is a temporary error, `refusing` an unknown recipient. */
type MailboxState = 'open' | 'away' | 'refusing';

const MAILS_MAX = 500;
const MAIL_BYTES_MAX = 512 * 1024;

type Mailbox = ReturnType<typeof createMailbox>;

export function createMailbox() {
	let mails: ReceivedMail[] = [];
	let state: MailboxState = 'open';
	let nextId = 1;

	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		size: MAIL_BYTES_MAX,
		logger: false,
		disableReverseLookup: true,
		onAuth: (_auth, _session, done) => done(null, { user: 'anybody' }),
		onMailFrom: (_address, _session, done) => done(state === 'away' ? smtpError(451, 'Come back later') : null),
		onRcptTo: (_address, _session, done) => done(state === 'refusing' ? smtpError(550, 'No such mailbox') : null),
		onData(stream, session, done) {
			const to = session.envelope.rcptTo.map(({ address }) => address.toLowerCase());
			buffer(stream)
				.then((raw) => keep(raw, to))
				.then(() => done(), done);
		},
	});
	// A client that disconnects must not end the process.
	server.on('error', () => {});

	async function keep(raw: Buffer, to: string[]): Promise<void> {
		const { from, subject = '', text = '', html = '', ...parsed } = await PostalMime.parse(raw);
		const headers = Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value]));
		const links = [...text.matchAll(/https?:\/\/[^\s<>"]+/g)].map(([link]) => link);
		const written = { from: from?.address ?? '', subject, text, html, links, headers };
		mails.push({ id: nextId++, to, ...written, receivedAt: Date.now() });
		mails = mails.slice(-MAILS_MAX);
	}

	return {
		listen: (port: number) =>
			new Promise<number>((resolve, reject) => {
				server.server.once('error', reject);
				server.listen(port, '127.0.0.1', () => {
					server.server.off('error', reject);
					resolve((server.server.address() as AddressInfo).port);
				});
			}),
		list: (to?: string) => mails.filter((mail) => to === undefined || mail.to.includes(to.toLowerCase())),
		clear: () => {
			mails = [];
		},
		state: () => state,
		setState: (changed: MailboxState) => {
			state = changed;
		},
		reset: () => {
			mails = [];
			state = 'open';
		},
		close: () => new Promise<void>((resolve) => server.close(() => resolve())),
	};
}

const smtpError = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

export async function mailboxRoutes(app: FastifyInstance, { mailbox }: { mailbox: Mailbox }): Promise<void> {
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
}
