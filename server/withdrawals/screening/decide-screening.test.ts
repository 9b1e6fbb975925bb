import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { openScreenedPayouts } from '../../../test/payouts/screened-payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { adminContext } from '../../../test/support/stubs.ts';
import { rowsOf } from '../../lib/db/rows.ts';
import { cancelWithdrawal } from '../review/cancel-withdrawal.ts';
import { endScreenings } from './end-screenings.ts';
import { getScreeningRules, setScreeningRules } from './screening-rules.ts';

const database = openTestDatabase({ poolSize: 20 });
const { owner } = database;
const payouts = openScreenedPayouts(database);
const { clock, newUser, submit, balance, deps, admin, other, wakePayouts } = payouts;
const { only, suspect, held, latest, decide } = payouts;

test('a decision to pay sends the order once, even if two admins decide', async () => {
	const actor = await newUser(100);
	await suspect(actor, 90);
	const { order } = await held('score', 70, actor);
	const decided = await Promise.allSettled([admin, other].map((by) => decide(order.order_id, 'pay', by)));
	expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
	expect(wakePayouts).toHaveBeenCalledOnce();
	await payouts.workUntilClosed(actor.uid);
	expect(await latest(actor)).toMatchObject({ status: 'Completed', screened_until: null });
	expect(await balance(actor.uid)).toBe(50);
	await expect(decide(order.order_id, 'refund')).rejects.toMatchObject({
		code: 'failed-precondition',
		details: { reason: 'withdrawal-not-screened' },
	});
	expect(await payouts.fakeOrder(order.order_id)).toMatchObject({ timesPaid: 1 });
});

test("decisions of staff are audited with a reason, and cannot concern one's own withdrawal", async () => {
	const { actor, order } = await held('amount', 49);
	await sql`update users set role = 'Admin' where uid = ${actor.uid}`.execute(owner);
	const own = decide(order.order_id, 'pay', adminContext(actor.uid));
	await expect(own).rejects.toMatchObject({ code: 'permission-denied', details: { reason: 'not-to-yourself' } });
	const colleagues = decide(order.order_id, 'refund');
	await expect(colleagues).rejects.toMatchObject({ details: { reason: 'second-person-needed' } });
	await sql`update users set role = null where uid = ${actor.uid}`.execute(owner);
	await expect(cancelWithdrawal(deps(), { orderId: order.order_id, reason: 'x' }, other)).rejects.toMatchObject({
		details: { reason: 'withdrawal-screened' },
	});
	await decide(order.order_id, 'refund');
	expect(await rowsOf(owner)`select actor, action, details from audit_entries where uid = ${actor.uid}`).toMatchObject([
		{
			actor: admin.actor.uid,
			action: 'decide-screening',
			details: { orderId: order.order_id, decision: 'refund', reason: 'Looked at the offers.' },
		},
	]);
});

test('a decision concurrent with the end of the hold takes effect once or not at all', async () => {
	const { actor, order } = await held('amount', 49);
	clock.advance(DAY_MS);
	const [ended, decided] = await Promise.allSettled([endScreenings(deps()), decide(order.order_id, 'refund')]);
	expect(ended.status).toBe('fulfilled');
	await payouts.workUntilClosed(actor.uid, undefined, 1);
	expect((await latest(actor))?.status).toBe(decided.status === 'fulfilled' ? 'Failed' : 'Completed');
});

test('a change of rules is previewed with its effect', async () => {
	await sql`delete from screenings where ended_at is not null`.execute(owner);
	await only('amount', 1000);
	for (let n = 0; n < 2; n += 1) {
		const actor = await newUser(100);
		await submit(actor);
		await payouts.workUntilClosed(actor.uid);
	}
	const before = await getScreeningRules(deps(), { rules: [] });
	const tried = await getScreeningRules(deps(), { rules: [{ rule: 'amount', is_on: true, threshold: 10 }] });
	expect(tried.rules).toEqual(before.rules);
	expect(before.effect.held).toBe(0);
	expect(tried.effect.withdrawals).toBe(before.effect.withdrawals);
	expect(tried.effect.held).toBeGreaterThanOrEqual(2);
	expect(tried.effect.held_amount).toBeGreaterThanOrEqual(100);
	expect(tried.effect.by_rule.find(({ rule }) => rule === 'amount')?.held).toBe(tried.effect.held);
	await setScreeningRules(
		deps(),
		{
			rules: [{ rule: 'amount', is_on: true, threshold: 10 }],
			reason: 'tighter',
		},
		admin,
	);
	const actor = await newUser(100);
	const order = await submit(actor);
	clock.advance(2 * HOUR_MS);
	await decide(order.order_id, 'pay');
	await payouts.workUntilClosed(actor.uid);
	await sql`
		insert into chargebacks (uid, transfer_id, at)
		select uid, id, ${new Date(clock.now() + HOUR_MS)} from transfers where uid = ${actor.uid} and kind = 'credit'
	`.execute(owner);
	const { figures } = await getScreeningRules(deps(), { rules: [] });
	expect(figures.median_wait_ms).toBeGreaterThan(0);
	expect(figures.reversed_later).toBe(1);
	expect(figures.share_held).toBeGreaterThan(0);
});
