import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type Address, endpoints } from '../../contract/endpoints.ts';
import { bearer, request, send } from '../../test/sites/json-client.ts';
import { openTestProduct } from '../../test/sites/product.ts';
import { usersOf } from '../../test/support/users.ts';
import { proveBooks } from '../books/prove-books.ts';
import { createDatabase, createPool } from '../lib/db/database.ts';
import type { BoundGauge } from '../lib/feature.ts';
import { readSiteMetrics, whyNotReady } from './routes.ts';

const MONITORING = join(import.meta.dirname, '../../deploy/monitoring');
const TOKEN = 'a-metrics-token-of-more-than-32-characters';
const { product, database } = openTestProduct({ env: { METRICS_TOKEN: TOKEN } });

type Operation = { security?: unknown; responses: Record<string, unknown> };
type Document = { openapi: string; paths: Record<string, Record<string, Operation>>; components: object };

async function describedInterface(headers: Record<string, string> = {}): Promise<Document> {
	const { status, body } = await request(`${product().url}/api-docs/json`, { headers });
	expect(status).toBe(200);
	return body as Document;
}

async function metricsOf(headers: Record<string, string> = {}): Promise<Record<string, number>> {
	const answer = await fetch(`${product().url}/metrics`, { headers: { ...bearer(TOKEN), ...headers } });
	expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
	const lines = (await answer.text()).split('\n').filter((line) => line && !line.startsWith('#'));
	return Object.fromEntries(
		lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
	);
}

const { signUp } = usersOf(product);

async function staffMember(): Promise<Record<string, string>> {
	const { uid, accessToken } = await signUp();
	await sql`update users set role = 'Admin' where uid = ${uid}`.execute(database.owner);
	return bearer(accessToken);
}

const addressesOf = ({ paths }: Document) =>
	Object.entries(paths).flatMap(([path, operations]) =>
		Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
	);

test('only staff see the descriptions of admin endpoints', async () => {
	const isForStaff = (address: string) => endpoints[address as Address].access === 'admin';
	const staff = await staffMember();
	expect(addressesOf(await describedInterface(staff)).filter(isForStaff).length).toBeGreaterThan(50);
	const { accessToken } = await signUp();
	for (const headers of [{}, bearer('a.b.c'), bearer(accessToken)]) {
		const text = JSON.stringify(await describedInterface(headers));
		expect(text).toContain('/api/createUser');
		expect(text).not.toMatch(/admin[A-Z]|\/admin|by-offerwall/);
	}
	const yaml = await (await fetch(`${product().url}/api-docs/yaml`)).text();
	expect(yaml).toContain('/api/createUser');
	expect(yaml).not.toMatch(/admin[A-Z]|\/admin/);
});

test('the API description covers every visible endpoint with its access, input and output', async () => {
	const { openapi, paths } = await describedInterface(await staffMember());
	expect(openapi).toBe('3.1.0');
	const described = Object.entries(paths).flatMap(([path, operations]) =>
		Object.entries(operations).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
	);
	const listed = Object.entries<Endpoint>(endpoints).filter(([, { isHidden }]) => !isHidden);
	expect(described.map(([address]) => address).sort()).toEqual(listed.map(([address]) => address).sort());
	for (const [address, operation] of described) {
		const { access } = endpoints[address as Address];
		expect(operation.security === undefined, address).toBe(access === 'open' || access === 'anonymous');
		if (!address.startsWith('POST /api/')) continue;
		expect(operation, address).toMatchObject({
			requestBody: { content: { 'application/json': { schema: { properties: { data: expect.anything() } } } } },
			responses: { 200: { content: { 'application/json': { schema: { required: ['result'] } } } } },
		});
	}
});

test('the API description includes the error details of calls and of /auth', async () => {
	const { components } = await describedInterface();
	const reason = { type: 'string', examples: expect.arrayContaining(['above-daily-cap', 'auth/too-young', 'banned']) };
	const identity = { reason, params: { type: 'object' } };
	expect(components).toMatchObject({
		schemas: {
			CallError: { properties: { error: { properties: { details: { properties: identity } } } } },
			AuthError: { properties: identity },
		},
	});
});

test('every reference in the API description resolves', async () => {
	const document = await describedInterface(await staffMember());
	const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g);
	for (const [, path = ''] of references) {
		const found = path.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document);
		expect(found, path).toBeDefined();
	}
});

