import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import { growthCalls, type Origin } from '../../contract/growth.ts';
import { openBookings } from '../../test/support/bookings.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { addAdmins, adminContext, approving, testMemory } from '../../test/support/stubs.ts';
import { ensureUserRecord } from '../accounts/user-record/ensure-user-record.ts';
import { inTransaction, rowOf, rowsOf } from '../lib/db/database.ts';
import { scaled } from './bounty-terms.ts';
import { exportGrowth } from './export-user.ts';
import { adminGetPartnerCodes, adminSavePartnerCode } from './partner-codes.ts';
import { payBounties } from './pay-bounties.ts';
import { adminGetSources, adminSwitchSource, noteSource, noteVisit } from './sources.ts';
import { insertTerms } from './store-bounties.ts';
import { figuresIn, forgetSources } from './store-sources.ts';

const { app: db, owner } = openTestDatabase();
const admin = adminContext();
let nowMs = Date.now();
const clock = { now: () => nowMs };
const { book, credit, pay, ban, remove } = openBookings({ db, owner, clock });
const networkTable = { findAsNumber: () => undefined };
const deps = {
	...{ db, clock, memory: testMemory, networkTable, hostingNetworks: new Set<number>() },
	...{ publish() {}, payoutCostOfThousand: 5 },
};
const bounties = {
	...{ first: 20, second: 0, paid: 100, boost_percent: 0, boost_max: 0, month_max: 1_000, hold_days: 0 },
	...{ countries: null, margin_floor: 0 },
};

beforeAll(() => addAdmins(db, admin));

async function join(origin: Origin): Promise<string> {
	const uid = randomUUID();
	nowMs += 1_000;
	await ensureUserRecord(deps, uid);
	expect(await noteSource(deps, origin, { actor: { uid } })).toEqual({ noted: true });
	return uid;
}

async function work(): Promise<void> {
	nowMs += 60_000;
	await payBounties(deps);
}

async function figuresOf(source: string) {
	const { items } = await adminGetSources(deps, { from: nowMs - 500 * DAY_MS, to: nowMs + DAY_MS });
	return items.find((item) => item.source === source);
}

const partner = { code: 'ada-plays', uid: '', name: 'Ada', landing: 'Hi.', terms: '1', bounties: null, reason: 'x' };
const save = (change: object, who = admin) => adminSavePartnerCode(deps, { ...partner, ...change }, who);

test('a source counts visits, payments, claims and bans, and keeps its totals when accounts are deleted', async () => {
	const origin = { code: 'forged', campaign: 'news/may', site: 'a.example' };
	for (const repeat of [false, true, false]) await noteVisit(deps, { ...origin, repeat });
	const [uid, other] = [await join(origin), await join(origin)];
	await credit(uid, 900, 10);
	const { stem } = await credit(uid, 450, 5);
	await book(uid, 'reversal', 450, `${stem}/reversal`, -5);
	await pay(uid, 500);
	await sql`
		insert into claims (uid, reference, opened_at, changed_at, wall, steps, answer, state)
		values (${other}, 'C-1', ${new Date(nowMs)}, now(), 'w', 1, 'x', 'declined')
	`.execute(owner);
	await ban(other);
	await work();
	const figures = {
		...{ kind: 'campaign', source: 'news/may', visits: 2, joined: 2, ever_paid: 1, earned_usd: 15, reversed_usd: 5 },
		...{ paid: 5, margin_usd: 9.975, claims: 1, bans: 1, enabled: true },
	};
	expect(await figuresOf('news/may')).toEqual(figures);
	await ban(other, false);
	await work();
	expect(await figuresOf('news/may')).toEqual({ ...figures, bans: 0 });
	await pay(uid, 100);
	await remove(uid);
	nowMs += 401 * DAY_MS;
	await forgetSources(deps);
	await work();
	const after = { ...figures, paid: 6, margin_usd: 9.97, bans: 0 };
	expect(await figuresOf('news/may')).toEqual(after);
	const { items } = await adminGetSources(deps, { from: nowMs, to: nowMs + DAY_MS });
	expect(items).toEqual([]);
	expect(await rowsOf(owner)`select from account_sources where uid in (${uid}, ${other})`).toEqual([]);
});

test('a day stores at most 500 new sources, counts the rest as other and still counts known ones', async () => {
	await join({ campaign: 'spring' });
	nowMs += DAY_MS;
	for (let n = 0; n < 510; n += 1) await noteVisit(deps, { site: `${n}.example` });
	await noteVisit(deps, { campaign: 'spring' });
	expect(await figuresOf('509.example')).toBeUndefined();
	expect(await figuresOf('spring')).toMatchObject({ visits: 1 });
	expect(await figuresOf('other')).toMatchObject({ kind: 'site' });
	const { items } = await adminGetSources(deps, { from: nowMs, to: nowMs + 1 });
	expect(items.reduce((sum, { visits }) => sum + visits, 0)).toBe(511);
});

