import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { DAY_MS } from '../../../contract/durations.ts';
import { WAITING_WORK_COUNT_MAX } from '../../../contract/limits.ts';
import { openAdminSite, plainWall } from '../../../test/sites/identity-site.ts';
import { earn, openTestDatabase, purgeEarnings } from '../../../test/support/database.ts';
import { checkBooks } from '../../books/check-books.ts';
import { compactBuckets } from '../../ledger/compact-buckets.ts';
import { openWallet } from '../../ledger/wallet.ts';
import { addUpEarningsDays, countUsers, recountUsers, sumEarnings, sumEarningsByOfferwall } from './figures.ts';

const database = openTestDatabase();
const { app: db, owner } = database;
const walls = [
	plainWall({ id: 'w' }),
	plainWall({ id: 'off', enabled: false }),
	plainWall({ id: 'good', secret: 'kW3-9xq-Tz7' }),
];
const site = openAdminSite(database, { walls });

describe('earnings', () => {
	const nowMs = Date.parse('2026-10-26T12:34:56.789Z');
	const clock = { now: () => nowMs };
	const moments = fc
		.tuple(
			fc.integer({ min: 0, max: 7 * 96 }),
			fc.oneof(fc.constantFrom(-1, 0, 1, 449_999, 450_000, 450_001), fc.nat({ max: 899_999 })),
		)
		.map(([quarters, ms]) => Math.min(nowMs, nowMs - (nowMs % 900_000) - quarters * 900_000 + ms));
	const bookings = fc.array(
		fc.record({
			atMs: moments,
			wall: fc.constantFrom('w', 'gone', 'third'),
			payout: fc.integer({ min: -3_000_000, max: 9_000_000 }),
		}),
		{ minLength: 1, maxLength: 12 },
	);

	// spec: 3.earnings, 7.earnings
	test('since any millisecond equal the sum of the bookings, before and after aggregation', async () => {
		await fc.assert(
			fc.asyncProperty(bookings, fc.array(moments, { minLength: 1, maxLength: 6 }), async (booked, sinces) => {
				await purgeEarnings(owner);
				const uid = randomUUID();
				for (const booking of booked) await earn(db, uid, booking);
				const check = async () => {
					for (const since of [...sinces, ...booked.flatMap(({ atMs }) => [atMs, atMs + 1])]) {
						const sums = new Map<string, number>();
						for (const { wall, atMs, payout } of booked) {
							if (atMs >= since) sums.set(wall, (sums.get(wall) ?? 0) + payout);
						}
						const expected = [...sums].filter(([, sum]) => sum !== 0).map(([wall, sum]) => [wall, sum / 1e6]);
						const byWall = (await sumEarningsByOfferwall({ db, walls: site.deps.walls }, since)).map(
							({ wall, total }) => [wall, total],
						);
						expect(byWall.toSorted()).toEqual(expected.toSorted());
						const total = [...sums.values()].reduce((a, b) => a + b, 0) / 1e6;
						expect(await sumEarnings({ db }, since)).toEqual({ total });
					}
				};
				await check();
				await compactBuckets(owner, 'earnings_buckets', nowMs - DAY_MS);
				await addUpEarningsDays({ db, clock: { now: () => nowMs - 3 * DAY_MS } });
				await check();
				await addUpEarningsDays({ db, clock });
				await addUpEarningsDays({ db, clock });
				await check();
			}),
			{ numRuns: 12 },
		);
	}, 60_000);

	test('fail the ledger check if their sums are wrong or missing', async () => {
		await purgeEarnings(owner);
		await earn(db, randomUUID(), { atMs: nowMs - 5 * DAY_MS, payout: 1_000_000 });
		await addUpEarningsDays({ db, clock });
		await sql`update earnings_days set payout_micros = payout_micros + 1`.execute(owner);
		expect((await checkBooks(db)).map(({ rule }) => rule)).toEqual([expect.stringContaining('daily earnings')]);
		await purgeEarnings(owner);
		await earn(db, randomUUID(), { atMs: nowMs, payout: 1_000_000 });
		await sql`delete from earnings_buckets`.execute(owner);
		expect((await checkBooks(db)).map(({ rule }) => rule)).toEqual([
			expect.stringContaining('every quarter of an hour'),
		]);
		await purgeEarnings(owner);
	});

	// spec: 2.pie-chart
	test('subtract reversals and are listed by wall name for admins', async () => {
		await purgeEarnings(owner);
		const admin = await site.admin();
		const uid = randomUUID();
		const atMs = Date.now() - 1_000;
		await earn(db, uid, { atMs, payout: 2_500_000 });
		await earn(db, uid, { atMs, payout: -500_000 });
		await earn(db, uid, { wall: 'gone', atMs, payout: 3_000_001 });
		expect(await site.read('/data/earnings/total', admin)).toEqual({ total: 5.000001 });
		expect(await site.read(`/data/earnings/total?since=${atMs}`, admin)).toEqual({ total: 5.000001 });
		expect(await site.read(`/data/earnings/total?since=${atMs + 1}`, admin)).toEqual({ total: 0 });
		expect(await site.read('/data/earnings/by-offerwall', admin)).toEqual([
			{ wall: 'gone', name: 'gone', total: 3.000001 },
			{ wall: 'w', name: 'Wall', total: 2 },
		]);
	});
});

