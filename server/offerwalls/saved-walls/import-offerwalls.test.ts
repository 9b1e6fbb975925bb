import { sql } from 'kysely';
import { openWallAdmins, PATH_KEY, reason, SECRET } from '../../../test/partners/wall-admins.ts';
import { openAdminSite, startSite, TEST_SECRETS } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { atTheMachine } from '../../accounts/with-audit.ts';
import { systemClock } from '../../lib/clock-and-log.ts';
import { rowsOf } from '../../lib/db/database.ts';
import { createSecretBox } from '../../lib/secrets/secret-box.ts';
import { importOfferwalls, removeSandboxWalls } from './import-offerwalls.ts';
import { rotateSecretsKey } from './rotate-secrets-key.ts';

const database = openTestDatabase({ poolSize: 10 });
const site = openAdminSite(database);
const box = createSecretBox(TEST_SECRETS.secretsKey);
const otherBox = createSecretBox('another-key-of-more-than-32-characters-again');
const { call, decide, edit: propose, send } = openWallAdmins(site);
beforeEach(async () => {
	await sql`delete from offerwalls`.execute(database.owner);
	await sql`delete from offerwall_changes`.execute(database.owner);
	await site.deps.wallChanges.refresh();
});

const entryOf = (id: string, more: object = {}) => ({
	...{ id, partner: 'kiwiwall', name: id, secret: SECRET, pathKey: PATH_KEY },
	...more,
});

async function importing(entries: unknown, secretBox = box): Promise<string[]> {
	const deps = { db: database.app, clock: systemClock, secretBox };
	const ids = await importOfferwalls(deps, { source: 'walls.json', entries });
	await site.deps.wallChanges.refresh();
	return ids;
}

const ids = () => site.deps.walls.map(({ id }) => id);
const wallOf = (id: string) => site.deps.wallChanges.find(id);

async function edit(id: string, changes: object): Promise<void> {
	const { proposal } = await propose(id, changes);
	if (proposal) await decide(proposal);
}

async function remove(id: string): Promise<void> {
	await call('adminChangeOfferwall', { id, enabled: false, reason });
	const { proposal } = await call('adminRemoveOfferwall', { id, reason });
	await decide(proposal);
	expect(wallOf(id)).toBeUndefined();
}

type Audited = { actor: string; details: Record<string, unknown> };
const audited = (id: string) => rowsOf<Audited>(database.owner)`
	select actor, details from audit_entries
	where action = 'import-offerwalls' and details ->> 'wall' = ${id} order by id
`;

/** `xmin` reveals rows that were rewritten without a change. */
const written = () => rowsOf(database.owner)`
	select xmin::text, t::text as row from offerwalls t
	union all select xmin::text, t::text from offerwall_changes t
	union all select '', count(*)::text from audit_records t
	order by 1, 2
`;

test('the first import adds walls in file order without a second person, hides their secrets, and they accept postbacks', async () => {
	expect(await importing([entryOf('two'), entryOf('one')])).toEqual(['two', 'one']);
	expect(ids()).toEqual(['two', 'one']);
	expect(await send('two')).toBe('1');
	const [entry] = await audited('two');
	expect(entry).toMatchObject({
		actor: 'system',
		details: {
			...{ at: 'command line', reason: 'Imported from walls.json.', version: 1, before: {} },
			after: { id: 'two', partner: 'kiwiwall', name: 'two' },
			secrets: ['pathKey', 'secret'],
		},
	});
	const rows = await rowsOf<{ text: string }>(database.owner)`
		select o::text || (select string_agg(a::text, '') from audit_records a) as text from offerwalls o
	`;
	for (const { text } of rows) for (const secret of [SECRET, PATH_KEY]) expect(text).not.toContain(secret);
});

test('the first import puts the walls of the file before those of the admin area, and later ones last', async () => {
	const { proposal } = await call('adminSaveOfferwall', { entry: entryOf('own'), reason });
	await decide(proposal);
	await importing([entryOf('b'), entryOf('a')]);
	expect(ids()).toEqual(['b', 'a', 'own']);
	await importing([entryOf('b'), entryOf('a'), entryOf('later')]);
	expect(ids()).toEqual(['b', 'a', 'own', 'later']);
});

test('the first import keeps the settings and order that admins chose while the wall was only in the file', async () => {
	await sql`
		insert into offerwall_changes (wall, enabled, min_age, position) values ('off', false, 18, 1), ('first', null, null, 0)
	`.execute(database.owner);
	await importing([entryOf('off'), entryOf('first'), entryOf('last')]);
	expect(ids()).toEqual(['first', 'off', 'last']);
	expect(wallOf('off')).toMatchObject({ enabled: false, minAge: 18, pathKey: PATH_KEY });
	expect(await send('off')).toBe('FORBIDDEN');
});