test('the figures of a day read only the totals of that day', async () => {
	nowMs += DAY_MS;
	const day = new Date(nowMs).toISOString().slice(0, 10);
	await sql`
		insert into source_days (day, kind, source, visits)
		select ${day}::date - n / 2500, case when n % 5 = 0 then 'campaign' else 'referral' end, 's' || n % 2500, 400
		from generate_series(0, 99999) n
	`.execute(owner);
	await sql`analyze source_days`.execute(owner);
	const period = { from: Date.parse(day), to: Date.parse(day) + DAY_MS };
	const { items } = await adminGetSources(deps, period);
	expect(items.reduce((sum, { visits }) => sum + visits, 0)).toBe(1_000_000);
	const plan = JSON.stringify(await rowsOf(db)`explain (analyze, format json) ${figuresIn(period)}`);
	const found = (name: RegExp) => [...plan.matchAll(name)].map(([, value]) => value);
	expect(new Set(found(/"Relation Name":"(\w+)"/g))).toEqual(new Set(['source_days', 'source_switches']));
	const rows = found(/"(?:Actual Rows|Rows Removed by [\w ]+)":([\d.]+)/g).map(Number);
	expect(Math.max(...rows)).toBe(2_500);
	await sql`delete from source_days where source ~ '^s[0-9]'`.execute(owner);
});

test.each([
	{ kind: 'partner', source: 'switched' },
	{ kind: 'campaign', source: 'c' },
	{ kind: 'site', source: 's.example' },
] as const)('a $kind that is off holds its bounties until it is on', async (source) => {
	await inTransaction(db, (tx) => insertTerms(tx, scaled(bounties, 100), new Date(nowMs)));
	await save({ code: 'switched', uid: await join({}) }, approving(admin));
	const uid = await join({ code: 'switched', campaign: 'c', site: 's.example' });
	await credit(uid, 900, 10);
	await pay(uid, 500);
	const turn = (enabled: boolean) => adminSwitchSource(deps, { ...source, enabled, reason: 'x' }, admin);
	const stateOf = () => rowOf(owner)`select state, why from bounties where invited = ${uid}`;
	const turns = [await turn(true), await turn(false), await turn(false)];
	expect(turns.map(({ changed }) => changed)).toEqual([false, true, false]);
	expect(await figuresOf(source.source)).toMatchObject({ enabled: false });
	const seen = await noteVisit(deps, { code: 'switched', repeat: true });
	expect(seen.partner === null).toBe(source.kind === 'partner');
	await work();
	await work();
	expect(await stateOf()).toEqual({ state: 'held', why: 'source-off' });
	expect(await turn(true)).toEqual({ changed: true });
	nowMs += DAY_MS;
	await work();
	expect(await stateOf()).toEqual({ state: 'released', why: null });
	await work();
	expect(await figuresOf('switched')).toMatchObject({ margin_usd: expect.closeTo(10 - 0.025 - 0.1) });
	await sql`delete from source_days where source = 'switched'`.execute(owner);
});

test('a partner code stores each version with hash and date, and needs a second admin for its own bounties', async () => {
	await inTransaction(db, (tx) => insertTerms(tx, scaled({ ...bounties, first: 0 }, 100), new Date(nowMs)));
	const uid = await join({});
	await expect(save({ uid: admin.actor.uid })).rejects.toMatchObject({ code: 'permission-denied' });
	await expect(save({ uid: randomUUID() })).rejects.toMatchObject({ code: 'not-found' });
	const { hash } = (await save({ uid })) as { hash: string };
	expect(hash).toBe(createHash('sha256').update('Ada\nHi.\n1\n').digest('hex'));
	const welcome = async () => (await noteVisit(deps, { code: 'ada-plays', repeat: true })).partner;
	expect(await welcome()).toEqual({ name: 'Ada', landing: 'Hi.', is_paid: false });
	await save({ uid });
	await expect(save({ uid: await join({}) })).rejects.toMatchObject({ code: 'permission-denied' });
	const own = { uid, terms: '2', bounties };
	await expect(save(own)).rejects.toMatchObject({ code: 'permission-denied', about: { uid } });
	await save(own, approving(admin));
	await expect(save({ uid })).rejects.toMatchObject({ code: 'permission-denied', about: { uid } });
	expect(await welcome()).toMatchObject({ is_paid: true });
	const { items } = await adminGetPartnerCodes(deps);
	const { versions } = items.find(({ code }) => code === 'ada-plays') ?? { versions: [] };
	expect(versions).toMatchObject([
		{ terms: '2', bounties, set_at: nowMs },
		{ terms: '1', bounties: null, hash },
	]);

	const invited = await join({ code: 'ada-plays' });
	await credit(invited, 900, 10);
	await pay(invited, 500);
	await work();
	const paid = await rowsOf(owner)`select uid, amount from bounties where invited = ${invited}`;
	expect(paid).toEqual([{ uid, amount: 2_000 }]);
	expect(await inTransaction(db, (tx) => exportGrowth(tx, uid))).toMatchObject({
		partner_codes: [{ terms: '2' }, { terms: '1', hash }],
	});

	await remove(uid);
	expect(await welcome()).toBeNull();
	expect(growthCalls.adminGetPartnerCodes.output.safeParse(await adminGetPartnerCodes(deps)).success).toBe(true);
	const left = await rowsOf(owner)`select hash, terms from partner_codes where uid = ${uid} order by id`;
	expect(left).toMatchObject([{ hash, terms: '' }, { terms: '' }]);
	const late = await join({ code: 'ada-plays' });
	const source = await rowOf(owner)`select kind, inviter from account_sources where uid = ${late}`;
	expect(source).toEqual({ kind: 'none', inviter: null });
});
