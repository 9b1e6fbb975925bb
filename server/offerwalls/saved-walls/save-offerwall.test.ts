import { sql } from 'kysely';
import type { Proposal } from '../../../contract/admin/proposals.ts';
import type { AdminOfferwall } from '../../../contract/offerwalls/staff-offerwalls.ts';
import { openWallAdmins, PATH_KEY, reason, SECRET } from '../../../test/partners/wall-admins.ts';
import { openAdminSite, type Site, startSite } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { cellOf, rowsOf } from '../../lib/db/database.ts';
import { OFFERWALLS_CHANGED } from '../walls/wall-changes.ts';

const database = openTestDatabase({ poolSize: 10 });
const fileEntry = { id: 'of-file', partner: 'kiwiwall', name: 'Of the file', secret: 'the-key-of-the-file' };
const env = { PAYOUT_USD_PER_THOUSAND: '5', MARGIN_FLOOR_PERCENT: '20' };
const site = openAdminSite(database, { walls: [fileEntry], env });
const { ada, ben, call, decide, edit, send, wallOf } = openWallAdmins(site);
let there: Site;
beforeAll(async () => {
	there = await startSite(database, { env });
});
afterAll(() => there.close());

const entryOf = (id: string, more: object = {}) => ({
	...{ id, partner: 'kiwiwall', name: 'Kiwi', secret: SECRET, pathKey: PATH_KEY, allowedIps: ['127.0.0.1'] },
	...{ enabled: true, ...more },
});
const save = (entry: object, more: object = {}) => call('adminSaveOfferwall', { entry, reason, ...more });
const refused = (reason: string) => ({ details: { reason } });

async function add(id: string, more: object = {}) {
	const requested = await save(entryOf(id, more));
	expect(requested).toEqual({ proposal: expect.any(String) });
	expect(await decide(requested.proposal)).toMatchObject({ state: 'done' });
	return wallOf(id);
}

async function allText(): Promise<string> {
	const tables = 'proposals audit_records audit_fields offerwalls offerwall_changes callbacks log_entries'.split(' ');
	const read = (table: string) =>
		cellOf<string>(database.owner)`select string_agg(t::text, chr(10)) from ${sql.table(table)} t`;
	return (await Promise.all(tables.map(read))).join();
}

test('a new wall waits for a second admin, who sees no secrets, and then pays on every node', async () => {
	const requested = await save(entryOf('first'));
	expect(await wallOf('first')).toBeUndefined();
	expect(await send('first')).toBe('UNKNOWN WALL');
	expect(await decide(requested.proposal, ada)).toMatchObject(refused('not-your-own-proposal'));

	const { items } = await call<{ items: Proposal[] }>('adminGetProposals', { state: 'waiting' }, ben);
	expect(items.find(({ id }) => id === requested.proposal)).toMatchObject({
		call: 'adminSaveOfferwall',
		input: {
			entry: { id: 'first', partner: 'kiwiwall', allowedIps: ['127.0.0.1'] },
			takes_two: ['id'],
			new_secrets: ['secret', 'pathKey'],
		},
	});
	const waiting = JSON.stringify(items);
	for (const secret of [SECRET, PATH_KEY, 'sealed']) expect(waiting).not.toContain(secret);

	expect(await decide(requested.proposal)).toMatchObject({ state: 'done' });
	expect(await send('first')).toBe('1');
	await vi.waitFor(async () => expect(await send('first', { at: there })).toBe('1'));
	const text = await allText();
	for (const secret of [SECRET, PATH_KEY]) expect(text).not.toContain(secret);
	expect(text).toContain('""secrets"": [""pathKey"", ""secret""]');
});