test('the API description page loads nothing from other origins', async () => {
	const page = await fetch(`${product().url}/api-docs/`);
	expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
	const policy = page.headers.get('content-security-policy');
	for (const part of ["default-src 'none'", "script-src 'self';", "style-src 'self';", "frame-ancestors 'none'"]) {
		expect(policy).toContain(part);
	}
	expect(await page.text()).not.toMatch(/(src|href)="https?:/);
});

test('metrics count responses and postbacks', async () => {
	await send('POST', `${product().url}/api/getPublicStats`, { data: null });
	await fetch(`${product().url}/api/whatever-people-try-${'x'.repeat(100)}`, { method: 'POST' });
	await fetch(`${product().url}/postback/sandbox?payout=1`);
	await sql`insert into feeds (wall, next_at, fetched_at) values ('w', now(), 'epoch'::timestamptz + interval '1 day')`.execute(
		database.owner,
	);
	const metrics = await metricsOf();
	expect(metrics).toMatchObject({
		'lootpass_feed_answered_timestamp_seconds{wall="w"}': 86_400,
		'lootpass_http_request_seconds_count{route="/api/getPublicStats",method="POST",status="200"}': 1,
		'lootpass_http_request_seconds_count{route="/api/unknown",method="POST",status="404"}': 1,
		'lootpass_postbacks_total{wall="sandbox",outcome="bad-signature"}': 1,
		lootpass_database_up: 1,
		lootpass_withdrawal_oldest_open_seconds: 0,
		lootpass_live_streams: 0,
		'lootpass_database_connections{state="waited-for"}': 0,
	});
	expect(metrics.process_resident_memory_bytes).toBeGreaterThan(0);
});

test('metrics always require the token if one is set', async () => {
	const statusOf = async (headers: Record<string, string>) =>
		(await fetch(`${product().url}/metrics`, { headers })).status;
	expect(await statusOf({})).toBe(403);
	expect(await statusOf(bearer(`${TOKEN}x`))).toBe(403);
	expect(await statusOf({ 'x-forwarded-for': '203.0.113.9', ...bearer(TOKEN) })).toBe(200);
});

describe('metrics without a token', () => {
	const { product: open } = openTestProduct();

	test('are served to local requests that passed no proxy', async () => {
		const statusOf = async (headers: Record<string, string>) =>
			(await fetch(`${open().url}/metrics`, { headers })).status;
		expect(await statusOf({})).toBe(200);
		const general = 'x-forwarded-for x-forwarded-proto x-forwarded-host forwarded via x-real-ip cdn-loop';
		const requests = 'x-request-id x-correlation-id x-original-forwarded-for x-cluster-client-ip x-amzn-trace-id';
		const vendors = 'cf-connecting-ip cf-ray true-client-ip x-azure-ref x-azure-clientip';
		for (const header of `${general} ${requests} ${vendors}`.split(' ')) {
			expect(await statusOf({ [header]: '203.0.113.9' }), header).toBe(403);
		}
	});
});

test('the ledger check sets its metric and emails the operator when it fails', async () => {
	const { deps, sandbox } = product();
	await proveBooks(deps);
	await deps.events.flush();
	expect((await metricsOf()).lootpass_books_hold).toBe(1);

	const lost = sql`insert into account_buckets (part, account, starts_at, debited, credited)
		values (gen_random_uuid(), 'house:adjustments', date_trunc('day', now()), 0, 1)`;
	await lost.execute(database.owner);
	await proveBooks(deps);
	await deps.events.flush();
	expect((await metricsOf()).lootpass_books_hold).toBe(0);
	await sql`delete from account_buckets where account = 'house:adjustments'`.execute(database.owner);
	const letters = sandbox.listMails().filter(({ to }) => to.includes(deps.config.adminEmail));
	expect(letters.at(-1)).toMatchObject({
		subject: "Lootpass: the books don't balance",
		text: expect.stringContaining('sums to zero'),
	});
});

const external = { databaseUrl: 'postgres://database.example/lootpass', dataDir: '.' };
afterEach(() => vi.restoreAllMocks());
/** A file system without free space. */
const FULL = '/proc';

test.each([
	[external, undefined],
	[{ ...external, dataDir: FULL }, undefined],
	[{ databaseUrl: undefined, dataDir: '.' }, undefined],
	[{ databaseUrl: undefined, dataDir: FULL }, 'the disk is full'],
])('the product is ready unless the disk of its own database is full: %o', async (config, reason) =>
	expect(await whyNotReady({ db: database.app, config })).toBe(reason),
);

test('the product is not ready for 30 s after its database reported a full disk', async () => {
	const fill = sql`do $$ begin raise exception 'no space left' using errcode = 'disk_full'; end $$`;
	await expect(fill.execute(database.app)).rejects.toThrow('no space left');
	const deps = { db: database.app, config: external };
	expect(await whyNotReady(deps)).toBe('the disk is full');
	vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 30_000);
	expect(await whyNotReady(deps)).toBeUndefined();
});

