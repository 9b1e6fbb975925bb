import { sql } from 'kysely';
import type { CallResult } from '../../../contract/calls.ts';
import { asRobuxCents } from '../../../contract/money.ts';
import { openAdmin, openAdminSite, plainWall } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { postTransfer } from '../../ledger/post-transfer.ts';
import type { NewTransfer } from '../../ledger/transfer.ts';
import { cellOf, inTransaction } from '../../lib/db/database.ts';
import { seedSite } from '../../seed/seed-site.ts';

const database = openTestDatabase();
const walls = [plainWall({ id: 'seed-1', name: 'The first wall' })];
const site = openAdminSite(database, { walls, env: { PAYOUT_USD_PER_THOUSAND: '4.5' } });
const admin = openAdmin(site);

type Business = CallResult<'adminGetBusiness'>;

async function seeded(): Promise<void> {
	await seedSite(database.ownerPool, { users: 60, credits: 900, withdrawals: 40 }, { amongReal: true });
	const uid = (await cellOf<string>(database.owner)`select uid from wallets limit 1`) as string;
	const book = (kind: NewTransfer['kind'], transaction: string, amount: number) => {
		const wall = kind.startsWith('boost') ? {} : { wall: 'seed-1' };
		const reference = `offer/seed-1/${transaction}/${kind}`;
		return inTransaction(database.app, (tx) =>
			postTransfer(tx, { kind, uid, ...wall, reference, amount: asRobuxCents(amount), atMs: Date.now() }),
		);
	};
	for (const transaction of ['stays', 'goes']) {
		await book('credit', transaction, 1_000);
		await book('boost', transaction, 450);
	}
	await book('reversal', 'goes', 1_000);
	await book('boost-reversal', 'goes', 450);
}

test('figures by day, wall and cohort match the ledger', async () => {
	await seeded();
	const tz = 'America/St_Johns';
	const business = (await site.callAs('adminGetBusiness', { days: 10, tz }, admin)) as Business;

	type Day = Omit<Business['days'][number], 'day'>;
	const { rows: days } = await sql<Day & { day: string }>`
		select to_char(at at time zone ${tz}, 'YYYY-MM-DD') as day, coalesce(sum(payout_micros), 0)::int / 1e6 as earned,
			coalesce(sum(amount) filter (where debit like 'partner:%'), 0)::int / 1e2 as credited,
			coalesce(sum(amount) filter (where credit like 'partner:%'), 0)::int / 1e2 as reversed,
			coalesce(sum(case 'house:boosts' when debit then amount when credit then -amount end), 0)::int / 1e2 as boosted,
			coalesce(sum(amount) filter (where credit = 'payouts:paid'), 0)::int / 1e2 as "paidOut",
			coalesce(sum(amount) filter (where debit = 'house:losses'), 0)::int / 1e2 as lost
		from transfers group by 1 order by 1 desc limit 12
	`.execute(database.owner);
	const booked = new Map(days.map((day) => [day.day, day]));
	expect(business.days).toHaveLength(10);
	for (const { day, ...figures } of business.days) {
		const none = { day, earned: 0, credited: 0, reversed: 0, boosted: 0, paidOut: 0, lost: 0 };
		const { day: _, ...sums } = booked.get(day) ?? none;
		expect(figures, day).toEqual(
			Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, Number(value)])),
		);
	}
	expect(business.days.some(({ credited }) => credited > 0)).toBe(true);
	expect(business.days.reduce((sum, { boosted }) => sum + boosted, 0)).toBe(4.5);

	const first = business.walls.find(({ wall }) => wall === 'seed-1');
	expect(first).toMatchObject({
		name: 'The first wall',
		reversalRate: expect.closeTo((first?.reversed ?? 0) / (first?.credited ?? 1)),
	});
	const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
	expect(total(business.walls.map(({ earned }) => earned))).toBeCloseTo(
		total(business.days.map(({ earned }) => earned)),
	);
	expect(total(first?.earnedByDay ?? [])).toBeCloseTo(first?.earned ?? -1);

	const cohorts = business.cohorts;
	expect(total(cohorts.map(({ users }) => users))).toBe(61);
	const people = cellOf(database.owner)`select count(distinct uid)::int from withdrawals where state = 'completed'`;
	expect(total(cohorts.map(({ paid }) => paid))).toBe(await people);
	expect(business.costOfThousand).toBe(4.5);
});

test('rejects an unknown time zone', async () => {
	expect(await site.callAs('adminGetBusiness', { tz: 'Middle/Earth' }, admin)).toMatchObject({
		status: 'INVALID_ARGUMENT',
	});
});
