import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { DAY_MS } from '../../../contract/durations.ts';
import { openSite } from '../../../test/sites/identity-site.ts';
import { testFolder } from '../../../test/support/contents-of.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { hasPython, runChecker } from '../../../test/support/python.ts';
import { checkpointDeps } from '../../app/published-settings.ts';
import { exportSite } from '../../site-export/import-site.ts';
import { hashOfCheckpoint } from '../checkpoint.ts';
import { makeCheckpoint, readCheckpoint } from '../make-checkpoint.ts';
import { addMember, cellsOf, type Groups } from './earnings-figures.ts';
import { publishEarnings } from './publish-earnings.ts';

const database = openTestDatabase({ afterEachTest: async () => {} });
const site = openSite(database, { env: { PUBLIC_PROOF: 'on' } });
const { app, owner } = database;
const at = (text: string) => Date.parse(text);

const cells = (members: readonly [string | null, number, number, number?, number?][]) => {
	const groups: Groups = new Map();
	for (const [country, joined, paid, cents = 100_00, day = 1] of members) {
		const payments = [{ atMs: day * DAY_MS, cents }];
		for (let n = 0; n < joined; n += 1)
			addMember(groups, 30, { country, joinedMs: 0, payments: n < paid ? payments : [] });
	}
	return cellsOf(groups, 30).map(({ country, joined, paid_share, quartiles, days_to_first_median }) =>
		[country, joined, paid_share, ...quartiles, days_to_first_median].join(' '),
	);
};

const DE = ['DE', 99, 50];
const ofGermany = 'DE 99 50 100 100 100 1';

test.each([
	['a country with 49 paid people is not shown', [['DE', 60, 49]], []],
	['a country with 50 paid people is shown', [['DE', 60, 50]], ['DE 60 83 100 100 100 1']],
	['small countries merge', [DE, ['FR', 30, 30], ['AT', 25, 20]], [ofGermany, 'other 55 90 100 100 100 1']],
	['merged countries below 50 are left out', [DE, ['FR', 30, 30], ['AT', 25, 19]], [ofGermany]],
	[
		'the unknown country is merged, even if large',
		[
			[null, 80, 60],
			['AT', 25, 1],
		],
		['other 100 58 100 100 100 1'],
	],
	['counts are rounded down to two digits', [['DE', 1999, 50]], ['DE 1900 2 100 100 100 1']],
	['amounts are rounded down, days up', [['DE', 50, 50, 59_99, 2.01]], ['DE 50 100 50 50 50 3']],
	['quartiles are nearest ranks', [1, 2, 3, 4].map((n) => ['DE', 13, 13, n * 10_00]), ['DE 52 100 10 20 30 1']],
	['payments at the age itself are too late', [['DE', 99, 60, 100_00, 30]], []],
] as const)('%s', (_, members, expected) => expect(cells(members as never)).toEqual(expected));

/** Adds people who joined in a month, of whom some were paid once or more at different ages. */
async function addPeople(month: string, country: string | null, joined: number, paid: number) {
	await sql`
		with people as (
			insert into users (uid, created_at)
			select gen_random_uuid(), ${`${month}-01`}::date::timestamptz + n % 28 * interval '1 day' + n * interval '61.123 seconds'
			from generate_series(1, ${joined}) n returning uid, created_at
		), numbered as (select *, row_number() over () as n from people), places as (
			insert into sign_in_places (uid, address, device, country, first_at, last_at)
			select uid, '192.0.2.1', '', ${country}::text, created_at, created_at from people where ${country}::text is not null
			union all select uid, '192.0.2.2', '', 'ZZ', created_at + interval '1 day', created_at from people
			where ${country}::text is not null
		), orders as (
			insert into withdrawals (uid, id, order_id, state, amount, price, vendor, is_pre_order, created_at, updated_at, version)
			select uid, gen_random_uuid(), gen_random_uuid(), 'completed', 100, 29, 'rbxcrate', false, created_at, created_at, 1
			from numbered where n <= ${paid}
		)
		insert into transfers (uid, at, amount, kind, debit, credit, reference)
		select uid, created_at + n * 37 % (34 * times) * interval '25 hours', 500 * (n % 90) + 1 + times, 'withdrawal-paid',
			'payouts:held', 'payouts:paid', 'withdrawal/' || gen_random_uuid() || '/paid'
		from numbered cross join generate_series(1, 3) times where n <= ${paid} and (times = 1 or n % times = 0)
	`.execute(owner);
}
const publishAt = (text: string) => publishEarnings({ db: app, clock: { now: () => at(text) } });
const checkpointAt = (text: string) =>
	makeCheckpoint({ ...checkpointDeps({ ...site.deps, clock: { now: () => at(text) } }), owner });
const shown = async () => (await site.call('getEarnings', null)).json().result;
const shownAges = async () =>
	(await shown()).months.map(
		({ month, cells: all }: { month: string; cells: { country: string; age_days: number }[] }) => [
			month,
			...all.map(({ country, age_days }) => `${country} ${age_days}`),
		],
	);

const parent = testFolder();
let exports = 0;
async function recompute(takenAt = '2026-09-01T06:00:00Z'): Promise<string> {
	exports += 1;
	const folder = join(parent, String(exports));
	await exportSite(database.ownerUrl, folder, () => {});
	const manifest = join(folder, 'manifest.json');
	await writeFile(manifest, JSON.stringify({ ...JSON.parse(await readFile(manifest, 'utf8')), taken_at: takenAt }));
	const url = `http://127.0.0.1:${(site.app.server.address() as { port: number } | null)?.port}`;
	return (await runChecker('check_earnings', folder, '--site', url)).output;
}

