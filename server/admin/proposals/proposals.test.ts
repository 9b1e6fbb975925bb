import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Proposal } from '../../../contract/admin/proposals.ts';
import type { CallResult } from '../../../contract/calls.ts';
import { asRobuxCents } from '../../../contract/money.ts';
import { insertOrders } from '../../../test/payouts/fake-withdrawals.ts';
import { openAdmin, openAdminSite, type Person } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { changeApprovalLimit } from '../../accounts/allowance.ts';
import { postTransfer } from '../../ledger/post-transfer.ts';
import { findWallet } from '../../ledger/wallet.ts';
import { systemClock } from '../../lib/clock-and-log.ts';
import { inTransaction, rowsOf } from '../../lib/db/database.ts';
import { reference } from '../../withdrawals/withdrawal.ts';
import { expireProposals } from './apply-proposals.ts';

const database = openTestDatabase({ poolSize: 20 });
const { app: db, owner } = database;
const site = openAdminSite(database);
const reason = 'We looked into it.';
let ada: Person;
const ben = openAdmin(site);
let user: Person;
beforeAll(async () => {
	await changeApprovalLimit({ owner, clock: systemClock }, asRobuxCents(100_000));
});
beforeEach(async () => {
	ada = await site.admin();
	user = await site.signUp();
});

type Answer = Partial<Proposal> & { proposal?: string; status?: string; details?: { reason: string } };
const call = async (name: string, data: object, who: Person) => (await site.callAs(name, data, who)) as Answer;
const decide = (id: string | undefined, who: Person, decision = 'approve') =>
	call('adminDecideProposal', { id, decision, reason }, who);
const refused = (reason: string) => ({ details: { reason } });
const newCode = () => `C-${randomUUID().slice(0, 13).toUpperCase()}`;
const createCode = (who: Person, facts: object = {}) =>
	call('adminCreatePromoCode', { code: newCode(), amount: 10_000, usesMax: 1_000_000, reason, ...facts }, who);
const redeem = (code: string, who: Person) => call('redeemPromoCode', { code }, who);
const listed = async (who: Person, state = 'waiting') =>
	((await site.callAs('adminGetProposals', { state }, who)) as { items: Proposal[] }).items;

async function recordOf(uid: string) {
	const [row] = await rowsOf<{ banned: boolean; paused: boolean; deleted: boolean }>(owner)`
		select banned_at is not null as banned, paused_reason is not null as paused, deleted_at is not null as deleted
		from users where uid = ${uid}`;
	return row;
}

async function heldOrderOf({ uid }: Person): Promise<string> {
	const [id, orderId] = [randomUUID(), `W-${randomUUID().slice(0, 16).toUpperCase()}`];
	const booking = { uid, atMs: Date.now(), amount: asRobuxCents(5_000) };
	await inTransaction(db, async (tx) => {
		await postTransfer(tx, { ...booking, kind: 'credit', wall: 'w', reference: `offer/w/${id}/credit` });
		await postTransfer(tx, { ...booking, kind: 'withdrawal-hold', reference: reference(id, 'hold') });
	});
	await insertOrders(owner, { uid, id, order_id: orderId, state: 'screening', amount: 5_000, price: 71 });
	await sql`
		insert into screenings (uid, withdrawal_id, rules, until, needs_person, started_at)
		values (${uid}, ${id}, '{amount}', now() + interval '1 day', true, now())
	`.execute(owner);
	return orderId;
}

test('a promo code above the approval limit can be redeemed only after a second person approved it', async () => {
	const code = newCode();
	const { proposal } = await createCode(ada, { code });
	expect(proposal).toEqual(expect.any(String));
	expect(await redeem(code, user)).toMatchObject(refused('unknown-code'));
	expect((await createCode(ada, { code })).proposal).toBe(proposal);
	expect(await decide(proposal, ada)).toMatchObject(refused('not-your-own-proposal'));
	expect(await decide(proposal, await site.admin('support'))).toMatchObject(refused('role-may-not'));
	const [stored] = await listed(ben);
	expect(stored).toMatchObject({ id: proposal, call: 'adminCreatePromoCode', amount: 1e10, is_own: false });
	expect(await decide(proposal, ben)).toMatchObject({ state: 'done', decided_by: ben.uid });
	expect(await redeem(code, user)).toMatchObject({ amount: 10_000 });
	expect(await decide(proposal, ben)).toMatchObject({ status: 'FAILED_PRECONDITION' });
});

