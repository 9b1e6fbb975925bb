import { sql } from 'kysely';
import { asRobuxCents } from '../../../contract/money.ts';
import { refusal } from '../../../contract/refusals.ts';
import { openPayouts } from '../../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { getWithdrawLimits } from './get-withdraw-limits.ts';

const database = openTestDatabase({ poolSize: 5 });
const payouts = openPayouts(database);
const { submit, newUser, spoil } = payouts;

const HERE = '127.0.0.1';

test('the limits state the rest of the daily cap, and a smaller amount is accepted', async () => {
	const actor = await newUser(1_000);
	await payouts.changeSettings({ person_day_cap: 60 });
	const deps = payouts.requestDeps({ dailyCap: asRobuxCents(70_00) });
	payouts.clock.nowMs = Date.UTC(2031, 0, 1, 12);
	expect(await getWithdrawLimits(deps, undefined, { actor, ip: HERE })).toMatchObject({ daily: { cap: 70, left: 70 } });
	await submit(actor, {}, deps);
	await payouts.workUntilClosed(actor.uid);
	expect(await getWithdrawLimits(deps, undefined, { actor, ip: HERE })).toMatchObject({
		daily: { cap: 70, left: 20, resets_at: Date.UTC(2031, 0, 2) },
	});
	const request = submit(actor, {}, deps);
	await expect(request).rejects.toMatchObject({
		code: 'resource-exhausted',
		message: refusal('above-daily-cap', { left: 20, currency: 'R$' }).message,
	});
	await payouts.changeSettings({ person_day_cap: null });
});

test('the withdrawal limits report no obstacle if there is none', async () => {
	const actor = await newUser(60);
	expect(await getWithdrawLimits(payouts.requestDeps(), undefined, { actor, ip: HERE })).toEqual({
		balance: 60,
		paused_reason: null,
		email_unverified: false,
		country_served: true,
		open_order_id: null,
		payouts_on: true,
		daily: null,
		stock: { direct: expect.any(Number), network: expect.any(Number) },
		stock_policy: 'queue',
		methods: [],
		codes: 0,
	});
});

test('the withdrawal limits report each reason for which a withdrawal would be refused or wait', async () => {
	const actor = { ...(await newUser(60)), emailVerified: false };
	const { order_id } = await submit(actor);
	await sql`update users set paused_reason = 'Wait.', pause_rule = 'staff@1' where uid = ${actor.uid}`.execute(
		database.owner,
	);
	await payouts.changeSettings({ is_on: false });
	await spoil('vendor', '500', '', 100);
	const deps = { ...payouts.requestDeps({ requireVerifiedEmail: true, stockPolicy: 'refuse' }), isServed: () => false };
	expect(await getWithdrawLimits(deps, undefined, { actor, ip: HERE })).toEqual({
		balance: 10,
		paused_reason: 'Wait.',
		email_unverified: true,
		country_served: false,
		open_order_id: order_id,
		payouts_on: false,
		daily: null,
		stock: null,
		stock_policy: 'refuse',
		methods: [],
		codes: 0,
	});
	await payouts.changeSettings({ is_on: true });
});
