import { createHash } from 'node:crypto';
import { addressProblem, type OutboundRequest } from '../../lib/http/outbound.ts';

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

/** Discord rejects messages of more than 2,000 characters, the shortest limit of these services. */
const CHARACTERS_MAX = 2_000;

function inWords({ state, text }: AlertMessage): string {
	const words = `${state === 'firing' ? 'ALERT' : 'OK'}: ${text}`;
	return words.length > CHARACTERS_MAX ? `${words.slice(0, CHARACTERS_MAX - 1).toWellFormed()}…` : words;
}
