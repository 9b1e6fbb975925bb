import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Adjustment } from '../../contract/accounts/adjustments.ts';
import type { AdminAction } from '../../contract/admin/records.ts';
import { asRobuxCents } from '../../contract/money.ts';
import type { Page } from '../../contract/paging.ts';
import { openAdmin, openAdminSite, type Person } from '../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { changeApprovalLimit } from '../accounts/allowance.ts';
import { expireProposals } from '../admin/proposals/apply-proposals.ts';
import { checkBooks } from '../books/check-books.ts';
import { findWallet } from '../ledger/wallet.ts';
import { inTransaction, rowsOf } from '../lib/db/database.ts';
import { exportAdjustments } from './export-user.ts';

const database = openTestDatabase({ poolSize: 20 });
const { app: db, owner } = database;
const site = openAdminSite(database);
const REASON = 'A survey was paid twice.';
const clock = { now: () => Date.now() };
const ip = '127.0.0.1';
const by = { ip, role: 'owner' };
let admin: Person;
const second = openAdmin(site);
let user: Person;

const limit = (robux: number) => changeApprovalLimit({ owner, clock }, asRobuxCents(robux * 100));

beforeEach(async () => {
	admin = await site.admin();
	user = await site.signUp();
	await limit(100);
});

type Answer = Adjustment & { status?: string; message?: string };
const adjust = async (amount: number, more: object = {}, who = admin) =>
	(await site.callAs(
		'adminAdjustBalance',
		{ uid: user.uid, amount, reason: REASON, requestId: randomUUID(), ...more },
		who,
	)) as Answer;
const decide = async ({ id }: { id: string }, who: Person, approve = true) =>
	(await site.callAs('adminDecideAdjustment', { uid: user.uid, id, approve, reason: 'Looked at it.' }, who)) as Answer;
const balance = async () => (await findWallet(db, user.uid))?.balance;
const audit = () => rowsOf<{ actor: string; action: string; details: object }>(owner)`
	select actor, action, details from audit_entries where uid = ${user.uid} order by id
`;
const acts = async () => (await audit()).map(({ actor, action }) => [actor, action]);

test('a small adjustment is booked once, audited with its reason, and announced to the user', async () => {
	const requestId = randomUUID();
	const answers = await Promise.all([1, 2, 3].map(() => adjust(12.34, { requestId })));
	expect(answers.map(({ state }) => state)).toEqual(['booked', 'booked', 'booked']);
	expect(await balance()).toBe(1234);
	const what = { adjustment: requestId, amount: 12.34 };
	expect(await audit()).toEqual([
		{
			actor: admin.uid,
			action: 'adjust',
			details: { before: { ...what, state: 'none' }, after: { ...what, state: 'booked' }, reason: REASON, ...by },
		},
	]);
	const shown = (await site.callAs('adminGetUserOffers', { uid: user.uid }, admin)) as { items: object[] };
	expect(shown.items).toMatchObject([{ kind: 'adjustment', amount: 12.34, name: REASON }]);
	const { rows: notices } = await sql`select kind, data from notices where uid = ${user.uid}`.execute(owner);
	expect(notices).toEqual([{ kind: 'message', data: { text: `Your balance was corrected by +12.34: ${REASON}` } }]);
	expect(await adjust(12.35, { requestId })).toMatchObject({ status: 'ALREADY_EXISTS' });
	expect(await adjust(12.34, { requestId }, second)).toMatchObject({ status: 'ALREADY_EXISTS' });
});

test('an adjustment never takes the balance below zero', async () => {
	await adjust(10);
	expect(await adjust(-10.01)).toMatchObject({ status: 'OUT_OF_RANGE' });
	expect(await adjust(-10)).toMatchObject({ state: 'booked', amount: -10 });
	expect(await balance()).toBe(0);
	expect((await audit()).map(({ action }) => action)).toEqual(['adjust', 'adjust']);
});

test('rejects an invalid amount', async () => {
	for (const amount of [0, 0.001, 1_000_001, '5']) {
		expect(await adjust(amount as number), String(amount)).toMatchObject({ status: 'INVALID_ARGUMENT' });
	}
});

test('an adjustment above the limit needs approval by an admin who is neither its proposer nor the user concerned', async () => {
	const proposed = await adjust(100.01);
	expect(proposed).toMatchObject({ state: 'waiting', proposed_by: admin.uid, decided_by: null });
	expect(await balance()).toBe(0);
	expect(await decide(proposed, admin)).toMatchObject({ status: 'PERMISSION_DENIED' });
	await sql`update users set role = 'Admin' where uid = ${user.uid}`.execute(owner);
	expect(await decide(proposed, user)).toMatchObject({ status: 'PERMISSION_DENIED' });
	expect(await adjust(1, {}, user)).toMatchObject({ status: 'PERMISSION_DENIED' });

	const waiting = (await site.callAs('adminGetAdjustments', {}, second)) as {
		items: Adjustment[];
		approvalAbove: number;
	};
	const people = { user_name: user.email, proposer_name: admin.email };
	expect(waiting.items).toContainEqual({ ...proposed, is_own: false, ...people });
	expect(proposed.is_own).toBe(true);
	expect(waiting.approvalAbove).toBe(100);
	const answers = await Promise.all([1, 2, 3].map(() => decide(proposed, second)));
	expect(answers.map(({ state }) => state)).toEqual(['booked', 'booked', 'booked']);
	expect(await balance()).toBe(10_001);
	expect(await acts()).toEqual([
		[admin.uid, 'adjust'],
		[second.uid, 'approve-adjustment'],
	]);
	expect(await decide(proposed, second, false)).toMatchObject({ status: 'FAILED_PRECONDITION' });
});

