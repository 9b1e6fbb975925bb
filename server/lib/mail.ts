import { createTransport } from 'nodemailer';

export type Mail = {
	to: string;
	subject: string;
	text: string;
	html: string;
	/** The same for each attempt, so that a mailbox can show it once. */
	id?: string | undefined;
};

export type Mailer = {
	/** @throws MailRefused when the server will never take it; any other error when it may take it later. */
	send(mail: Mail): Promise<void>;
	close(): void;
};

/** No such address. Trying again would make the server think ill of us. */
export class MailRefused extends Error {
	/** RFC 5321 section 4.2.1: 5xx. */
	readonly code: number;

	constructor(cause: Error, code: number) {
		super('the mail server rejected this recipient', { cause });
		this.name = 'MailRefused';
		this.code = code;
	}
}

const TIMEOUT_MS = 20_000;
const CONNECTIONS_MAX = 3;

/**
 * Sends over SMTP, over connections that are kept while there is something to send.
 * @param options.url `smtp://` or `smtps://`, with user and password where the server wants them.
 * @param options.from address with an optional name, as people see it.
 */
export function createMailer({ url, from }: { url: string; from: string }): Mailer {
	const transport = createTransport(
		{
			url,
			pool: true,
			maxConnections: CONNECTIONS_MAX,
			connectionTimeout: TIMEOUT_MS,
			greetingTimeout: TIMEOUT_MS,
			socketTimeout: TIMEOUT_MS,
			// Names come from people: nothing of a mail is ever read from a file or fetched.
			disableFileAccess: true,
			disableUrlAccess: true,
		},
		{ from },
	);
	return {
		async send({ to, subject, text, html, id }) {
			try {
				// As an object, an address is one, whatever its characters.
				await transport.sendMail({
					to: { name: '', address: to },
					subject,
					text,
					html,
					...(id ? { messageId: id } : {}),
				});
			} catch (error) {
				const code = finalCode(error);
				throw code === undefined ? error : new MailRefused(error as Error, code);
			}
		},
		close: () => transport.close(),
	};
}

/** 5xx to the recipient. To sender, sign-in or content it may get corrected. */
function finalCode(error: unknown): number | undefined {
	const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
	const isOfRecipient = code === 'EENVELOPE' && (command === undefined || command === 'RCPT TO');
	return isOfRecipient && responseCode !== undefined && responseCode >= 500 ? responseCode : undefined;
}