test('the first import accepts 500 entries, and importing them again writes nothing', async () => {
	const entries = Array.from({ length: 500 }, (_, n) => entryOf(`w${n}`));
	expect(await importing(entries)).toHaveLength(500);
	expect(ids()).toEqual(entries.map(({ id }) => id));
	const before = await written();
	expect(await importing(entries)).toEqual([]);
	expect(await written()).toEqual(before);
});

test('an unchanged entry writes nothing, even if the file is formatted differently', async () => {
	await importing([entryOf('same', { wallParams: { a: '1', b: '2' } })]);
	const before = await written();
	const reordered = Object.fromEntries(Object.entries(entryOf('same')).toReversed());
	expect(await importing([{ ...reordered, appId: '', wallParams: { b: '2', a: '1' } }])).toEqual([]);
	expect(await written()).toEqual(before);
});

test('an unchanged entry keeps the changes of admins', async () => {
	await importing([entryOf('kept', { minAge: 16 })]);
	await edit('kept', { name: 'Of the admin', secret: 'of-the-admin-5Tq' });
	await call('adminChangeOfferwall', { id: 'kept', enabled: false, reason });
	const before = await written();
	expect(await importing([entryOf('kept', { minAge: 16 })])).toEqual([]);
	expect(await written()).toEqual(before);
	const ofAdmin = { name: 'Of the admin', secret: 'of-the-admin-5Tq', enabled: false, minAge: 16 };
	expect(wallOf('kept')).toMatchObject(ofAdmin);
});

test('an unchanged entry is not imported again after rotate-secrets-key', async () => {
	await importing([entryOf('rotated')]);
	await edit('rotated', { name: 'Of the admin' });
	const [proposals, saveKey] = [{ select: async () => [], update: async () => {} }, async () => {}];
	const deps = { db: database.app, clock: systemClock };
	await rotateSecretsKey(deps, { from: box, to: otherBox, proposals, saveKey }, atTheMachine);
	expect(await importing([entryOf('rotated')], otherBox)).toEqual([]);
});

test('a changed entry replaces the changes of admins, and the audit records both', async () => {
	await importing([entryOf('both'), entryOf('other')]);
	await edit('both', { name: 'Of the admin', minAge: 18 });
	await call('adminChangeOfferwall', { id: 'both', enabled: false, reason });
	const changed = entryOf('both', { name: 'Of the file', secret: 'of-the-file-5Tq' });
	expect(await importing([changed, entryOf('other')])).toEqual(['both']);
	expect(wallOf('both')).toMatchObject({ name: 'Of the file', enabled: true, minAge: 13 });
	expect(await send('both', { secret: 'of-the-file-5Tq' })).toBe('1');
	expect((await audited('both')).at(-1)?.details).toMatchObject({
		before: { name: 'Of the admin', enabled: false, minAge: 18 },
		after: { name: 'Of the file' },
		secrets: ['secret'],
	});
	expect(await audited('other')).toHaveLength(1);
});

test('a changed entry does not change the wall if an admin already made the same change', async () => {
	await importing([entryOf('equal')]);
	await edit('equal', { name: 'New', enabled: undefined, minAge: undefined, holdHours: undefined });
	const version = site.deps.wallChanges.saved('equal')?.version;
	const changed = entryOf('equal', { name: 'New', enabled: true });
	expect(await importing([changed])).toEqual([]);
	expect(site.deps.wallChanges.saved('equal')?.version).toBe(version);
	expect(await audited('equal')).toHaveLength(1);
	const before = await written();
	await importing([changed]);
	expect(await written()).toEqual(before);
});

test.each([
	['', box],
	[', even after a change of SECRETS_KEY', otherBox],
])('only a changed entry restores a removed wall%s', async (_, by) => {
	await importing([entryOf('gone')]);
	await remove('gone');
	for (let times = 0; times < 2; times += 1) expect(await importing([entryOf('gone')], by)).toEqual([]);
	expect(ids()).toEqual([]);
	expect(await send('gone')).toBe('UNKNOWN WALL');
	expect(await importing([entryOf('gone', { name: 'Again' })], by)).toEqual(['gone']);
	if (by === box) expect(wallOf('gone')).toMatchObject({ name: 'Again', enabled: true });
});

test('a changed entry invalidates a pending proposal', async () => {
	await importing([entryOf('asked')]);
	const { proposal } = await propose('asked', { appId: '1' });
	await importing([entryOf('asked', { name: 'New' })]);
	expect(await decide(proposal)).toMatchObject({ details: { reason: 'wall-changed-meanwhile' } });
});

test('a wall missing from the file stays unchanged', async () => {
	await importing([entryOf('stays'), entryOf('other')]);
	expect(await importing([entryOf('other')])).toEqual([]);
	expect(await send('stays')).toBe('1');
	expect(await importing([])).toEqual([]);
	expect(ids()).toEqual(['stays', 'other']);
});