test('concurrent requests for a large adjustment create one proposal, and its id cannot be reused', async () => {
	const requestId = randomUUID();
	const answers = await Promise.all([1, 2, 3].map(() => adjust(500, { requestId })));
	expect(answers).toMatchObject(Array(3).fill({ id: requestId, state: 'waiting' }));
	expect(await adjust(500, { requestId })).toEqual(answers[0]);
	for (const other of [adjust(501, { requestId }), adjust(500, { requestId }, second)]) {
		expect(await other).toMatchObject({ status: 'ALREADY_EXISTS' });
	}
	expect((await audit()).map(({ action }) => action)).toEqual(['adjust']);
	const { items } = (await site.callAs('adminGetAdjustments', { uid: user.uid }, second)) as Page<Adjustment>;
	expect(items.map(({ id }) => id)).toEqual([requestId]);
});

test('small adjustments count together towards the limit, across users and concurrent requests', async () => {
	const others = [await site.signUp(), await site.signUp(), await site.signUp()];
	const answers = await Promise.all(others.map(({ uid }) => adjust(40, { uid })));
	expect(answers.map(({ state }) => state).toSorted()).toEqual(['booked', 'booked', 'waiting']);
	expect(await adjust(-20.01)).toMatchObject({ state: 'waiting' });
	expect(await adjust(20)).toMatchObject({ state: 'booked' });
});

test('the proposer may withdraw a proposal, and a deduction checks the balance on approval', async () => {
	const first = await adjust(500);
	expect(await decide(first, admin, false)).toMatchObject({ state: 'refused' });
	expect(await decide(first, second)).toMatchObject({ status: 'FAILED_PRECONDITION' });
	const taking = await adjust(-500);
	expect(await decide(taking, second)).toMatchObject({ status: 'OUT_OF_RANGE' });
	expect(await decide(await adjust(500), second)).toMatchObject({ state: 'booked' });
	expect(await decide(taking, second)).toMatchObject({ state: 'booked' });
	expect(await balance()).toBe(0);
});

test('a proposal without a decision expires after three days', async () => {
	const proposed = await adjust(500);
	const later = { now: () => Date.now() + 73 * 3_600_000 };
	await sql`update adjustments set expires_at = now() - interval '1 ms' where id = ${proposed.id}`.execute(owner);
	expect(await decide(proposed, second)).toMatchObject({ status: 'FAILED_PRECONDITION' });
	await expireProposals({ db, clock: later });
	await expireProposals({ db, clock: later });
	expect(await acts()).toEqual([
		[admin.uid, 'adjust'],
		['system', 'expire-adjustment'],
	]);
	expect(await balance()).toBe(0);
});

test('the application cannot raise the limit, and the ledger check finds an adjustment with a changed amount', async () => {
	await expect(sql`update adjustment_settings set approval_above = 1`.execute(db)).rejects.toThrow(/permission denied/);
	const { id } = await adjust(5);
	await sql`update adjustments set amount = 600 where id = ${id}`.execute(owner);
	expect(await checkBooks(db)).toMatchObject([{ rule: expect.stringContaining('each approved adjustment') }]);
	await sql`update adjustments set amount = 500 where id = ${id}`.execute(owner);
});

test("the export lists the user's adjustments without naming admins", async () => {
	await adjust(5);
	await adjust(5_000);
	const exported = await inTransaction(db, (tx) => exportAdjustments(tx, user.uid));
	expect(exported.map(({ amount, state, reason }) => [amount, state, reason]).toSorted()).toEqual([
		[5, 'booked', REASON],
		[5_000, 'waiting', REASON],
	]);
	expect(JSON.stringify(exported)).not.toContain(admin.uid);
});

test('deleting the account expires waiting adjustments and erases the reasons', async () => {
	await adjust(5, { reason: `our-error: ${REASON}` });
	await adjust(5_000);
	const remove = (uid: string) => site.callAs('adminDeleteUser', { uid, reason: 'They asked us to.' }, admin);
	expect(await remove(user.uid)).toEqual({ forfeited: 5 });
	expect(await rowsOf(owner)`select state, reason from adjustments where uid = ${user.uid} order by amount`).toEqual([
		{ state: 'booked', reason: null },
		{ state: 'expired', reason: null },
	]);
	expect(await audit()).toContainEqual({
		actor: admin.uid,
		action: 'delete-account',
		details: { before: { deleted: false }, after: { deleted: true, forfeited: 5 }, ...by },
	});
	// Earlier audit entries keep amounts, states and the admin's IP address, but lose free text.
	const { items } = (await site.callAs('adminGetActions', { uid: user.uid }, admin)) as Page<AdminAction>;
	expect(items).toMatchObject([
		{ action: 'delete-account', reason: null, reason_code: 'other' },
		{ action: 'adjust', actor: { uid: admin.uid }, after: { amount: 5_000, state: 'waiting' }, reason: null },
		{ action: 'adjust', after: { amount: 5, state: 'booked' }, reason: null, reason_code: 'our-error', ip },
	]);
	expect(await remove(user.uid)).toMatchObject({ status: 'NOT_FOUND' });
	expect(await remove(admin.uid)).toMatchObject({ status: 'PERMISSION_DENIED' });
});
