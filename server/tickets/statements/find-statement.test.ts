import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { OBJECTION_DAYS, type StatementKind } from '../../../contract/accounts/statements.ts';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { openOffersWorld } from '../../../test/partners/offers-world.ts';
import { openPayouts } from '../../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { addAdmins, adminContext, approving, testMemory } from '../../../test/support/stubs.ts';
import { recordAudit } from '../../lib/audit.ts';
import { inTransaction } from '../../lib/db/database.ts';
import { decideScreening } from '../../withdrawals/screening/change-screening.ts';
import { setScreeningRules } from '../../withdrawals/screening/screening-rules.ts';
import { findDeciders, findStatement, findStatements, toPersonal } from './find-statement.ts';

const database = openTestDatabase({ poolSize: 20 });
const { app, owner } = database;
const world = openOffersWorld(app, owner);
const { clock, notices, person } = world;
const payouts = openPayouts(database);
const admin = adminContext();

const find = (uid: string, kind: StatementKind, id: string | null = null) => findStatement(app, uid, { kind, id });
const lineOf = async (uid: string, kind: string) => {
	const { rows } = await sql<{ id: number }>`
		select id from transfers where uid = ${uid} and kind = ${kind} order by id desc limit 1
	`.execute(owner);
	return String(rows[0]?.id);
};

test.each([
	['a large reward', 'amount', 'amount-hold'],
	['a wall that pays far more than usual', 'speed', 'speed-hold'],
	['a wall that holds every reward', undefined, 'wall-hold'],
] as const)(
	'the statement for a held reward names the rule, the end and the automated decision: %s',
	async (_what, cause, rule) => {
		const { uid } = await person();
		const untilMs = clock.now() + 5 * HOUR_MS;
		await notices(uid, { transactionId: randomUUID(), offerName: 'Island farm' }, { untilMs, cause });
		const id = await lineOf(uid, 'credit-hold');
		const found = await find(uid, 'hold', id);
		expect(found).toMatchObject({ rule, version: 1, automated: true, ends_at: untilMs, object_until: untilMs });
		expect(found?.facts).toEqual({ amount: 10, wall: 'one', name: 'Island farm' });
		expect(await findStatements(app, uid)).toMatchObject([{ kind: 'hold', id }]);
		expect(await find((await person()).uid, 'hold', id)).toBeUndefined();
	},
);

test("the statement for a reversed reward quotes the partner's reason and the objection period", async () => {
	const { uid } = await person();
	const transactionId = randomUUID();
	await notices(uid, { transactionId, offerName: 'Island farm' });
	await notices(uid, { transactionId, kind: 'reversal', reason: 'Duplicate install' });
	const found = await find(uid, 'reversal', await lineOf(uid, 'reversal'));
	expect(found).toMatchObject({ rule: 'partner-reversal', automated: true, said: 'Duplicate install' });
	expect(found?.object_until).toBe((found?.at ?? 0) + OBJECTION_DAYS * DAY_MS);
	expect(await find(uid, 'reversal', await lineOf(uid, 'credit'))).toBeUndefined();
});

test.each(['', '0', '-1', '1e3', "1' or 1=1", '9'.repeat(40)])(
	'the statement for a reward does not exist for the line id %j',
	async (id) => {
		const { uid } = await person();
		expect(await find(uid, 'hold', id)).toBeUndefined();
		expect(await find(uid, 'reversal', id)).toBeUndefined();
	},
);

test('the statement for chargebacks names the rule and the number of chargebacks for a ban, and no deciding admin', async () => {
	const { uid } = await person();
	for (let n = 0; n < 3; n += 1) {
		const transactionId = randomUUID();
		await notices(uid, { transactionId });
		await notices(uid, { transactionId, kind: 'reversal' });
	}
	const found = await find(uid, 'ban');
	expect(found).toMatchObject({ rule: 'chargebacks-ban', version: 1, automated: true, said: null, decided_by: null });
	expect(found?.facts).toEqual({ chargebacks: 3 });
	expect(await findDeciders(app, uid, { kind: 'ban', id: null })).toEqual([]);
});

const deps = () => ({ ...payouts.workerDeps(), memory: testMemory, wakePayouts: () => {}, reviewMs: DAY_MS });

