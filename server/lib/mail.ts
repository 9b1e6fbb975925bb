import { createTransport } from 'nodemailer';

export type Mail = {
	to: string;
	subject: string;
	text: string;
	html: string;
	/** Stable across retries, so that mailboxes can deduplicate. */
	id?: string | undefined;
	headers?: Record<string, string>;
};

export type Mailer = NonNullable<ReturnType<typeof createMailer>>;

/** The mail server says that the address does not exist. Retries would harm our reputation. */
export class MailRefused extends Error {
	readonly code: number;

	constructor(cause: Error, code: number) {
		super('the mail server rejected this recipient', { cause });
		this.name = 'MailRefused';
		this.code = code;
	}
}

const TIMEOUT_MS = 20_000;
const CONNECTIONS_MAX = 3;

export function createMailer(config: { smtpUrl: string | undefined; mailFrom: string }) {
	if (config.smtpUrl === undefined) return undefined;
	const transport = createTransport({
		url: config.smtpUrl,
		pool: true,
		maxConnections: CONNECTIONS_MAX,
		connectionTimeout: TIMEOUT_MS,
		greetingTimeout: TIMEOUT_MS,
		socketTimeout: TIMEOUT_MS,
		// User names in mails are untrusted; the library must never include files or fetched content.
		disableFileAccess: true,
		disableUrlAccess: true,
	});
	return {
		/** @throws MailRefused if the mail server refuses permanently; any other error may be temporary. */
		async send({ to, subject, text, html, id, headers }: Mail) {
			try {
				// The library does not parse an address that is passed as an object.
				await transport.sendMail({
					from: config.mailFrom,
					to: { name: '', address: to },
					subject,
					text,
					html,
					...(id ? { messageId: id } : {}),
					...(headers && { headers }),
				});
			} catch (error) {
				const code = finalCode(error);
				throw code === undefined ? error : new MailRefused(error as Error, code);
			}
		},
		close: () => transport.close(),
	};
}

function finalCode(error: unknown): number | undefined {
	const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
	const isOfRecipient = code === 'EENVELOPE' && (command === undefined || command === 'RCPT TO');
	return isOfRecipient && responseCode !== undefined && responseCode >= 500 ? responseCode : undefined;
}