// spec: 7.count-users
test('the total of active users is sign-ups minus closed accounts, before and after a recount', async () => {
	const { rows } = await sql<{ count: number }>`select count(*)::int as count from users`.execute(owner);
	const before = rows[0]?.count ?? 0;
	const clock = { now: () => Date.now() + DAY_MS };
	const [user] = await Promise.all([site.signUp(), site.signUp()]);
	const close = (uid: string) => sql`update wallets set closed_at = now() where uid = ${uid}`.execute(owner);
	await openWallet(db, user.uid);
	await close(user.uid);
	expect(await countUsers(site.deps)).toEqual({ count: before + 1 });
	await recountUsers({ db, clock });
	expect(await countUsers(site.deps)).toEqual({ count: before + 1 });
	const admin = await site.admin();
	await sql`update users set created_at = now() + interval '2 days' where uid = ${admin.uid}`.execute(owner);
	expect(await site.read('/data/users/count', admin)).toEqual({ count: before + 2 });
});

test("active users include today's visitors once the visits are written", async () => {
	const admin = await site.admin();
	await site.read('/data/users/count', admin);
	await site.identity.close();
	const today = (await site.read('/data/users/active?days=1&tz=Europe/Amsterdam', admin)) as { count: number }[];
	expect(today).toHaveLength(1);
	const since = Date.now() - 60_000;
	const { count } = (await site.read(`/data/users/count?active_since=${since}`, admin)) as { count: number };
	expect(count).toBeGreaterThan(0);
	expect(await site.read('/data/users/active', admin)).toHaveLength(30);
});

test.each([
	...['yesterday', '-1', '1e3', '9999999999999999', '1&active_since=2'].map((at) => `users/count?active_since=${at}`),
	...['users/count?since=1', 'users/active?days=0', 'users/active?days=367', 'users/active?days=1.5'],
	...['users/active?tz=Mars/Base', 'earnings/total?since=', 'earnings/total?since=1&until=2'],
	'earnings/by-offerwall?since=NaN',
])('rejects the request %s', async (address) => {
	const admin = await site.admin();
	expect(await site.read(`/data/${address}`, admin)).toMatchObject({ error: { status: 'INVALID_ARGUMENT' } });
});

test('waiting work is counted without items that the caller may not decide', async () => {
	const [admin, other] = await Promise.all([site.admin(), site.admin()]);
	const count = () => site.callAs('adminGetWaitingWork', null, admin);
	const inDatabase =
		'adjustments settlements proposals withdrawals screenings manual_payouts differences report_differences hidden_offers fraud_cases claims threads imported';
	const zeros = Object.fromEntries(inDatabase.split(' ').map((work) => [work, 0]));
	const nothing = { ...zeros, offerwalls: 1 };
	expect(await count()).toEqual(nothing);

	const user = randomUUID();
	const propose = (uid: string, by: string, lapsesIn = '1 day') =>
		sql`
			insert into adjustments (uid, id, amount, reason, state, proposed_by, proposed_at, expires_at)
			values (${uid}, ${randomUUID()}, 500000, 'x', 'waiting', ${by}, now(), now() + ${lapsesIn}::interval)
		`.execute(owner);
	await propose(user, other.uid);
	await propose(user, admin.uid);
	await propose(admin.uid, other.uid);
	await propose(user, other.uid, '-1 minute');
	expect(await count()).toEqual({ ...nothing, adjustments: 1 });

	for (const state of ['waiting', 'waiting', 'taken', 'refused']) {
		await sql`
			insert into manual_payouts (order_id, state, net, price, taken_by, created_at, changed_at)
			values (${randomUUID()}, ${state}, 50, 71, ${state === 'taken' ? admin.uid : null}, now(), now())
		`.execute(owner);
	}
	for (const by of [null, null, null, admin.uid]) {
		await sql`
			insert into payout_reviews (vendor, order_id, kind, details, found_at, resolved_at, resolved_by)
			values ('rbxcrate', ${randomUUID()}, 'not-ours', '{}', now(), ${by && new Date()}, ${by})
		`.execute(owner);
	}
	await sql`
		insert into fraud_cases (uid, state, score, opened_at, changed_at)
		select gen_random_uuid(), case when n > ${WAITING_WORK_COUNT_MAX} + 5 then 'closed' else 'open' end, 50, now(), now()
		from generate_series(1, ${WAITING_WORK_COUNT_MAX} + 9) n
	`.execute(owner);
	await sql`
		insert into hidden_offers (wall, key, hidden_at, reason, evidence, shown_at)
		select 'w', reason || days || coalesce(shown, ''), now() - days * interval '1 day', reason, '{}', shown::timestamptz
		from (values ('claims', 6, null), ('reversals', 0, null), ('claims', 8, null), ('staff', 1, null),
			('claims', 1, 'now')) v (reason, days, shown)
	`.execute(owner);
	for (const [uid, needsPerson] of [
		[user, true],
		[user, false],
		[admin.uid, true],
	] as const) {
		await sql`
			insert into screenings (uid, withdrawal_id, rules, until, needs_person, started_at)
			values (${uid}, ${randomUUID()}, '{score}', now(), ${needsPerson}, now())
		`.execute(owner);
	}
	const waiting = { adjustments: 1, screenings: 1, manual_payouts: 2, differences: 3, hidden_offers: 2 };
	expect(await count()).toEqual({ ...nothing, ...waiting, fraud_cases: WAITING_WORK_COUNT_MAX });
	await sql`delete from screenings`.execute(owner);
});