test('the statement for a withdrawal hides screening rules and internal notes from the user if the withdrawal was held and refunded', async () => {
	await addAdmins(app, admin);
	const rules = [{ rule: 'amount' as const, is_on: true, threshold: 49 }];
	await setScreeningRules(deps(), { rules, reason: 'test' }, approving(admin));
	const { uid } = await payouts.newUser(100).then(async (actor) => ({ ...actor, order: await payouts.submit(actor) }));
	const { order_id: orderId } = (await payouts.history(uid))[0] ?? {};
	const held = await find(uid, 'withdrawal', orderId);
	expect(held).toMatchObject({ rule: 'screening', version: 1, automated: true, inside: { rules: ['amount'] } });
	expect(held?.facts).toEqual({ amount: 50 });
	expect(held?.ends_at).toEqual(expect.any(Number));
	await sql`update screenings set needs_person = true where uid = ${uid}`.execute(owner);
	expect((await find(uid, 'withdrawal', orderId))?.ends_at).toBeNull();
	expect(JSON.stringify(held && toPersonal(held))).not.toContain('rules');
	expect(held && Object.keys(toPersonal(held))).not.toContain('inside');

	const reason = 'several-accounts: Same device as three others.';
	await decideScreening(deps(), { order_id: orderId ?? '', decision: 'refund', reason }, admin);
	const back = await find(uid, 'withdrawal', orderId);
	expect(back).toMatchObject({ rule: 'staff', automated: false, decided_by: admin.actor.uid });
	expect(back?.said).toBe('Multiple accounts held by one person.');
	expect(JSON.stringify(back && toPersonal(back))).not.toMatch(/Same device|amount-|rules/);
	expect(JSON.stringify(back?.inside)).toContain('Same device');
	expect(await findDeciders(app, uid, { kind: 'withdrawal', id: orderId ?? null })).toEqual([admin.actor.uid]);
});

test('the statement for a withdrawal names the vendor as the cause of its refusal, and both admins as deciders of a settlement', async () => {
	const rules = [{ rule: 'amount' as const, is_on: true, threshold: 49 }];
	await setScreeningRules(deps(), { rules, reason: 'test' }, approving(admin));
	const actor = await payouts.newUser(100);
	await payouts.submit(actor);
	const { order_id: orderId } = (await payouts.history(actor.uid))[0] ?? {};
	await decideScreening(deps(), { order_id: orderId ?? '', decision: 'pay', reason: 'checked' }, admin);
	await payouts.control('PATCH', '/control/vendor', { failNext: { reason: 'gamepass_not_found' } });
	await payouts.workUntilClosed(actor.uid);
	expect(await find(actor.uid, 'withdrawal', orderId)).toMatchObject({ rule: 'vendor-refused', automated: true });
	const about = { kind: 'withdrawal', id: orderId ?? null } as const;
	expect(await findDeciders(app, actor.uid, about)).toEqual([]);

	const [ada, ben] = [randomUUID(), randomUUID()];
	await sql`
		insert into payout_settlements (id, order_id, uid, outcome, state, proposed_by, proposed_at, decided_by, decided_at)
		values (${randomUUID()}, ${orderId}, ${actor.uid}, 'refunded', 'settled', ${ada}, now(), ${ben}, now())
	`.execute(owner);
	const settled = { actor: ben, action: 'approve-settlement', details: { orderId, after: { withdrawal: 'failed' } } };
	const entry = { ...settled, keeps: ['orderId', 'withdrawal'], uid: actor.uid, atMs: clock.now() };
	await inTransaction(app, (tx) => recordAudit(tx, entry));
	expect(await findDeciders(app, actor.uid, about)).toEqual([ben, ada]);
});

test('a ban or pause always has a rule, also when written by an older version', async () => {
	const { uid } = await person();
	for (const [set, name] of [
		[sql`ban_rule = 'staff@1'`, 'users_ban_has_rule'],
		[sql`pause_rule = 'staff@1'`, 'users_pause_has_rule'],
	] as const) {
		await expect(sql`update users set ${set} where uid = ${uid}`.execute(owner)).rejects.toThrow(name);
	}
	// An older version without rules may still write bans.
	const { rows } = await sql`
		update users set banned_at = now(), ban_reason = 'x', paused_reason = 'x' where uid = ${uid} returning ban_rule, pause_rule
	`.execute(owner);
	expect(rows).toEqual([{ ban_rule: 'staff@1', pause_rule: 'staff@1' }]);
});
