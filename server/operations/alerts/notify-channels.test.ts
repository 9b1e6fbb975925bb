import type { Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { listen } from '../../../test/sites/fake-oidc.ts';
import { typeCommand } from '../../../test/support/commands.ts';
import { testFolder } from '../../../test/support/contents-of.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { silentLog } from '../../../test/support/stubs.ts';
import { commands } from '../../cli.ts';
import type { Alert } from '../../lib/feature.ts';
import { type Mail, MailRefused } from '../../lib/mail.ts';
import { replaceAlerts } from '../../withdrawals/safety/store-safety.ts';
import { type Channel, readChannels } from './channel.ts';
import { listChannelAlerts, notifyChannels } from './notify-channels.ts';
import { channelPost, mailPost, type Post } from './post.ts';

const database = openTestDatabase();
const { app: db, owner } = database;
const dataDir = testFolder();
let nowMs = Date.UTC(2026, 10, 1, 12);
const clock = { now: () => nowMs };
const warned: string[] = [];
const log = { ...silentLog, warn: (...given: unknown[]) => void warned.push(JSON.stringify(given)) };
type Message = { alert: string; state: string; text: string; at: string };
const heard: Message[] = [];
let status = 204;
let origin = '';
let server: Server;
let channels: readonly Channel[] = [];
let more: Post[] = [];
const posts = () => [...channels.map((channel) => channelPost(channel, { brand: 'Lootpass' })), ...more];
const deps = () => ({ db, clock, log: log as typeof silentLog, posts: posts() });
const raise = (...kinds: string[]) =>
	replaceAlerts(
		db,
		kinds.map((kind) => ({ kind, message: `About ${kind}.` }) as Alert),
		new Date(nowMs),
	);
const look = async () => {
	heard.length = 0;
	await notifyChannels(deps());
	return heard.map(({ alert, state }) => `${alert} ${state}`);
};

beforeAll(async () => {
	({ server, issuer: origin } = await listen(async (request, response) => {
		const body = await text(request);
		if (status < 300) heard.push(request.headers['content-type'] === 'application/json' ? JSON.parse(body) : body);
		response.writeHead(status).end();
	}));
});
afterAll(() => void server.close());
beforeEach(async () => {
	status = 204;
	warned.length = 0;
	more = [];
	await raise();
	await owner.deleteFrom('alert_tellings' as never).execute();
	await owner.deleteFrom('alert_channels' as never).execute();
	channels = readChannels(`https://hooks.example/secret?origin=${origin}`) ?? [];
	expect(await look()).toEqual(['daily over']);
});

test('sends each alert once, and once when it ends', async () => {
	await raise('books');
	expect(await look()).toEqual(['books firing']);
	expect(heard).toEqual([
		{ alert: 'books', state: 'firing', text: 'Lootpass: About books.', at: new Date(nowMs).toISOString() },
	]);
	await raise('books', 'disk');
	expect(await look()).toEqual(['disk firing']);
	expect(await look()).toEqual([]);
	await raise('disk');
	expect(await look()).toEqual(['books over']);
	expect(heard[0]?.text).toBe('Lootpass: Resolved: About books.');
	nowMs += 60_000;
	await raise('disk', 'books');
	expect(await look()).toEqual(['books firing']);
});

test('reports every morning that all is well or which alerts are open', async () => {
	nowMs += DAY_MS;
	expect(await look()).toEqual(['daily over']);
	expect(heard[0]?.text).toBe('Lootpass: All is well.');
	nowMs += HOUR_MS;
	expect(await look()).toEqual([]);
	await raise('books');
	expect(await look()).toEqual(['books firing']);
	nowMs += DAY_MS;
	expect(await look()).toEqual(['daily firing']);
	expect(heard[0]?.text).toContain('Open alerts: About books.');
});

test('retries a failing channel and reports it without its address', async () => {
	await raise('books');
	status = 500;
	for (let n = 0; n < 3; n += 1) {
		expect(await listChannelAlerts(deps())).toEqual([]);
		expect(await look()).toEqual([]);
	}
	expect(await listChannelAlerts(deps())).toEqual([
		{ kind: 'channel 1 (https)', message: "Couldn't send alerts to channel 1 (https) of ALERT_URLS: HTTP status 500." },
	]);
	expect(warned).toHaveLength(3);
	expect(warned.join()).not.toMatch(/secret|127\.0\.0\.1|hooks/);
	status = 200;
	expect(await look()).toEqual(['books firing']);
	expect(await listChannelAlerts(deps())).toEqual([]);
});

test('an unreachable channel does not delay the others', async () => {
	const dead = 'https://hooks.example/dead?origin=http://127.0.0.1:1';
	channels = readChannels(`${dead} ntfy:topic?origin=${origin} https://hooks.example/secret?origin=${origin}`) ?? [];
	await raise('books');
	await notifyChannels(deps());
	expect(heard).toContain('ALERT: Lootpass: About books.');
	expect(heard.filter(({ alert }) => alert === 'books')).toHaveLength(1);
	expect(warned.join()).toContain('no response (network)');
});

describe('the mail channel', () => {
	const mails: Mail[] = [];
	let refusal: Error | undefined;
	const mailer = {
		async send(mail: Mail) {
			if (refusal) throw refusal;
			mails.push(mail);
		},
		close() {},
	};
	const words = { brand: 'Lootpass', publicUrl: 'https://site.example', legalContact: '', currencySign: 'R$' };

	beforeEach(() => {
		mails.length = 0;
		refusal = undefined;
		more = [mailPost({ mailer, to: 'operator@site.example', words })];
	});

	test('reports each alert and its end once, without a daily report', async () => {
		await raise('books');
		for (let n = 0; n < 2; n += 1) await look();
		await raise();
		nowMs += DAY_MS;
		expect(await look()).toEqual(['books over', 'daily over']);
		expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
			['operator@site.example', 'Lootpass: About books.'],
			['operator@site.example', 'Lootpass: Resolved: About books.'],
		]);
		expect(mails[0]?.text).toContain('https://site.example/admin');
	});

	test('retries a mail on the next run; other channels report the failure without an address', async () => {
		await raise('books');
		refusal = new Error('connect ECONNREFUSED secret.example:25');
		for (let n = 0; n < 3; n += 1) await look();
		const [alert] = await listChannelAlerts(deps());
		expect(alert?.message).toBe("Couldn't send alerts to ADMIN_EMAIL: the mail server didn't accept it.");
		refusal = new MailRefused(new Error('550 operator@site.example'), 550);
		await look();
		expect((await listChannelAlerts(deps()))[0]?.message).toBe(
			"Couldn't send alerts to ADMIN_EMAIL: the mail server rejected it with 550.",
		);
		expect(warned.join()).not.toMatch(/secret|operator@/);
		refusal = undefined;
		await look();
		expect(mails.map(({ subject }) => subject)).toEqual(['Lootpass: About books.']);
		expect(await listChannelAlerts(deps())).toEqual([]);
	});

	test('reports a failing channel, and no table contains a channel address', async () => {
		status = 500;
		nowMs += DAY_MS;
		for (let n = 0; n < 3; n += 1) await look();
		await replaceAlerts(db, await listChannelAlerts(deps()), new Date(nowMs));
		await look();
		const alertText = "Couldn't send alerts to channel 1 (https) of ALERT_URLS: HTTP status 500.";
		expect(mails.map(({ subject }) => subject)).toEqual([`Lootpass: ${alertText}`]);
		const tables = ['alert_channels', 'alert_tellings', 'payout_alerts'];
		const stored = await Promise.all(tables.map((table) => sql`select * from ${sql.table(table)}`.execute(owner)));
		expect(JSON.stringify(stored.map(({ rows }) => rows))).not.toMatch(/secret|hooks\.example|127\.0\.0\.1|operator@/);
	});
});