test('a promo code counts against the same limit as balance adjustments', async () => {
	await changeApprovalLimit({ owner, clock: systemClock }, asRobuxCents(10_000));
	const adjust = (amount: number, who: Person) =>
		call('adminAdjustBalance', { uid: user.uid, amount, reason, requestId: randomUUID() }, who);
	expect(await createCode(ada, { amount: 6, usesMax: 10 })).toMatchObject({ state: 'open' });
	expect(await adjust(41, ada)).toMatchObject({ state: 'waiting' });
	expect(await adjust(40, ada)).toMatchObject({ state: 'booked' });
	expect(await createCode(ada, { amount: 1, usesMax: 1 })).toMatchObject({ proposal: expect.any(String) });
	await changeApprovalLimit({ owner, clock: systemClock }, asRobuxCents(100_000));
});

test('a promo code cannot be redeemed by staff, nor by its creator and approver after they leave the staff', async () => {
	const code = newCode();
	const { proposal } = await createCode(ada, { code });
	const third = await site.admin();
	const approver = await site.admin();
	await decide(proposal, approver);
	for (const who of [ada, approver, third]) {
		expect(await redeem(code, who)).toMatchObject({ status: 'PERMISSION_DENIED', ...refused('code-for-others') });
	}
	await sql`update users set role = null where uid = any(${[ada.uid, approver.uid]}::uuid[])`.execute(owner);
	for (const who of [ada, approver]) expect(await redeem(code, who)).toMatchObject(refused('code-for-others'));
	expect(await findWallet(db, ada.uid)).toMatchObject({ balance: 0 });
});

test("deletions that together forfeit more than an admin's daily limit, debts included, need two admins", async () => {
	await changeApprovalLimit({ owner, clock: systemClock }, asRobuxCents(10_000));
	const withMoney = async (robux: number, isDebt = false) => {
		const { uid } = await site.signUp();
		const stem = `offer/w/${randomUUID()}`;
		const post = (kind: 'credit' | 'reversal') => {
			const booking = { uid, atMs: Date.now(), amount: asRobuxCents(robux * 100), wall: 'w', kind };
			return inTransaction(db, (tx) => postTransfer(tx, { ...booking, reference: `${stem}/${kind}` }));
		};
		await post('credit');
		if (!isDebt) return uid;
		await call('adminAdjustBalance', { uid, amount: -robux, reason, requestId: randomUUID() }, await site.admin());
		await post('reversal');
		return uid;
	};
	const remove = (uid: string) => call('adminDeleteUser', { uid, reason }, ada);
	expect(await remove(await withMoney(60))).toEqual({ forfeited: 60 });
	for (const isDebt of [false, true]) {
		const uid = await withMoney(40.01, isDebt);
		const before = await findWallet(db, uid);
		const { proposal } = await remove(uid);
		expect(proposal).toEqual(expect.any(String));
		expect([await findWallet(db, uid), await recordOf(uid)]).toEqual([
			before,
			expect.objectContaining({ deleted: false }),
		]);
		expect((await listed(ben)).find(({ id }) => id === proposal)).toMatchObject({ uid, amount: 40.01 });
		expect(await decide(proposal, ben)).toMatchObject({ state: 'done' });
		expect(await recordOf(uid)).toMatchObject({ deleted: true });
	}
	expect(await remove(await withMoney(40))).toEqual({ forfeited: 40 });
	await changeApprovalLimit({ owner, clock: systemClock }, asRobuxCents(100_000));
});

