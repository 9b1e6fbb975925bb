import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CallResult } from '../../../contract/calls.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { asRobuxCents } from '../../../contract/money.ts';
import type { AdminOfferwall } from '../../../contract/offerwalls/staff-offerwalls.ts';
import { insertAccount, stillCatalogue } from '../../../test/partners/offers-world.ts';
import { PATH_KEY, signed, useWalls, wallEntries } from '../../../test/partners/play.ts';
import { openAdmin, openAdminSite } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { postTransfer } from '../../ledger/post-transfer.ts';
import { openWallet } from '../../ledger/wallet.ts';
import { cellOf, inTransaction, rowsOf } from '../../lib/db/database.ts';
import { countOfferFigures } from '../catalogue/count-figures.ts';
import { fixtures } from '../partners/documented/postbacks.ts';
import { getOfferwalls } from './get-offerwalls.ts';
import { toWalls, type Wall } from './wall.ts';

const database = openTestDatabase({ poolSize: 10 });
const { app, owner } = database;
const isAdjoe = (entry: object) => (entry as { partner: string }).partner === 'adjoe';
const others = wallEntries({}, { formats: true }).filter((entry) => !isAdjoe(entry));
const entries = [...others, ...wallEntries().filter(isAdjoe)];
const walls = toWalls(entries, 'test');
const site = openAdminSite(database, { walls: entries });
const find = (id: string) => site.deps.walls.find((wall) => wall.id === id) as Wall;
const admin = openAdmin(site);
const play = useWalls(database, { isOfDatabase: true });

const list = async () => (await site.callAs('adminGetOfferwalls', null, admin)) as AdminOfferwall[];
const wallOf = async (id: string) => (await list()).find((wall) => wall.id === id);
const change = (request: object) =>
	site.callAs('adminChangeOfferwall', { reason: 'The partner asked.', ...request }, admin);
async function changeByTwo(request: object) {
	const { proposal: id } = (await change(request)) as { proposal: string };
	await site.callAs('adminDecideProposal', { id, decision: 'approve', reason: 'It works again.' }, await site.admin());
	return wallOf((request as { id: string }).id);
}
const sendTest = (id: string) => site.callAs('adminSendTestPostback', { id }, admin);
const bookedRows = () => cellOf(owner)`
	select (select count(*) from transfers)::int + (select count(*) from waiting_reversals)::int
		+ (select count(*) from wall_transactions)::int
`;

test("the list of walls shows each wall's setup and existing keys, but never a secret", async () => {
	const answer = await list();
	expect(answer.map(({ id }) => id)).toEqual(walls.map(({ id }) => id));
	expect(answer.find(({ id }) => id === 'cpx')).toMatchObject({
		...{ partner: 'cpx', partnerName: 'CPX Research', enabled: true, strength: 'weak', version: 1 },
		keys: { secret: true, pathKey: true, allowedIps: 1 },
	});
	const text = JSON.stringify(answer);
	for (const { secret } of walls) expect(text).not.toContain(secret);
	expect(answer.find(({ id }) => id === 'cpx')?.callbackUrl).toContain(`/postback/cpx/${PATH_KEY}?status={status}`);
});

