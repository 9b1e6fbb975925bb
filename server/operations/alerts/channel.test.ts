import { loadConfig } from '../../app/config.ts';
import { readChannels } from './channel.ts';

const message = {
	alert: 'books',
	state: 'firing' as const,
	text: "The books don't balance.",
	atMs: Date.UTC(2026, 10, 1),
};
const requestOf = (text: string) => readChannels(text)?.[0]?.requestOf(message);

describe('the request of each kind of channel', () => {
	test('the request is JSON for any URL', () => {
		expect(requestOf('https://hooks.example/a/b?key=1')).toEqual({
			url: 'https://hooks.example/a/b?key=1',
			body: { alert: 'books', state: 'firing', text: "The books don't balance.", at: '2026-11-01T00:00:00.000Z' },
		});
	});

	test.each([
		[
			'discord:123/ab-c_d',
			'https://discord.com/api/webhooks/123/ab-c_d',
			{ content: "ALERT: The books don't balance.", allowed_mentions: { parse: [] } },
		],
		['slack:T1/B2/x3', 'https://hooks.slack.com/services/T1/B2/x3', { text: "ALERT: The books don't balance." }],
		['ntfy:my-topic', 'https://ntfy.sh/my-topic', "ALERT: The books don't balance."],
		[
			'telegram:12:AB-c@-100',
			'https://api.telegram.org/bot12:AB-c/sendMessage',
			{ chat_id: '-100', text: "ALERT: The books don't balance." },
		],
		[
			'telegram:12:AB-c@operators',
			'https://api.telegram.org/bot12:AB-c/sendMessage',
			{ chat_id: '@operators', text: "ALERT: The books don't balance." },
		],
	])('%s becomes the right request', (setting, url, body) => {
		expect(requestOf(setting)).toMatchObject({ url, body });
	});

	test('an alert goes to another origin if the setting has the parameter origin', () => {
		const origin = 'http://127.0.0.1:9999';
		expect(requestOf(`slack:T1/B2/x3?origin=${origin}`)?.url).toBe(`${origin}/services/T1/B2/x3`);
		expect(requestOf(`https://hooks.example/a?key=1&origin=${origin}`)?.url).toBe(`${origin}/a?key=1`);
	});
});

test('channels are separated by spaces, and their names do not reveal their addresses', () => {
	const channels = readChannels('  ntfy:secret-topic   https://hooks.example/secret-path ');
	expect(channels?.map(({ name }) => name)).toEqual(['1 (ntfy)', '2 (https)']);
	expect(JSON.stringify(channels)).not.toMatch(/secret|hooks/);
	expect(readChannels('')).toEqual([]);
});

test.each([
	'mattermost:secret',
	'secret',
	'http://hooks.example/secret',
	'https://user:secret@hooks.example/',
	'slack:secret',
	'discord:secret',
	'telegram:secret',
	'ntfy:a/secret',
	'ntfy:fine ntfy:not/secret',
	'ntfy:fine?origin=file:///secret',
	'constructor:secret',
])('rejects %s without repeating it', (setting) => {
	expect(readChannels(setting)).toBeUndefined();
	expect(() => loadConfig({ ALERT_URLS: setting })).toThrow(
		/^A setting needs attention: ALERT_URLS must be ((?!secret).)*$/,
	);
});