test.each([
	['adminBanUser', {}],
	['adminPauseUser', {}],
	['adminDeleteUser', {}],
	['adminEndSessions', {}],
	['adminForgiveChargebacks', {}],
	['adminAdjustBalance', { amount: 1, requestId: randomUUID() }],
])('%s on a staff member takes effect only after a second approval', async (name, more) => {
	const colleague = await site.admin();
	const about = { uid: colleague.uid, reason, ...more };
	const { proposal } = await call(name, about, ada);
	expect(proposal).toEqual(expect.any(String));
	expect(await recordOf(colleague.uid)).toEqual({ banned: false, paused: false, deleted: false });
	expect(await call('adminGetWaitingWork', {}, colleague)).toBeDefined();
	expect(await decide(proposal, colleague)).toMatchObject(refused('not-to-yourself'));
	expect(await decide(proposal, ben)).toMatchObject({ state: 'done' });
});

test('concurrent approvals run the action once, and both admins are in the audit log', async () => {
	const colleague = await site.admin();
	const { proposal } = await call('adminBanUser', { uid: colleague.uid, reason }, ada);
	const answers = await Promise.all([decide(proposal, ben), decide(proposal, ben), decide(proposal, ben)]);
	expect(answers.filter(({ state }) => state === 'done')).toHaveLength(1);
	expect(await recordOf(colleague.uid)).toMatchObject({ banned: true });
	const audit = await rowsOf<{ actor: string; action: string; details: object }>(owner)`
			select actor, action, details from audit_entries where uid = ${colleague.uid} order by id`;
	expect(audit).toMatchObject([
		{ actor: ada.uid, action: 'propose', details: { proposal, reason, role: 'owner' } },
		{ actor: ben.uid, action: 'ban', details: { proposal, proposed_by: ada.uid, role: 'owner' } },
	]);
});

test("a proposal can't be approved once its proposer lost the permission or left", async () => {
	const gone = await site.admin('finance');
	const code = newCode();
	const { proposal } = await createCode(gone, { code });
	const about = { uid: user.uid, amount: 5_000, reason, requestId: randomUUID() };
	const { id } = await call('adminAdjustBalance', about, gone);
	await sql`update users set staff_role = 'support' where uid = ${gone.uid}`.execute(owner);
	expect(await decide(proposal, ben)).toMatchObject(refused('proposer-left'));
	await sql`update users set role = null, staff_role = null where uid = ${gone.uid}`.execute(owner);
	expect(await decide(proposal, ben)).toMatchObject(refused('proposer-left'));
	expect(await decide(id, ben)).toMatchObject(refused('proposer-left'));
	expect(await redeem(code, user)).toMatchObject(refused('unknown-code'));
	expect(await findWallet(db, user.uid)).toMatchObject({ balance: 0 });
	expect(await decide(proposal, ben, 'refuse')).toMatchObject({ state: 'refused' });
});

test('a proposal can be refused or withdrawn, and expires', async () => {
	const colleague = await site.admin();
	const about = { uid: colleague.uid, reason };
	const first = await call('adminBanUser', about, ada);
	expect(await decide(first.proposal, ben, 'withdraw')).toMatchObject(refused('not-your-proposal'));
	expect(await decide(first.proposal, ada, 'withdraw')).toMatchObject({ state: 'withdrawn' });
	const second = await call('adminBanUser', about, ada);
	expect(await decide(second.proposal, ben, 'refuse')).toMatchObject({ state: 'refused' });
	expect(await decide(second.proposal, ben)).toMatchObject({ status: 'FAILED_PRECONDITION' });
	const third = await call('adminBanUser', about, ada);
	await sql`update proposals set expires_at = now() where id = ${third.proposal}`.execute(owner);
	expect(await decide(third.proposal, ben)).toMatchObject({ status: 'FAILED_PRECONDITION' });
	expect(await listed(ben, 'expired')).toMatchObject([{ id: third.proposal }]);
	await expireProposals({ db, clock: { now: () => Date.now() + 1_000 } });
	expect(await recordOf(colleague.uid)).toMatchObject({ banned: false });
});

test('handling fraud cases reports each refused staff member, and a note needs no approval', async () => {
	const colleague = await site.admin();
	await sql`
		insert into fraud_cases (uid, state, score, opened_at, changed_at)
		values (${colleague.uid}, 'open', 90, now(), now())
	`.execute(owner);
	const handle = (action: string) =>
		call('adminHandleFraudCases', { uids: [colleague.uid], deed: action, reason }, ada);
	expect(await handle('pause')).toMatchObject({ done: 0, refused: [{ uid: colleague.uid }] });
	expect(await handle('close')).toMatchObject({ done: 0 });
	expect(await handle('note')).toMatchObject({ done: 1 });
	expect(await recordOf(colleague.uid)).toMatchObject({ paused: false });
});

