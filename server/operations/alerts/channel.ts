import { createHash } from 'node:crypto';
import type { Branding } from '../../../contract/branding.ts';
import type { Clock } from '../../lib/clock-and-log.ts';
import {
	addressProblem,
	NoAnswer,
	type OutboundRequest,
	type SendRequest,
	sendRequest,
} from '../../lib/http/outbound.ts';
import type { Languages } from '../../lib/language/language.ts';
import { type Mailer, MailRefused } from '../../lib/mail.ts';
import { type MailWords, mailWords, writeMail } from '../../notifications/letters/letters.ts';

export type AlertMessage = { alert: string; state: 'firing' | 'over'; text: string; atMs: number };

type Sending = Pick<OutboundRequest, 'url' | 'body' | 'headers' | 'isPublicOnly'>;

/** The channel's URL is a secret, so no name, log or page contains it. */
export type Channel = {
	/** Digest of the channel's URL. */
	key: string;
	name: string;
	requestOf(message: AlertMessage): Sending;
};

type Kind = {
	origin: string;
	form: RegExp;
	send(parts: readonly string[], message: AlertMessage): { path: string } & Omit<Sending, 'url'>;
};

/**
 * Sources: discord.com/developers/docs/resources/webhook, api.slack.com/messaging/webhooks, docs.ntfy.sh/publish,
 * core.telegram.org/bots/api#sendmessage.
 */
const kinds: Readonly<Record<string, Kind>> = {
	discord: {
		origin: 'https://discord.com',
		form: /^(\d{1,30})\/([\w-]{1,200})$/,
		send: ([id, token], message) => ({
			path: `/api/webhooks/${id}/${token}`,
			body: { content: inWords(message), allowed_mentions: { parse: [] } },
		}),
	},
	slack: {
		origin: 'https://hooks.slack.com',
		form: /^(\w{1,50}\/\w{1,50}\/\w{1,100})$/,
		send: ([address], message) => ({ path: `/services/${address}`, body: { text: inWords(message) } }),
	},
	ntfy: {
		origin: 'https://ntfy.sh',
		form: /^([\w-]{1,64})$/,
		send: ([topic], message) => ({
			path: `/${topic}`,
			body: inWords(message),
			headers: { priority: message.state === 'firing' ? 'high' : 'default' },
		}),
	},
	telegram: {
		origin: 'https://api.telegram.org',
		form: /^(\d{1,20}:[\w-]{1,100})@(-?\d{1,20}|\w{1,64})$/,
		send: ([token, chat = ''], message) => ({
			path: `/bot${token}/sendMessage`,
			body: { chat_id: /^-?\d+$/.test(chat) ? chat : `@${chat}`, text: inWords(message) },
		}),
	},
};

/** @returns undefined if a channel is invalid, without saying which one, because its text is secret. */
export function readChannels(setting: string): Channel[] | undefined {
	const channels = setting
		.split(/\s+/)
		.filter((text) => text !== '')
		.map(readChannel);
	return channels.every((channel) => channel !== undefined) ? channels : undefined;
}

export function readPublicChannels(setting: string): Channel[] | undefined {
	const channels = readChannels(setting)?.map((channel) => ({
		...channel,
		requestOf: (message: AlertMessage) => ({ ...channel.requestOf(message), isPublicOnly: true }),
	}));
	const message = { alert: '', state: 'over', text: '', atMs: 0 } as const;
	return channels?.every(({ requestOf }) => !addressProblem(requestOf(message).url)) ? channels : undefined;
}

export function maskChannels(setting: string): string {
	return setting
		.split(/\s+/)
		.map((text) => `${text.split(':', 1)}:<hidden>`)
		.join(' ');
}

function readChannel(text: string, index: number): Channel | undefined {
	const key = createHash('sha256').update(text).digest('base64url');
	const [kind = ''] = text.split(':', 1);
	const name = `${index + 1} (${kind})`;
	if (kind === 'https') {
		const url = URL.parse(text);
		if (!url?.hostname || url.username) return undefined;
		const to = takeOrigin(url);
		return to === undefined ? undefined : { key, name, requestOf: (message) => ({ url: to, body: asJson(message) }) };
	}
	const { origin, form, send } = (Object.hasOwn(kinds, kind) && kinds[kind]) || {};
	const [address = '', query = ''] = text.slice(kind.length + 1).split('?');
	const parts = form?.exec(address)?.slice(1);
	if (!origin || !send || !parts) return undefined;
	const base = takeOrigin(new URL(`${origin}/${query && `?${query}`}`));
	if (!base) return undefined;
	return {
		key,
		name,
		requestOf(message) {
			const { path, ...sent } = send(parts, message);
			return { ...sent, url: new URL(path, base).href };
		},
	};
}

function takeOrigin(url: URL): string | undefined {
	const given = url.searchParams.get('origin');
	if (given === null) return url.href;
	const origin = URL.parse(given);
	if (!origin || !/^https?:$/.test(origin.protocol)) return undefined;
	url.searchParams.delete('origin');
	return new URL(url.pathname + url.search, origin.origin).href;
}

function asJson({ alert, state, text, atMs }: AlertMessage) {
	return { alert, state, text, at: new Date(atMs).toISOString() };
}

function inWords({ state, text }: AlertMessage): string {
	return `${state === 'firing' ? 'ALERT' : 'OK'}: ${text}`;
}

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

export function mailPost({
	mailer,
	to,
	words,
}: {
	mailer: Mailer;
	to: string;
	words: Pick<MailWords, 'brand' | 'publicUrl'>;
}): Post {
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

export async function testAlert({
	channels,
	brand,
	clock,
	send,
}: Testing): Promise<{ lines: string[]; isTaken: boolean }> {
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
