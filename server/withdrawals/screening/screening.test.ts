import { sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { openScreenedPayouts } from '../../../test/payouts/screened-payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { adminContext, testMemory } from '../../../test/support/stubs.ts';
import { eraseAccount } from '../../account-deletion/delete-account.ts';
import { personalParts } from '../../app/features.ts';
import { inTransaction, rowsOf } from '../../lib/db/database.ts';
import type { Actor } from '../../lib/http/callers.ts';
import { noteStanding } from '../../offerwalls/postbacks/standing.ts';
import { watchAlerts } from '../../operations/alerts/notify-channels.ts';
import { cancelWithdrawal } from '../review/review-withdrawal.ts';
import { listPayoutAlerts } from '../safety/payout-alerts.ts';
import { selectAlerts } from '../safety/store-safety.ts';
import { endScreenings } from './change-screening.ts';
import { getScreeningRules, setScreeningRules } from './screening-rules.ts';

const database = openTestDatabase({ poolSize: 20 });
const { app, owner } = database;
const payouts = openScreenedPayouts(database);
const { clock, newUser, submit, work, history, balance, requestsTo, deps, admin, other } = payouts;
const { only, suspect, held, latest, decide, wakePayouts } = payouts;

test('a held withdrawal is never sent to the vendor, keeps its money held, and shows the end of the hold', async () => {
	const { actor, order } = await held('amount', 49);
	expect(order).toMatchObject({ status: 'Pending', amount: 50 });
	for (let hour = 0; hour < 20; hour += 1) {
		clock.advance(HOUR_MS);
		await endScreenings(deps());
		await work(actor.uid);
	}
	expect(await requestsTo('vendor')).toBe(0);
	expect(await balance(actor.uid)).toBe(50);
	const item = await latest(actor);
	expect(item).toMatchObject({ status: 'Pending', is_refunded: false, order_id: order.order_id });
	expect(item?.screened_until).toBe((item?.created_at ?? 0) + DAY_MS);
});

test('a withdrawal above the limit together with earlier ones of the day is held, and the preview counts it', async () => {
	await only('amount', 99);
	const actor = await newUser(500);
	await submit(actor);
	await payouts.workUntilClosed(actor.uid);
	const second = await submit(actor);
	expect((await latest(actor))?.screened_until).not.toBeNull();
	const { effect } = await getScreeningRules(deps(), { rules: [{ rule: 'amount', is_on: true, threshold: 99 }] });
	expect(effect.by_rule.find(({ rule }) => rule === 'amount')?.held).toBeGreaterThanOrEqual(1);
	await decide(second.order_id, 'refund');
	clock.advance(DAY_MS);
	await submit(actor);
	expect(await latest(actor)).toMatchObject({ screened_until: null });
	await payouts.workUntilClosed(actor.uid);
});

test('a withdrawal up to the limit of the amount rule is not held', async () => {
	const { actor } = await held('amount', 50);
	expect(await latest(actor)).toMatchObject({ screened_until: null });
	await payouts.workUntilClosed(actor.uid);
	expect(await latest(actor)).toMatchObject({ status: 'Completed', screened_until: null });
});

test('a held withdrawal is released once when the hold ends, and then paid', async () => {
	const { actor } = await held('amount', 49);
	clock.advance(DAY_MS);
	await Promise.all([endScreenings(deps()), endScreenings(deps()), endScreenings(deps())]);
	expect(wakePayouts).toHaveBeenCalled();
	expect(await latest(actor)).toMatchObject({ status: 'Pending', screened_until: null });
	await payouts.workUntilClosed(actor.uid);
	expect(await latest(actor)).toMatchObject({ status: 'Completed' });
	expect(await balance(actor.uid)).toBe(50);
});

test.each([
	['has become suspicious', (actor: Actor) => only('score', 70).then(() => suspect(actor, 80))],
	[
		'is paused',
		({ uid }: Actor) =>
			sql`update users set paused_reason = 'We look.', pause_rule = 'staff@1' where uid = ${uid}`.execute(owner),
	],
])('a held withdrawal is not released automatically if its user %s meanwhile', async (_, happen) => {
	const { actor, order } = await held('amount', 49);
	await happen(actor);
	clock.advance(DAY_MS);
	await endScreenings(deps());
	await endScreenings(deps());
	expect((await latest(actor))?.screened_until).not.toBeNull();
	await decide(order.order_id, 'refund');
});

test('a held withdrawal counts as open, so a second one and the deletion of the account are refused', async () => {
	const { actor, order } = await held('amount', 49);
	await expect(submit(actor, { amount: 10 })).rejects.toMatchObject({ code: 'aborted' });
	const deleted = inTransaction(app, (tx) =>
		eraseAccount(tx, { memory: testMemory, ...personalParts }, { uid: actor.uid, atMs: clock.now() }),
	);
	await expect(deleted).rejects.toMatchObject({
		code: 'aborted',
		details: { reason: 'withdrawal-open', params: { orderId: order.order_id } },
	});
});

test('a withdrawal held for a high fraud score is not released by time, and raises an alert', async () => {
	const actor = await newUser(100);
	await suspect(actor, 70);
	const { order } = await held('score', 70, actor);
	clock.advance(30 * DAY_MS);
	await endScreenings(deps());
	await work(actor.uid);
	expect(await requestsTo('vendor')).toBe(0);
	const payoutDeps = { ...deps(), currentVendor: payouts.vendor(), words: { currencySign: 'R$' } };
	await watchAlerts({ ...deps(), listAlerts: () => listPayoutAlerts(payoutDeps) });
	const alerts = await selectAlerts(app);
	expect(alerts.map(({ message }) => message).join()).toMatch(/Withdrawals on hold that need your decision: \d/);
	expect(alerts.map(({ kind }) => kind)).toContain('screening');
	await decide(order.order_id, 'refund');
});

test.each([
	['a lower score', 69, 'open'],
	['a case that staff have closed', 90, 'closed'],
])('%s holds no withdrawal', async (_, score, state) => {
	const actor = await newUser(100);
	await suspect(actor, score, state);
	await held('score', 70, actor);
	expect(await latest(actor)).toMatchObject({ screened_until: null });
});

test('a withdrawal to a game account that another user withdrew to is held', async () => {
	await only('amount', 1000);
	const first = await newUser(100);
	await submit(first);
	const { actor: second, order } = await held('shared-game-account');
	expect((await latest(second))?.screened_until).toEqual(expect.any(Number));
	await decide(order.order_id, 'refund');
	await payouts.workUntilClosed(first.uid);
	await sql`update withdrawals set platform_user_id = null where uid = ${second.uid}`.execute(owner);
	const { actor: third } = await held('shared-game-account');
	expect((await latest(third))?.screened_until).toEqual(expect.any(Number));
	await submit(first);
	expect((await latest(first))?.screened_until).toEqual(expect.any(Number));
});

test('a withdrawal by a user who deleted the account and returned with the same game account is held', async () => {
	await only('amount', 1000);
	const first = await newUser(100);
	await submit(first);
	await payouts.workUntilClosed(first.uid);
	expect(await latest(first)).toMatchObject({ status: 'Completed' });
	await inTransaction(app, (tx) =>
		eraseAccount(tx, { memory: testMemory, ...personalParts }, { uid: first.uid, atMs: clock.now() }),
	);
	await sql`update withdrawals set platform_user_id = 1 where platform_user_id is not null`.execute(owner);
	const { actor: second, order } = await held('shared-game-account');
	expect((await latest(second))?.screened_until).toEqual(expect.any(Number));
	await decide(order.order_id, 'refund');
});

test('a first payout is held, a second is not', async () => {
	const { actor, order } = await held('first-payout');
	expect((await latest(actor))?.screened_until).toEqual(expect.any(Number));
	await decide(order.order_id, 'pay');
	await payouts.workUntilClosed(actor.uid);
	await submit(actor);
	expect((await latest(actor))?.screened_until).toBeNull();
});

test('a high yearly total holds withdrawals until staff release one, and again in the next year', async () => {
	const actor = await newUser(500);
	const isHeld = async () => (await latest(actor))?.screened_until !== null;
	const toNewYear = () => clock.advance(Date.UTC(new Date(clock.now()).getUTCFullYear() + 1, 0, 2) - clock.now());
	const counted = async () => {
		const { effect } = await getScreeningRules(deps(), { rules: [] });
		return effect.by_rule.find(({ rule }) => rule === 'yearly-total')?.held ?? 0;
	};
	toNewYear();
	await only('yearly-total', 99);
	await submit(actor);
	expect(await isHeld()).toBe(false);
	const before = await counted();
	await payouts.workUntilClosed(actor.uid);
	const { order_id: orderId } = await submit(actor);
	clock.advance(30 * DAY_MS);
	await endScreenings(deps());
	expect(await isHeld()).toBe(true);
	expect(await counted()).toBe(before + 1);
	await decide(orderId, 'pay');
	await payouts.workUntilClosed(actor.uid);
	await submit(actor);
	expect(await isHeld()).toBe(false);
	await payouts.workUntilClosed(actor.uid);
	toNewYear();
	await submit(actor);
	expect(await isHeld()).toBe(false);
	await payouts.workUntilClosed(actor.uid);
	await submit(actor);
	expect(await isHeld()).toBe(true);
});

test('a withdrawal to a recently linked game account is held, to an older one not', async () => {
	const actor = await newUser(100);
	const link = (agoMs: number) =>
		sql`
			insert into linked_game_accounts (platform_user_id, uid, roblox_username, linked_at)
			select platform_user_id, uid, roblox_username, ${new Date(clock.now() - agoMs)} from users where uid = ${actor.uid}
			on conflict (platform_user_id) do update set linked_at = excluded.linked_at
		`.execute(owner);
	await link(72 * HOUR_MS);
	await held('young-game-account', 72, actor);
	expect((await latest(actor))?.screened_until).toBeNull();
	await payouts.workUntilClosed(actor.uid);
	await link(HOUR_MS);
	await submit(actor);
	expect((await latest(actor))?.screened_until).toEqual(expect.any(Number));
});

test('a withdrawal after a sign-in from a new device is held', async () => {
	const comeIn = ({ uid }: Actor, device: string, agoMs: number) =>
		sql`
			insert into log_entries (at, source, what, outcome, uid, device)
			values (${new Date(clock.now() - agoMs)}, 'sign-in', '/auth/sign-in/email', 'done', ${uid}, ${device})
		`.execute(owner);
	const [known, taken] = [await newUser(100), await newUser(100)];
	for (const actor of [known, taken]) await comeIn(actor, 'Firefox on Windows', 25 * HOUR_MS);
	await comeIn(known, 'Firefox on Windows', 0);
	await comeIn(taken, 'Chrome on Linux', 0);
	await held('young-sign-in', 24, known);
	await held('young-sign-in', 24, taken);
	expect((await latest(known))?.screened_until).toBeNull();
	expect((await latest(taken))?.screened_until).toEqual(expect.any(Number));
});

async function newAccount(): Promise<Actor> {
	const actor = await newUser(300);
	await sql`
		insert into auth_user (id, name, email, email_verified)
		values (${actor.uid}, 'x', ${`${actor.uid}@x.example`}, true) on conflict do nothing
	`.execute(owner);
	return actor;
}

test('a withdrawal waits for a person while a partner restricts the user, and goes on once all are cleared', async () => {
	const actor = await newAccount();
	const report = (scope: string, isHeld: boolean, until: Date | null = null) => {
		const standing = { isHeld, scope, state: 'review', reason: 'Unusual.', until };
		return noteStanding(app, { uid: actor.uid, wall: 'bitlabs', standing }, new Date(clock.now()));
	};
	await report('surveys', true);
	await report('offers', true, new Date(clock.now()));
	await only('partner-standing');
	const { order_id } = await submit(actor);
	await report('offers', true);
	await report('surveys', false);
	await endScreenings(deps());
	const { rows } = await sql`
		select s.ended_at, s.needs_person, details ->> 'partner' as partner
		from withdrawals w join screenings s on s.uid = w.uid and s.withdrawal_id = w.id
			join payout_events e on e.uid = w.uid and e.withdrawal_id = w.id
		where w.order_id = ${order_id} and e.kind = 'screening'
	`.execute(owner);
	expect(rows).toEqual([{ ended_at: null, needs_person: true, partner: 'bitlabs: review surveys, Unusual.' }]);
	await report('offers', false);
	await endScreenings(deps());
	await payouts.workUntilClosed(actor.uid);
	expect((await latest(actor))?.status).toBe('Completed');
});

test('a withdrawal above the limit waits until a change of address can no longer be undone', async () => {
	const [recent, past] = [await newAccount(), await newAccount()];
	const changedAt = clock.now() - 2 * DAY_MS;
	await sql`
		insert into former_addresses (uid, email, confirmed, replaced_at, undo_until, had_second_factor) values
			(${recent.uid}, 'a@x.example', true, ${new Date(changedAt)}, now(), false),
			(${past.uid}, 'b@x.example', true, ${new Date(clock.now() - 7 * DAY_MS)}, now(), false)
	`.execute(owner);
	await only('changed-address', 50);
	await submit(recent);
	await payouts.workUntilClosed(recent.uid);
	await only('changed-address', 49);
	await submit(past);
	expect((await history(past.uid))[0]?.screened_until).toBeNull();
	const held = await submit(recent);
	const [item] = await history(recent.uid);
	expect(item).toMatchObject({ order_id: held.order_id, screened_until: changedAt + 7 * DAY_MS });
	clock.advance(5 * DAY_MS);
	await endScreenings(deps());
	await payouts.workUntilClosed(recent.uid);
	expect((await history(recent.uid))[0]?.status).toBe('Completed');
});

test.each([[80], [Number.POSITIVE_INFINITY]])(
	'a withdrawal is held for a fraud score of %d at the request',
	async (score) => {
		await only('score', 70);
		const actor = await newUser(100);
		const order = await submit(actor, {}, { ...payouts.requestDeps(), findScore: async () => score });
		await work(actor.uid);
		expect(await requestsTo('vendor')).toBe(0);
		await decide(order.order_id, 'refund');
		expect(await balance(actor.uid)).toBe(100);
	},
);

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
	const cancelled = cancelWithdrawal(deps(), { orderId: order.order_id, reason: 'x' }, other);
	await expect(cancelled).rejects.toMatchObject({ details: { reason: 'withdrawal-screened' } });
	await decide(order.order_id, 'refund');
	const audited = await rowsOf(owner)`select actor, action, details from audit_entries where uid = ${actor.uid}`;
	const details = { orderId: order.order_id, decision: 'refund', reason: 'Looked at the offers.' };
	expect(audited).toMatchObject([{ actor: admin.actor.uid, action: 'decide-screening', details }]);
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
	const rules = [{ rule: 'amount' as const, is_on: true, threshold: 10 }];
	const before = await getScreeningRules(deps(), { rules: [] });
	const tried = await getScreeningRules(deps(), { rules });
	expect(tried.rules).toEqual(before.rules);
	expect(before.effect.held).toBe(0);
	expect(tried.effect.withdrawals).toBe(before.effect.withdrawals);
	expect(tried.effect.held).toBeGreaterThanOrEqual(2);
	expect(tried.effect.held_amount).toBeGreaterThanOrEqual(100);
	expect(tried.effect.by_rule.find(({ rule }) => rule === 'amount')?.held).toBe(tried.effect.held);
	await setScreeningRules(deps(), { rules, reason: 'tighter' }, admin);
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