describe('screening', () => {
	const rules = (threshold: number) => ({ rules: [{ rule: 'amount', is_on: true, threshold }], reason });
	const amount = async () => {
		const answer = (await site.callAs('adminGetScreeningRules', null, ada)) as CallResult<'adminGetScreeningRules'>;
		return answer.rules.find(({ rule }) => rule === 'amount')?.threshold;
	};

	test('rules become stricter immediately, and looser only after a second approval', async () => {
		expect(await call('adminSetScreeningRules', rules(500), ada)).toMatchObject({ rules: expect.any(Array) });
		const { proposal } = await call('adminSetScreeningRules', rules(5_000), ada);
		expect(proposal).toEqual(expect.any(String));
		expect(await amount()).toBe(500);
		expect(await decide(proposal, await site.admin('finance'))).toMatchObject(refused('role-may-not'));
		expect(await decide(proposal, await site.admin('fraud'))).toMatchObject({ state: 'done' });
		expect(await amount()).toBe(5_000);
	});

	test.each(['adminDecideScreening', 'adminRefundWithdrawal', 'adminMarkWithdrawalPaid', 'adminCancelWithdrawal'])(
		'%s for the withdrawal of a colleague needs a second person',
		async (name) => {
			const orderId = await heldOrderOf(await site.admin());
			const about = name === 'adminDecideScreening' ? { order_id: orderId, decision: 'pay' } : { orderId };
			const { proposal } = await call(name, { ...about, reason }, ada);
			expect(proposal).toEqual(expect.any(String));
			const { rows } = await sql`select state from withdrawals where order_id = ${orderId}`.execute(owner);
			expect(rows).toEqual([{ state: 'screening' }]);
			if (name === 'adminDecideScreening') expect(await decide(proposal, ben)).toMatchObject({ state: 'done' });
		},
	);

	test('a hold of a user who is not on the staff is decided by one admin', async () => {
		const orderId = await heldOrderOf(user);
		const decided = await call('adminDecideScreening', { order_id: orderId, decision: 'refund', reason }, ada);
		expect(decided).toMatchObject({ state: 'failed' });
	});
});

test('an adjustment above the limit becomes a proposal, and both decision calls can decide it', async () => {
	const adjust = (amount: number) =>
		call('adminAdjustBalance', { uid: user.uid, amount, reason, requestId: randomUUID() }, ada);
	const { id } = await adjust(5_000);
	const listedOne = (await listed(ben)).find((each) => each.id === id);
	expect(listedOne).toMatchObject({ kind: 'adjustment', amount: 5_000, uid: user.uid, call: 'adminAdjustBalance' });
	expect(await decide(id, ben)).toMatchObject({ state: 'done', decided_by: ben.uid });
	expect(await findWallet(db, user.uid)).toMatchObject({ balance: 500_000 });
	const other = await adjust(6_000);
	const about = { uid: user.uid, id: other.id, approve: true };
	expect(await call('adminDecideAdjustment', about, ben)).toMatchObject({ state: 'booked' });
	expect((await listed(ben)).some((each) => each.id === other.id)).toBe(false);
});

test('deleting an account erases its proposals, and none can be approved afterwards', async () => {
	const colleague = await site.admin();
	const pause = await call('adminPauseUser', { uid: colleague.uid, reason: 'A secret reason.' }, ada);
	const removal = await call('adminDeleteUser', { uid: colleague.uid, reason: 'A secret reason.' }, ada);
	expect(await decide(removal.proposal, ben)).toMatchObject({ state: 'done' });
	expect(await recordOf(colleague.uid)).toMatchObject({ deleted: true });
	expect(await decide(pause.proposal, ben)).toMatchObject({ status: 'FAILED_PRECONDITION' });
	const { rows } = await sql`select from proposals p where uid = ${colleague.uid} and p::text like '%secret%'`.execute(
		owner,
	);
	expect(rows).toEqual([]);
});
