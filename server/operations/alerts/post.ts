import { createHash } from 'node:crypto';
import type { Branding } from '../../../contract/branding.ts';
import type { Clock } from '../../lib/clock-and-log.ts';
import { NoAnswer, type SendRequest, sendRequest } from '../../lib/http/outbound.ts';
import type { Languages } from '../../lib/language/language.ts';
import { type Mailer, MailRefused } from '../../lib/mail.ts';
import { type MailWords, mailWords, writeMail } from '../../notifications/letters/letters.ts';
import type { AlertMessage, Channel } from './channel.ts';

export type Post = {
	key: string;
	name: string;
	where: string;
	isDaily: boolean;
	send(message: AlertMessage): Promise<string | undefined>;
};

export type PostDeps = {
	config: {
		alertChannels: readonly Channel[];
		adminEmail: string;
		words: Branding;
		publicUrl: string;
		languages: Languages;
	};
	mailer: Mailer | undefined;
};

export function postsOf({ config, mailer }: PostDeps): Post[] {
	const words = mailWords(config);
	const channels = config.alertChannels.map((channel) => channelPost(channel, words));
	return mailer ? [mailPost({ mailer, to: config.adminEmail, words }), ...channels] : channels;
}

export function channelPost(channel: Channel, { brand, send }: { brand: string; send?: SendRequest }): Post {
	const { key, name } = channel;
	const where = `channel ${name} of ALERT_URLS`;
	return { key, name, where, isDaily: true, send: (message) => sendMessage({ channel, brand, send }, message) };
}

const SUBJECT_MAX = 120;

type Mailing = { mailer: Mailer; to: string; words: Pick<MailWords, 'brand' | 'publicUrl'> };

export function mailPost({ mailer, to, words }: Mailing): Post {
	return {
		key: createHash('sha256').update(`mail:${to}`).digest('base64url'),
		name: 'mail',
		where: 'ADMIN_EMAIL',
		isDaily: false,
		async send({ text }) {
			const fullText = `${words.brand}: ${text}`;
			const subject = fullText.length > SUBJECT_MAX ? `${fullText.slice(0, SUBJECT_MAX)}…` : fullText;
			const letter = { subject, paragraphs: [text], button: 'Open the admin area' };
			try {
				await mailer.send({ to, ...writeMail(words, 'en', letter, `${words.publicUrl}/admin`) });
				return undefined;
			} catch (error) {
				return error instanceof MailRefused
					? `the mail server rejected it with ${error.code}`
					: "the mail server didn't accept it";
			}
		},
	};
}

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 64 * 1024;

/** @returns the failure as text without the channel's URL. */
async function sendMessage(
	{ channel, brand, send = sendRequest }: { channel: Channel; brand: string; send?: SendRequest | undefined },
	message: AlertMessage,
): Promise<string | undefined> {
	const request = channel.requestOf({ ...message, text: `${brand}: ${message.text}` });
	const limits = { method: 'POST' as const, timeoutMs: TIMEOUT_MS, bodyBytesMax: ANSWER_BYTES_MAX };
	try {
		const { status } = await send({ ...request, ...limits });
		return status >= 200 && status < 300 ? undefined : `HTTP status ${status}`;
	} catch (error) {
		// Omits the error message, which contains the operator's host.
		return error instanceof NoAnswer ? `no response (${error.reason})` : 'the request failed';
	}
}

type Testing = { channels: readonly Channel[]; brand: string; clock: Clock; send?: SendRequest };

export async function testAlert({ channels, brand, clock, send }: Testing) {
	const message = { alert: 'test', atMs: clock.now() };
	const outcomes = await Promise.all(
		channels.map(async (channel) => {
			const delivery = { channel, brand, send };
			const failure =
				(await sendMessage(delivery, { ...message, state: 'firing', text: 'This is a test alert.' })) ??
				(await sendMessage(delivery, { ...message, state: 'over', text: 'Resolved: This is a test alert.' }));
			return { name: channel.name, failure };
		}),
	);
	return {
		lines: outcomes.map(
			({ name, failure }) => `Channel ${name}: ${failure === undefined ? 'delivered' : `NOT DELIVERED: ${failure}`}`,
		),
		isTaken: outcomes.every(({ failure }) => failure === undefined),
	};
}