test('the list of walls names missing, weak and uncertain settings', async () => {
	const { findings = [], strength } = (await wallOf('kiwiwall')) ?? {};
	expect(strength).toBe('part');
	expect(findings.join('\n')).toMatch(/doesn't cover the transaction ID: add a path key/);
	expect(findings.join('\n')).toMatch(/No allowed IPs: .*34\.193\.235\.172/);
	expect(findings.join('\n')).toMatch(/No rate set/);
	expect(findings.join('\n')).toMatch(/Check in the partner's dashboard: reversals repeat trans_id/);
});

test('a new wall with only refusals after five tries shows the likely cause', async () => {
	const [uid, tx] = [await play.user(), () => randomUUID()];
	const wrong = { 'OFFER:TASK:STATE': 'NEVER' };
	for (let n = 0; n < 4; n += 1) await play.send(signed('bitlabs', uid, tx(), wrong));
	const problem = async () => (await wallOf('bitlabs'))?.findings.find((text) => text.includes('Likely cause'));
	expect(await problem()).toBeUndefined();
	await play.send(signed('bitlabs', uid, tx(), wrong));
	expect(await problem()).toBe(
		'None of its 5 postbacks so far was accepted. Likely cause: OFFER:TASK:STATE has the value NEVER, which this contract does not list. Correct it, then replay them',
	);
	await play.send(signed('bitlabs', uid, tx()));
	expect(await problem()).toBeUndefined();
});

test('the list of walls counts the postbacks of the last day by outcome', async () => {
	const before = await wallOf('tapjoy');
	const uid = await play.user();
	const credit = signed('tapjoy', uid, randomUUID());
	await play.send(credit);
	await play.send(credit);
	await play.send(credit, (query) => `${query}0`);
	await sql`
		insert into callbacks (at, wall, outcome, ip, request)
		values (now() - interval '25 hours', 'tapjoy', 'booked', '::1', '')
	`.execute(owner);
	const { callbacks } = (await wallOf('tapjoy')) ?? {};
	expect(before?.callbacks).toEqual({ total: 0, byOutcome: [], lastAt: null });
	expect(callbacks).toEqual({
		total: 3,
		byOutcome: [
			{ outcome: 'bad-signature', count: 1 },
			{ outcome: 'booked', count: 1 },
			{ outcome: 'replayed', count: 1 },
		],
		lastAt: expect.any(Number),
	});
});

test("a change applies at once on all nodes, is audited, and null restores the entry's value", async () => {
	const isOnThere = () => play.server.deps.wallChanges.find('adgem')?.enabled;
	const off = { id: 'adgem', enabled: false, minAge: 18, holdHours: 24, changed: true };
	expect(await change({ id: 'adgem', enabled: false, minAge: 18, holdHours: 24 })).toEqual(off);
	expect(find('adgem')).toMatchObject({ enabled: false, minAge: 18, holdHours: 24 });
	await vi.waitFor(() => expect(isOnThere()).toBe(false));
	const uid = await play.user();
	expect((await play.send(signed('adgem', uid, randomUUID()))).status).toBe(403);
	expect(await wallOf('adgem')).toMatchObject({ enabled: false, minAge: 18, holdHours: 24 });

	expect(await change({ id: 'adgem', enabled: false })).toMatchObject({ changed: false });
	expect(await changeByTwo({ id: 'adgem', enabled: true })).toMatchObject({ enabled: true, minAge: 18 });
	await change({ id: 'adgem', enabled: false });
	const back = await changeByTwo({ id: 'adgem', enabled: null, minAge: null, holdHours: null });
	expect(back).toMatchObject({ enabled: true, minAge: 13, holdHours: 0 });
	await vi.waitFor(() => expect(isOnThere()).toBe(true));

	const rows = await rowsOf(owner)`
		select actor, details from audit_entries where action = 'change-offerwall' order by id
	`;
	expect(rows).toHaveLength(4);
	const before = { enabled: true, minAge: 13, holdHours: 0 };
	const about = { wall: 'adgem', before, after: { enabled: false, minAge: 18, holdHours: 24 } };
	const details = { ...about, reason: 'The partner asked.', ip: '127.0.0.1', role: 'owner' };
	expect(rows[0]).toEqual({ actor: admin.uid, details });
});

test('a change concurrent with another one loses neither', async () => {
	await Promise.all([change({ id: 'lootably', enabled: false }), change({ id: 'lootably', minAge: 16 })]);
	expect(await wallOf('lootably')).toMatchObject({ enabled: false, minAge: 16 });
});

test.each([
	{ id: 'unknown', enabled: true },
	{ id: 'cpx', enabled: true, reason: '' },
	{ id: 'cpx', minAge: 12 },
	{ id: 'cpx', holdHours: 9_000 },
	{ id: 'cpx', secret: 'another-secret' },
])('the change %j is rejected', async (request) => {
	const status = request.id === 'unknown' ? 'NOT_FOUND' : 'INVALID_ARGUMENT';
	expect(await change(request)).toMatchObject({ status });
});

test.each(Object.keys(fixtures))('a test postback for %s is verified, logged and not booked', async (partner) => {
	const before = await bookedRows();
	const request = expect.stringMatching(/^(GET|POST) \/postback\//);
	expect(await sendTest(partner)).toMatchObject({ verified: true, request });
	expect(await bookedRows()).toBe(before);
});

test("a test postback reports why it does not match the wall's formats", async () => {
	const wall = find('kiwiwall');
	const { formats } = wall;
	wall.formats = new Map([['trans_id', /^[A-Z]{40}$/]]);
	const rejection = 'trans_id is missing or malformed';
	expect(await sendTest('kiwiwall')).toMatchObject({ verified: false, outcome: 'not-understood', why: rejection });
	wall.formats = formats;
});

test('a test postback is audited with its sender', async () => {
	await sendTest('tapjoy');
	const rows = await rowsOf(owner)`
		select actor, details->>'wall' as wall from audit_entries where action = 'test-postback' order by id desc limit 1
	`;
	expect(rows).toEqual([{ actor: admin.uid, wall: 'tapjoy' }]);
});

const certify = (id: string) =>
	site.callAs('adminCertifyOfferwall', { id }, admin) as Promise<CallResult<'adminCertifyOfferwall'>>;

const keyed = walls.filter(({ pathKey }) => pathKey).map(({ id }) => id);
test.each(keyed)('the certification of %s passes and stores nothing', async (id) => {
	const before = await bookedRows();
	const stored = () => cellOf(owner)`select count(*) from callbacks`;
	const count = await stored();
	const { cases } = await certify(id);
	expect(cases.filter((one) => !one.passed)).toEqual([]);
	expect(cases.length).toBeGreaterThan(2);
	expect(await bookedRows()).toBe(before);
	expect(await stored()).toBe(count);
});

test("the certification uses the entry's own parameters and rules, and lists the cases that fail", async () => {
	const wall = find('theoremreach');
	const { partner } = wall;
	wall.partner = { ...partner, parameters: { ...partner.parameters, reward: 'points' } };
	expect(await certify('theoremreach')).toMatchObject({ passed: true });
	wall.partner = { ...partner, kinds: { rules: [] } };
	const { cases } = await certify('theoremreach');
	wall.partner = partner;
	expect(cases.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual([
		'Reversal of this offer',
		'Screen-out',
	]);
});

test('the certification lists the unsigned fields that allow forgery', async () => {
	const { cases, passed } = await certify('kiwiwall');
	expect(passed).toBe(false);
	const expected = 'protected by a path key or an IP allow-list';
	expect(cases.filter((one) => !one.passed)).toEqual([
		{ name: 'Unsigned values: status, trans_id', expected, got: 'unprotected', passed: false },
	]);
});

test('lists each partner with how well its postback format is verified', async () => {
	const list = (await site.callAs('adminGetPartners', null, admin)) as CallResult<'adminGetPartners'>;
	expect(list.map(({ id }) => id).toSorted()).toEqual(Object.keys(fixtures).toSorted());
	expect(list.find(({ id }) => id === 'notik')).toMatchObject({
		...{ certainty: 'integrations', strength: 'full', tells_payout: true },
		address_needs: ['api_key', 'pub_id', 'appId'],
	});
	expect(list.find(({ id }) => id === 'lootably')?.feeds).toEqual([
		{ kind: 'lootably', credentials: ['apiKey', 'placementID'] },
	]);
});

const clock = { now: () => Date.UTC(2026, 10, 21) };
const common = { partner: 'wannads', secret: 'test-secret', appId: 'app' };
const served = toWalls(
	[
		{ ...common, id: 'all', name: 'All' },
		{ ...common, id: 'adult', name: 'Adult', minAge: 18 },
		{ ...common, id: 'off', name: 'Off', enabled: false },
		{ ...common, id: 'phone', partner: 'tapjoy', name: 'Phone' },
		{ ...common, id: 'half', name: 'Half set up', appId: '' },
	],
	'test',
);

const catalogue = stillCatalogue(app, clock, served);
const deps = { db: app, clock, walls: served, catalogue, findCountry: () => undefined, isServed: () => true };

const born = (year: number | null) => insertAccount(owner, year);
const tilesOf = (uid: string) => getOfferwalls(deps, undefined, { actor: { uid }, ip: '127.0.0.1' });
const shown = async (uid: string) => (await tilesOf(uid)).map(({ id }) => id);

test('enabled walls are shown with a URL for the user', async () => {
	const uid = await born(1990);
	expect(await tilesOf(uid)).toMatchObject([
		{ id: 'all', name: 'All', minAge: 13, url: `https://wall.wannads.com/wall?apiKey=app&userId=${uid}` },
		{ id: 'adult', minAge: 18 },
	]);
});

test.each([
	[2007, ['all', 'adult']],
	[2008, ['all']],
	[2013, ['all']],
	[null, ['all']],
])('a user born in %s does not see walls above that age', async (year, ids) => {
	expect(await shown(await born(year))).toEqual(ids);
});

test('a wall without known offers derives its upper amount from recent credits, if five users received some', async () => {
	await sql`truncate wall_figures`.execute(owner);
	const who = await born(1990);
	const upTo = async () => {
		await countOfferFigures({
			db: app,
			clock,
			walls: served,
			publish: () => {},
			config: { offerClaimsMaxPercent: 100, offerReversalsMaxPercent: 100 },
		});
		await catalogue.refresh();
		return (await tilesOf(who)).map((tile) => tile.upTo);
	};
	const credit = async (uid: string, amount: number) => {
		const atMs = clock.now() - DAY_MS;
		const reference = `offer/all/${randomUUID()}/credit`;
		await inTransaction(app, (tx) =>
			postTransfer(tx, { kind: 'credit', uid, wall: 'all', reference, amount: asRobuxCents(amount), atMs }),
		);
	};
	expect(await upTo()).toEqual([null, null]);
	const people = await Promise.all(Array.from({ length: 5 }, () => born(1990)));
	for (const uid of people) await openWallet(app, uid);
	for (const uid of people.slice(0, 4)) for (let n = 1; n <= 10; n += 1) await credit(uid, n * 100);
	await credit(people[0] as string, 90_000);
	expect(await upTo()).toEqual([null, null]);
	await credit(people[4] as string, 100);
	expect(await upTo()).toEqual([10, null]);
});