test('the product is not ready if the database does not respond', async () => {
	const pool = createPool({ url: 'postgres://127.0.0.1:1/none', poolSize: 1, applicationName: 'none', onError() {} });
	const db = createDatabase(pool);
	expect(await whyNotReady({ db, config: external })).toContain("the database doesn't respond");
	await db.destroy();
});

const open: BoundGauge = {
	name: 'open',
	help: 'Open ones',
	labels: ['state'],
	read: async () => [{ labels: { state: 'sent' }, value: 2 }],
};
const days: BoundGauge = { name: 'days', help: 'Days left', read: async () => [{ value: 0.5 }] };

async function valuesOf(...gauges: BoundGauge[]): Promise<string[]> {
	const text = await readSiteMetrics(gauges);
	for (const { name } of gauges) expect(text).toContain(`# TYPE ${name} gauge`);
	return text.split('\n').filter((line) => line && !line.startsWith('#'));
}

test('shows each gauge with its labels, none without a figure, and no gauge if one of them fails', async () => {
	expect(await valuesOf(open, days)).toEqual(['open{state="sent"} 2', 'days 0.5', 'lootpass_database_up 1']);
	expect(await valuesOf({ ...days, read: async () => [] })).toEqual(['lootpass_database_up 1']);
	const broken = { ...days, read: () => Promise.reject(new Error('unavailable')) };
	expect(await valuesOf(open, broken)).toEqual(['lootpass_database_up 0']);
});

type Panel = { title: string; targets?: { expr: string }[] };

async function ruleNames(): Promise<Set<string>> {
	const text = await (await fetch(`${product().url}/metrics`, { headers: bearer(TOKEN) })).text();
	const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
	return new Set(
		types.flatMap(([, name = '', type]) =>
			type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
		),
	);
}

const named = (text: string) => [...new Set(text.match(/\b(?:lootpass|nodejs|process)_\w+/g))];

async function dashboard(): Promise<Panel[]> {
	return JSON.parse(await readFile(join(MONITORING, 'grafana-dashboard.json'), 'utf8')).panels;
}

test('the product exports every metric that an alert or panel uses', async () => {
	const rules = await readFile(join(MONITORING, 'prometheus-alerts.yml'), 'utf8');
	const expressions = (await dashboard()).flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');
	expect(named(rules).length).toBeGreaterThan(8);
	const metrics = await ruleNames();
	expect(named(rules + expressions).filter((name) => !metrics.has(name))).toEqual([]);
});

test('the dashboard shows every lootpass metric', async () => {
	const shown = named(JSON.stringify(await dashboard())).map(withoutEnding);
	const own = [...(await ruleNames())].filter((name) => name.startsWith('lootpass_')).map(withoutEnding);
	expect(own.filter((name) => !shown.includes(name))).toEqual([]);
});

const withoutEnding = (name: string): string => name.replace(/_(bucket|sum|count)$/, '');

test('a rule that pages the operator fires if its gauge is absent', async () => {
	const rules = await readFile(join(MONITORING, 'prometheus-alerts.yml'), 'utf8');
	const paging = rules.split('- alert: ').filter((rule) => rule.includes('severity: page'));
	expect(paging.length).toBeGreaterThan(6);
	const gauges = paging.flatMap((rule) => rule.match(/\b(?:lootpass_\w+|up\{\S*\})(?=[^\n]* [<>=]+ \d)/g) ?? []);
	expect(gauges).toContain('up{job="lootpass"}');
	const states = gauges.filter((name) => !/_(bucket|sum|count|total)$/.test(name));
	expect(states.filter((name) => !rules.includes(`absent(${name})`))).toEqual([]);
});