test('a new wall is read with its secrets as null, and saving it that way keeps them', async () => {
	const shown = await wallOf('first');
	expect(shown).toMatchObject({
		version: 1,
		entry: { id: 'first', secret: null, pathKey: null, enabled: true },
		keys: { secret: true, pathKey: true, allowedIps: 1 },
	});
	expect(JSON.stringify({ ...shown, callbackUrl: '' })).not.toContain(PATH_KEY);
	expect(JSON.stringify(shown)).not.toContain(SECRET);
	expect(await edit('first', {})).toMatchObject({ changed: expect.any(Boolean) });
	expect(await send('first')).toBe('1');
	expect(await send('first', { key: '' })).toBe('FORBIDDEN');
});

test.each<[string, object, string?, object?]>([
	['no secret', entryOf('new', { secret: null }), 'invalid-input'],
	['a rate below the margin', entryOf('new', { rate: 190 }), 'below-margin'],
	['an unknown override', entryOf('new', { override: { isAdmin: true } }), 'invalid-input'],
	['a long secret', entryOf('new', { secret: 'x'.repeat(501) })],
	['a huge override', entryOf('new', { override: { successBody: 'x'.repeat(100_000) } })],
	['sealed secrets, which only proposals contain', entryOf('new'), undefined, { sealed: 'v1.00000000.AAAA' }],
])('a new wall with %s is rejected and changes nothing', async (_, entry, expected, more) => {
	const before = await rowsOf(database.owner)`select id, state from proposals order by id`;
	expect(await save(entry, more)).toMatchObject(expected ? refused(expected) : { status: 'INVALID_ARGUMENT' });
	expect(await rowsOf(database.owner)`select id, state from proposals order by id`).toEqual(before);
});

test.each([
	'http://feed.example',
	'https://127.0.0.1',
	'https://[::1]:8443',
	'https://169.254.169.254',
	'https://10.1.2.3',
	'https://localhost',
	'https://db.internal',
	'https://intranet',
	'https://name:word@feed.example.com',
	'https://2130706433',
])('a new wall cannot name an unsafe address: %s', async (url) => {
	const feed = { kind: 'lootably', apiKey: 'k', placementID: '1' };
	expect(await save(entryOf('new', { feed: { ...feed, url } }))).toMatchObject(refused('invalid-input'));
	expect(await save(entryOf('new', { picture: url }))).toMatchObject(refused('invalid-input'));
	const override = { wallUrl: `${url}/?u={uid}` };
	expect(await save(entryOf('new', { override }))).toMatchObject(refused('invalid-input'));
});