const restart = () => startSite(database, { secrets: { secretsKey: 'another-key-of-more-than-32-characters-again' } });

test('unreadable secrets are imported again after a change of SECRETS_KEY, and a wall that was off stays off', async () => {
	const entries = [entryOf('a'), entryOf('b'), entryOf('c')];
	await importing(entries);
	await edit('b', { enabled: false });
	await call('adminChangeOfferwall', { id: 'c', enabled: false, reason });
	await expect(restart()).rejects.toThrow(/Wrong SECRETS_KEY: .* encrypted with key [0-9a-f]{8}, and this is key/);
	expect(await importing(entries, otherBox)).toEqual(['a', 'b', 'c']);
	const again = await restart();
	expect(again.deps.walls.map(({ id, secret, enabled }) => [id, secret, enabled])).toEqual([
		['a', SECRET, true],
		['b', SECRET, false],
		['c', SECRET, false],
	]);
	await again.close();
	expect(await importing(entries, otherBox)).toEqual([]);
});

test('unreadable secrets stop the whole import if the file lacks their wall', async () => {
	await importing([entryOf('here'), entryOf('elsewhere')]);
	const before = await written();
	await expect(importing([entryOf('here')], otherBox)).rejects.toThrow(
		/Wrong SECRETS_KEY: the secrets of elsewhere are encrypted/,
	);
	expect(await written()).toEqual(before);
});

test('unreadable secrets are imported again if they are damaged', async () => {
	await importing([entryOf('damaged')]);
	await sql`update offerwalls set secrets = left(secrets, -4) || 'AAAA'`.execute(database.owner);
	expect(await importing([entryOf('damaged')])).toEqual(['damaged']);
	expect(await send('damaged')).toBe('1');
});

test('rejects a file that gives a wall another partner, and imports nothing', async () => {
	await importing([entryOf('known')]);
	const entries = [entryOf('good'), entryOf('known', { partner: 'tapjoy' })];
	await expect(importing(entries)).rejects.toThrow(
		/entry 2 \(known\), partner: the ID has booked transactions of kiwiwall/,
	);
	await expect(importing([entryOf('good'), { id: 'half' }])).rejects.toThrow(/entry 2 \(half\)/);
	expect(ids()).toEqual(['known']);
});

const url = 'http://127.0.0.1:4010';
const feed = { kind: 'lootably', url, apiKey: 'k', placementID: '1' };
const fed = entryOf('fed', { partner: 'lootably', feed, override: { wallUrl: `${url}/{uid}` } });

test('a private origin is accepted from the file, even after an edit, but no other one from the admin area', async () => {
	await importing([fed]);
	expect(wallOf('fed')?.feed).toMatchObject({ kind: 'lootably', url });
	await edit('fed', { name: 'Renamed' });
	expect(wallOf('fed')).toMatchObject({ name: 'Renamed', feed: { url } });
	expect(wallOf('fed')?.feed).not.toHaveProperty('isPublicOnly');
	await edit('fed', { feed: { ...feed, url: 'http://127.0.0.1:4011' } });
	expect(wallOf('fed')?.feed?.url).toBe(url);
	await edit('fed', { feed: { ...feed, url: 'https://feed.example.com' } });
	expect(wallOf('fed')?.feed).toMatchObject({ url: 'https://feed.example.com', isPublicOnly: true });
});

test('nodes that start concurrently import the same file only once', async () => {
	const entries = Array.from({ length: 20 }, (_, n) => entryOf(`n${n}`));
	const imported = await Promise.all(Array.from({ length: 5 }, () => importing(entries)));
	expect(imported.flat().toSorted()).toEqual(entries.map(({ id }) => id).toSorted());
	for (const { id } of entries) expect(await audited(id)).toHaveLength(1);
});

test('nodes that start concurrently import different files one after another, never mixed', async () => {
	const fileOf = (name: string) => ['x', 'y'].map((id) => entryOf(id, { name }));
	await Promise.all(['One', 'Two', 'Three'].map((name) => importing(fileOf(name))));
	const names = site.deps.walls.map(({ name }) => name);
	expect(new Set(names).size).toBe(1);
	expect(await audited('x')).toHaveLength(3);
});

test("production removes the sandbox's walls, and a sandbox imports them again", async () => {
	const override = { wallUrl: 'http://localhost:3001/wall?u={uid}' };
	const entries = [entryOf('sandbox', { override }), entryOf('own', { override })];
	const deps = { db: database.app, clock: systemClock };
	await importing(entries);
	await removeSandboxWalls(deps, ['sandbox']);
	await site.deps.wallChanges.refresh();
	expect(ids()).toEqual(['own']);
	const before = await written();
	await removeSandboxWalls(deps, ['sandbox']);
	expect(await written()).toEqual(before);
	expect(await importing(entries)).toEqual(['sandbox']);
});