test('figures are published once everyone of the month is old enough, then stay, in every checkpoint', async () => {
	await site.app.listen({ port: 0, host: '127.0.0.1' });
	const none = await checkpointAt('2025-12-01T00:00:00Z');
	expect([none.earnings, await shown()]).toEqual([null, { months: [], checkpoint: null }]);
	for (const [country, joined, paid] of [
		['DE', 300, 90],
		['FR', 90, 52],
		['AT', 50, 40],
		[null, 60, 30],
	] as const) {
		await addPeople('2026-01', country, joined, paid);
	}
	await addPeople('2026-02', 'DE', 100, 70);
	await publishAt('2026-03-02T00:00:00Z');
	expect(await shownAges(), 'the youngest is 29 days old').toEqual([]);
	await publishAt('2026-04-01T04:23:00Z');
	expect(await shownAges()).toEqual([
		['2026-02', 'DE 30'],
		['2026-01', 'DE 30', 'other 30'],
	]);
	const before = await shown();
	const made = await checkpointAt('2026-04-01T05:00:00Z');
	expect(await shown()).toEqual({ ...before, checkpoint: made.n });
	if (hasPython)
		expect(await recompute('2026-04-03T00:00:00Z')).toContain('HOLDS: 3 figures of 2 months and ages, 2 checkpoints');

	// Later bookings and deletions of places change nothing.
	await sql`delete from sign_in_places`.execute(owner);
	await Promise.all([publishAt('2026-09-01T04:23:00Z'), publishAt('2026-09-01T04:23:00Z')]);
	const after = await shown();
	const oldCells = after.months.map(({ month, cells: all }: { month: string; cells: { age_days: number }[] }) => ({
		month,
		cells: all.filter(({ age_days }) => age_days === 30),
	}));
	expect(oldCells).toEqual(before.months);
	expect(await shownAges()).toEqual([
		['2026-02', 'DE 30', 'DE 90', 'DE 180'],
		['2026-01', 'DE 30', 'other 30', 'DE 90', 'FR 90', 'other 90', 'DE 180', 'FR 180', 'other 180'],
	]);
	const { rows } = await sql<
		Record<string, unknown>
	>`select country, count(*) from joined_countries group by 1 order by 1`.execute(owner);
	const left = rows.map(({ country, count }) => `${country} ${count}`);
	expect(left, 'countries that were never shown are deleted').toEqual(['DE 400', 'FR 90']);
	await checkpointAt('2026-09-01T05:00:00Z');
	if (hasPython) expect(await recompute()).toContain('HOLDS: 11 figures of 14 months and ages, 3 checkpoints');
	const rewrite = app
		.updateTable('published_earnings' as never)
		.set({ cells: '[]' } as never)
		.execute();
	await expect(rewrite).rejects.toThrow('permission denied');
});

test.runIf(hasPython)('the Python checker detects embellished, missing and unsigned figures', async () => {
	const spoil = async (change: string, restore: string) => {
		await sql.raw(change).execute(owner);
		const output = await recompute();
		await sql.raw(restore).execute(owner);
		return output;
	};
	await sql`create table saved as select * from published_earnings`.execute(owner);
	await sql`create table saved_body as select n, body from proof_checkpoints`.execute(owner);
	const back = 'truncate published_earnings; insert into published_earnings select * from saved';
	const all = "update published_earnings set cells = jsonb_set(cells, '{0,paid_share}', '99') where age_days = 30";
	expect(await spoil(all, back)).toContain('follow from the books');
	expect(await spoil("delete from published_earnings where age_days = 90 and month = '2026-01-01'", back)).toContain(
		'2026-01 after 90 days is published',
	);
	const [forged, unforged] = [
		`update proof_checkpoints set body = jsonb_set(body::jsonb, '{earnings}', '"${'0'.repeat(64)}"')::text where n = 2`,
		'update proof_checkpoints p set body = s.body from saved_body s where s.n = p.n',
	];
	expect(await spoil(forged, unforged)).toContain('checkpoint 2 has the hash');
	expect(await recompute()).toContain('HOLDS');
	await sql`drop table saved, saved_body`.execute(owner);
});

test('accounts moved from another site are not counted, and late countries are not noted', async () => {
	await addPeople('2025-03', 'DE', 75, 75);
	await addPeople('2026-03', 'PL', 75, 75);
	await sql`insert into imported_accounts (uid, project) select uid, 'old' from users where created_at >= '2026-03-01'`.execute(
		owner,
	);
	await publishAt('2026-10-01T04:23:00Z');
	expect((await shownAges()).filter(([month]: string[]) => month === '2026-03' || month === '2025-03')).toEqual([
		['2025-03', 'other 30', 'other 90', 'other 180'],
	]);
});

test('checkpoints without the field, and with fields of later versions, keep their hash', async () => {
	const made = await checkpointAt('2026-10-02T00:00:00Z');
	const { earnings: _, ...older } = made;
	for (const one of [older, { ...made, later: { field: 1 } }]) {
		expect(hashOfCheckpoint(readCheckpoint(JSON.stringify(one)))).toBe(hashOfCheckpoint(one as never));
	}
});