describe('a change', () => {
	beforeAll(() => add('changed'));

	test.each([
		['its name', { name: 'Kiwi & Co' }],
		['its countries', { countries: ['NL'] }],
		['its age', { minAge: 18 }],
		['its hold', { holdHours: 12 }],
	])('a change to %s needs one admin', async (_, changes) => {
		expect(await edit('changed', changes)).toMatchObject({ changed: true });
		expect((await wallOf('changed'))?.entry).toMatchObject(changes);
	});

	test.each([
		['its secret', { secret: 'another-9Kd02mVqPz' }],
		['its path key', { pathKey: 'another-7hQmZ0vTtB3' }],
		['its path key, by removing it', { pathKey: '' }],
		['its allowed IPs', { allowedIps: [] }],
		['its app id', { appId: '12345' }],
		['its signature recipe', { override: { signature: { scheme: 'none' } } }],
		['its offer feed', { feed: { kind: 'lootably', url: 'https://feed.example.com', apiKey: 'k', placementID: '1' } }],
		['its rate', { rate: 100 }],
		['its hold, to a shorter one', { holdHours: 1 }],
		['its hold, by removing it', { holdHours: null }],
		['its picture', { picture: 'https://elsewhere.example/tile.png' }],
		['its support page', { supportUrl: 'https://elsewhere.example/?user={uid}' }],
		['the parameters of its address', { wallParams: { next: 'elsewhere' } }],
	])('a change to %s needs two admins', async (_, changes) => {
		const before = await wallOf('changed');
		const requested = await edit('changed', changes);
		expect(requested).toEqual({ proposal: expect.any(String) });
		expect(await wallOf('changed')).toEqual(before);
		expect(await decide(requested.proposal, ada)).toMatchObject(refused('not-your-own-proposal'));
		expect(await decide(requested.proposal, ben, 'refuse')).toMatchObject({ state: 'refused' });
		expect(await wallOf('changed')).toEqual(before);
	});

	test("one admin cannot shorten a wall's hold, even if the hold was changed in the quick form before", async () => {
		const set = (holdHours: number | null) => call('adminChangeOfferwall', { id: 'changed', holdHours, reason });
		expect(await set(72)).toMatchObject({ changed: true });
		const waiting = { proposal: expect.any(String) };
		for (const shorter of [0, 71, null]) expect(await set(shorter)).toEqual(waiting);
		expect(await edit('changed', { name: 'Kiwi', holdHours: 12 })).toEqual(waiting);
		expect((await wallOf('changed'))?.holdHours).toBe(72);
	});

	test('a change to the secret applies on every node at once, and postbacks signed before are rejected', async () => {
		const requested = await edit('changed', { secret: 'quite-another-4Jx0' });
		const heard = vi.fn();
		const stop = there.deps.live.subscribe(OFFERWALLS_CHANGED, heard);
		await decide(requested.proposal);
		await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce());
		stop();
		expect(await send('changed')).toBe('INVALID SIGNATURE');
		expect(await send('changed', { secret: 'quite-another-4Jx0' })).toBe('1');
		await vi.waitFor(async () => expect(await send('changed', { secret: 'quite-another-4Jx0', at: there })).toBe('1'));
		expect(await send('changed', { at: there })).toBe('INVALID SIGNATURE');
		const [audited] = await rowsOf(database.owner)`
			select details from audit_entries where action = 'save-offerwall' order by id desc limit 1
		`;
		expect(audited).toMatchObject({ details: { wall: 'changed', secrets: ['secret'], proposed_by: ada.uid } });
	});

	test('a change based on an outdated version is rejected, even when approved', async () => {
		const { entry, version } = (await wallOf('changed')) as AdminOfferwall;
		const requested = await edit('changed', { allowedIps: ['203.0.113.7'] });
		await edit('changed', { name: 'Faster' }, ben);
		const late = { entry: { ...entry, name: 'Slower' }, version, reason };
		expect(await call('adminSaveOfferwall', late)).toMatchObject(refused('wall-changed-meanwhile'));
		expect(await decide(requested.proposal)).toMatchObject(refused('wall-changed-meanwhile'));
		expect((await wallOf('changed'))?.entry).toMatchObject({ name: 'Faster', allowedIps: ['127.0.0.1'] });
	});

	test('a change made by two admins at the same time is applied once', async () => {
		const { entry, version } = (await wallOf('changed')) as AdminOfferwall;
		const both = ['One', 'Two'].map((name) => ({ entry: { ...entry, name }, version, reason }));
		const answers = await Promise.all(both.map((data, n) => call('adminSaveOfferwall', data, n ? ben : ada)));
		expect(answers.filter(({ changed }) => changed)).toHaveLength(1);
		expect(answers.filter(({ details }) => details?.reason === 'wall-changed-meanwhile')).toHaveLength(1);
	});

	test('a change to the partner is rejected, because its transactions are in the books', async () => {
		expect(await edit('changed', { partner: 'tapjoy' })).toMatchObject(refused('wall-has-another-partner'));
	});

	test('a change during postbacks neither loses nor duplicates a postback', async () => {
		const { uid } = await site.signUp();
		const sent = Array.from({ length: 40 }, () => send('first', { uid }));
		const named = Array.from({ length: 5 }, (_, n) => edit('first', { name: `Kiwi ${n}` }));
		expect(new Set(await Promise.all(sent))).toEqual(new Set(['1']));
		await Promise.all(named);
		const sum = await cellOf(database.owner)`select sum(amount)::int from transfers where uid = ${uid}`;
		expect(sum).toBe(40 * 5_000);
	});
});

