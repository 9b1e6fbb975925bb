import { loadConfig } from '../../app/config.ts';
import { readChannels } from './channel.ts';

const text = "The books don't balance.";
const message = { alert: 'books', state: 'firing' as const, text, atMs: Date.UTC(2026, 10, 1) };
const requestOf = (setting: string) => readChannels(setting)?.[0]?.requestOf(message);

const inWords = `ALERT: ${text}`;
const inJson = { alert: 'books', state: 'firing', text, at: '2026-11-01T00:00:00.000Z' };
const discord = { content: inWords, allowed_mentions: { parse: [] } };

test.each<[string, string, unknown]>([
	['discord:123/ab-c_d', 'https://discord.com/api/webhooks/123/ab-c_d', discord],
	['slack:T1/B2/x3', 'https://hooks.slack.com/services/T1/B2/x3', { text: inWords }],
	['ntfy:my-topic', 'https://ntfy.sh/my-topic', inWords],
	...['-100', '@operators'].map((chat_id): [string, string, unknown] => {
		const url = 'https://api.telegram.org/bot12:AB-c/sendMessage';
		return [`telegram:12:AB-c@${chat_id.replace('@', '')}`, url, { chat_id, text: inWords }];
	}),
])('%s becomes the right request', (setting, url, body) => expect(requestOf(setting)).toMatchObject({ url, body }));

test('a long message is cut to the 2,000 characters that Discord accepts', () => {
	const [channel] = readChannels('discord:123/ab-c_d') ?? [];
	const sent = channel?.requestOf({ ...message, text: text.repeat(100) });
	expect(sent?.body).toMatchObject({ content: expect.stringMatching(/^ALERT: The books.{1983}…$/) });
});

test('the request is JSON for any URL', () => {
	const url = 'https://hooks.example/a/b?key=1';
	expect(requestOf(url)).toEqual({ url, body: inJson });
});

test('an alert goes to another origin if the setting has the parameter origin', () => {
	const origin = 'http://127.0.0.1:9999';
	expect(requestOf(`slack:T1/B2/x3?origin=${origin}`)?.url).toBe(`${origin}/services/T1/B2/x3`);
	expect(requestOf(`https://hooks.example/a?key=1&origin=${origin}`)?.url).toBe(`${origin}/a?key=1`);
});

test('channels are separated by spaces, and their names do not reveal their addresses', () => {
	const channels = readChannels('  ntfy:secret-topic   https://hooks.example/secret-path ');
	expect(channels?.map(({ name }) => name)).toEqual(['1 (ntfy)', '2 (https)']);
	expect(JSON.stringify(channels)).not.toMatch(/secret|hooks/);
	expect(readChannels('')).toEqual([]);
});

test.each([
	...['mattermost:secret', 'secret', 'http://hooks.example/secret', 'https://user:secret@hooks.example/'],
	...['slack:secret', 'discord:secret', 'telegram:secret', 'ntfy:a/secret', 'ntfy:fine ntfy:not/secret'],
	...['ntfy:fine?origin=file:///secret', 'constructor:secret'],
])('rejects %s without repeating it', (setting) => {
	expect(readChannels(setting)).toBeUndefined();
	expect(() => loadConfig({ ALERT_URLS: setting })).toThrow(
		/^A setting needs attention: ALERT_URLS must be ((?!secret).)*$/,
	);
});