test('concurrent processes send each alert once; after a crash, the next one takes over', async () => {
	await raise('books', 'disk');
	heard.length = 0;
	await Promise.all(Array.from({ length: 5 }, () => notifyChannels(deps())));
	expect(heard.map(({ alert }) => alert)).toEqual(['books', 'disk']);
	await sql`update alert_channels set busy_until = ${new Date(nowMs + HOUR_MS)}`.execute(owner);
	await raise();
	expect(await look()).toEqual([]);
	nowMs += HOUR_MS;
	expect(await look()).toEqual(['books over', 'disk over']);
});

test('the command tests each channel and names those that failed', async () => {
	const typed = () => typeCommand(commands, 'test-alert');
	vi.stubEnv('ALERT_URLS', '');
	vi.stubEnv('DATABASE_URL', database.appUrl);
	vi.stubEnv('DATABASE_OWNER_URL', database.ownerUrl);
	vi.stubEnv('DATA_DIR', dataDir);
	expect(await typed()).toEqual({ code: 1, text: "ALERT_URLS isn't set. Alerts are only sent by email." });
	vi.stubEnv('ALERT_URLS', `ntfy:secret?origin=${origin} slack:T/B/secret?origin=${origin}`);
	heard.length = 0;
	expect(await typed()).toEqual({ code: 0, text: 'Channel 1 (ntfy): delivered\nChannel 2 (slack): delivered' });
	expect(heard).toHaveLength(4);
	status = 404;
	const failed = (channel: string) => `Channel ${channel}: NOT DELIVERED: HTTP status 404`;
	expect(await typed()).toEqual({ code: 1, text: `${failed('1 (ntfy)')}\n${failed('2 (slack)')}` });
	vi.unstubAllEnvs();
});
