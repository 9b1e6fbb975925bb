import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { WAITING_WORK_COUNT_MAX } from '../../../contract/limits.ts';
import { openAdminSite, plainWall } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';

const database = openTestDatabase();
const { owner } = database;
const walls = [
	plainWall({ id: 'w' }),
	plainWall({ id: 'off', enabled: false }),
	plainWall({ id: 'good', secret: 'kW3-9xq-Tz7' }),
];
const site = openAdminSite(database, { walls });

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