describe('switching a wall', () => {
	beforeAll(() => add('switched'));
	const change = (enabled: boolean) => call('adminChangeOfferwall', { id: 'switched', enabled, reason });

	test('switching a wall off needs one admin and switching it on needs two, whether by the change call or the save call', async () => {
		expect(await change(false)).toMatchObject({ enabled: false, changed: true });
		expect(await send('switched')).toBe('FORBIDDEN');
		const requested = await change(true);
		expect(requested).toEqual({ proposal: expect.any(String) });
		expect(await edit('switched', { enabled: true })).toEqual({ proposal: expect.any(String) });
		expect(await send('switched')).toBe('FORBIDDEN');
		expect(await decide(requested.proposal, ada)).toMatchObject(refused('not-your-own-proposal'));
		await decide(requested.proposal);
		expect(await send('switched')).toBe('1');
	});

	test('switching a wall off is not undone by a save based on an older version', async () => {
		const { entry, version } = (await wallOf('switched')) as AdminOfferwall;
		await change(false);
		const late = { entry: { ...entry, name: 'Late' }, version, reason };
		expect(await call('adminSaveOfferwall', late)).toMatchObject(refused('wall-changed-meanwhile'));
		expect(await edit('switched', { name: 'In time' })).toMatchObject({ changed: true });
		expect(await wallOf('switched')).toMatchObject({ enabled: false, name: 'In time' });
	});
});

const remove = (id: string) => call('adminRemoveOfferwall', { id, reason });

test('removing a wall is rejected while the wall is on or holds credits', async () => {
	await add('leaving', { holdHours: 24 });
	expect(await remove('unknown')).toMatchObject({ status: 'NOT_FOUND' });
	expect(await remove('leaving')).toMatchObject(refused('wall-still-on'));
	await send('leaving');
	await call('adminChangeOfferwall', { id: 'leaving', enabled: false, reason });
	expect(await remove('leaving')).toMatchObject(refused('wall-holds-credits'));
	await sql`update held_credits set outcome = 'released' where wall = 'leaving'`.execute(database.owner);
	const { proposal } = await remove('leaving');
	expect(await wallOf('leaving')).toBeDefined();
	expect(await decide(proposal)).toMatchObject({ state: 'done' });
	expect(await wallOf('leaving')).toBeUndefined();
	expect(await send('leaving')).toBe('UNKNOWN WALL');
	await vi.waitFor(async () => expect(await send('leaving', { at: there })).toBe('UNKNOWN WALL'));
	await sql`update held_credits set outcome = null where wall = 'leaving'`.execute(database.owner);
	const [row] = await rowsOf(database.owner)`select secrets, version from offerwalls where id = 'leaving'`;
	expect(row).toEqual({ secrets: null, version: 3 });
});

test('a removed wall reserves its id for the same partner', async () => {
	expect(await save(entryOf('leaving', { partner: 'pollfish' }))).toMatchObject(refused('wall-has-another-partner'));
	expect(await save(entryOf('leaving', { secret: null }))).toMatchObject(refused('invalid-input'));
	await add('leaving');
	expect(await send('leaving')).toBe('1');
});

test('the order of walls changes on every node, and an incomplete list is rejected', async () => {
	const ids = (await call<AdminOfferwall[]>('adminGetOfferwalls', null)).map(({ id }) => id);
	const wanted = ids.toReversed();
	expect(await call('adminOrderOfferwalls', { ids: wanted, reason })).toEqual({ ids: wanted });
	expect((await call<AdminOfferwall[]>('adminGetOfferwalls', null)).map(({ id }) => id)).toEqual(wanted);
	await vi.waitFor(() => expect(there.deps.walls.map(({ id }) => id)).toEqual(wanted));
	const short = { ids: wanted.slice(1), reason };
	expect(await call('adminOrderOfferwalls', short)).toMatchObject(refused('wall-changed-meanwhile'));
});
