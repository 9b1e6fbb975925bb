import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AccountStatus } from '../../../contract/accounts/staff-accounts.ts';
import { asRobuxCents } from '../../../contract/money.ts';
import { refusal } from '../../../contract/refusals.ts';
import { openAdmin, openAdminSite, PASSWORD, type Person } from '../../../test/sites/identity-site.ts';
import { bearer } from '../../../test/sites/json-client.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { postTransfer } from '../../ledger/post-transfer.ts';
import { openWallet } from '../../ledger/wallet.ts';
import { systemClock } from '../../lib/clock-and-log.ts';
import { inTransaction, rowOf, rowsOf } from '../../lib/db/database.ts';
import { countChargebacks } from '../../offerwalls/booking/chargebacks/chargeback.ts';
import { adminBanUser } from './change-account-status.ts';

const database = openTestDatabase({ poolSize: 20 });
const { app: db, owner } = database;
const site = openAdminSite(database);
const REASON = 'Several accounts used one promo code.';
const admin = openAdmin(site);

type Entry = { actor: string; action: string; details: Record<string, unknown> };

const auditOf = (uid: string) =>
	rowsOf<Entry>(owner)`select actor, action, details from audit_entries where uid = ${uid} order by id`;

const act = async (name: string, uid: string, more: object = { reason: REASON }, who = admin) =>
	(await site.callAs(name, { uid, ...more }, who)) as AccountStatus & { status?: string; ended?: number };
async function unbanByTwo(uid: string): Promise<AccountStatus> {
	const { proposal: id } = (await act('adminUnbanUser', uid)) as { proposal?: string };
	await site.callAs('adminDecideProposal', { id, decision: 'approve', reason: REASON }, await site.admin());
	return act('adminUnbanUser', uid);
}
const noticesOf = async (person: Person) =>
	(await site.call('createUser', null, person.accessToken)).json().error?.details?.reason ?? 'welcome';
const signIn = ({ email }: Person) => site.post('/auth/sign-in/email', { email, password: PASSWORD });

async function chargeBack(uid: string): Promise<void> {
	await inTransaction(db, async (tx) => {
		const atMs = Date.now();
		const amount = asRobuxCents(100);
		const stem = `offer/w/${randomUUID()}`;
		const booking = { uid, wall: 'w', amount, atMs };
		await postTransfer(tx, { ...booking, kind: 'credit', reference: `${stem}/credit` });
		const { id } = await postTransfer(tx, { ...booking, kind: 'reversal', reference: `${stem}/reversal` });
		await countChargebacks(tx, [{ uid, transferId: id, atMs }]);
	});
}

test('a ban applies from the next request, ends sessions, shows its reason, and is audited with actor, reason and IP', async () => {
	const user = await site.signUp();
	expect(await act('adminBanUser', user.uid)).toMatchObject({ uid: user.uid, ban_reason: REASON, changed: true });
	expect(await noticesOf(user)).toBe('banned');
	const recalls = await rowsOf(owner)`
		select from graphile_worker.jobs where task_identifier = 'recall-account' and key = ${`recall-account|${user.uid}`}
	`;
	expect(recalls).toHaveLength(1);
	const refused = await signIn(user);
	expect([refused.statusCode, refused.json().code]).toEqual([403, 'auth/user-disabled']);
	expect(refused.json().message).toContain(REASON);
	const unrestricted = { banned_at: null, ban_reason: null, paused_reason: null };
	expect(await auditOf(user.uid)).toEqual([
		{
			actor: admin.uid,
			action: 'ban',
			details: {
				...{ before: unrestricted, after: { ...unrestricted, banned_at: expect.any(Number), ban_reason: REASON } },
				...{ reason: REASON, ip: '127.0.0.1', role: 'owner' },
			},
		},
	]);
});

test('a ban keeps its first reason and one audit entry if it is repeated or sent by two admins concurrently', async () => {
	const [user, other] = [await site.signUp(), await site.admin()];
	const answers = await Promise.all([admin, other, admin].map((who) => act('adminBanUser', user.uid, undefined, who)));
	expect(answers.filter(({ changed }) => changed)).toHaveLength(1);
	const again = await act('adminBanUser', user.uid, { reason: 'Another.' });
	expect(again).toMatchObject({ ban_reason: REASON, changed: false });
	expect(await auditOf(user.uid)).toHaveLength(1);
});

test('a ban restores an earlier pause and restarts the chargeback count when it is lifted', async () => {
	const user = await site.signUp();
	await openWallet(db, user.uid);
	await act('adminPauseUser', user.uid, { reason: 'We check your last offers.' });
	for (let n = 0; n < 3; n += 1) await chargeBack(user.uid);
	expect(await noticesOf(user)).toBe('banned');
	expect((await signIn(user)).json()).toMatchObject({
		code: 'auth/user-disabled',
		message: expect.stringContaining('Partners took back 3 of your completed offers.'),
		reason: 'banned',
		params: { why: refusal('banned-for-chargebacks', { count: 3 }) },
	});
	expect(await unbanByTwo(user.uid)).toEqual({
		...{ uid: user.uid, banned_at: null, ban_reason: null, changed: false },
		paused_reason: 'We check your last offers.',
	});
	expect((await signIn(user)).statusCode).toBe(200);
	for (let n = 0; n < 2; n += 1) await chargeBack(user.uid);
	expect((await signIn(user)).statusCode).toBe(200);
	await chargeBack(user.uid);
	expect((await signIn(user)).statusCode).toBe(403);
	expect(await unbanByTwo(user.uid)).toMatchObject({ banned_at: null, changed: false });
	const actions = (await auditOf(user.uid)).map(({ action }) => action).filter((action) => action !== 'propose');
	expect(actions).toEqual(['pause', 'ban', 'unban', 'ban', 'unban']);
});

test('a ban lifted concurrently with a chargeback leaves the user unbanned with at most one open chargeback', async () => {
	for (let round = 0; round < 10; round += 1) {
		const user = await site.signUp();
		await openWallet(db, user.uid);
		for (let n = 0; n < 3; n += 1) await chargeBack(user.uid);
		await Promise.all([unbanByTwo(user.uid), chargeBack(user.uid)]);
		const row = await rowOf<{ open: number; banned: boolean }>(owner)`
			select (select count(*)::int from chargebacks where uid = ${user.uid} and forgiven_at is null) as open,
				banned_at is not null as banned
			from users where uid = ${user.uid}
		`;
		expect(row?.banned).toBe(false);
		expect(row?.open).toBeLessThanOrEqual(1);
	}
});

test('only one of two admins who ban each other is banned', async () => {
	for (let round = 0; round < 5; round += 1) {
		const [one, other] = [await site.admin(), await site.admin()];
		const ban = async ({ uid }: Person) => (await act('adminBanUser', uid)) as { proposal?: string };
		const [ofOne, ofOther] = [await ban(one), await ban(other)];
		const approve = ({ proposal: id }: { proposal?: string }, who: Person) =>
			site.callAs('adminDecideProposal', { id, decision: 'approve', reason: REASON }, who);
		await Promise.all([approve(ofOther, one), approve(ofOne, other)]);
		expect([await noticesOf(one), await noticesOf(other)].toSorted()).toEqual(['banned', 'welcome']);
	}
});

test('a pause stops only withdrawals, keeps its first reason, and is audited together with its end', async () => {
	const user = await site.signUp();
	expect(await act('adminPauseUser', user.uid)).toMatchObject({ paused_reason: REASON, changed: true });
	const again = await act('adminPauseUser', user.uid, { reason: 'Another.' });
	expect(again).toMatchObject({ paused_reason: REASON, changed: false });
	expect(await noticesOf(user)).toBe('welcome');
	const actor = await site.identity.authenticate({ headers: bearer(user.accessToken) } as never);
	expect(actor?.pausedReason).toBe(REASON);
	expect((await site.get('/auth/account', bearer(user.sessionToken))).json()).toMatchObject({ pausedReason: REASON });
	const resume = () => act('adminResumeUser', user.uid, { reason: 'Checked.' });
	expect(await resume()).toMatchObject({ paused_reason: null, changed: true });
	expect(await resume()).toMatchObject({ changed: false });
	expect((await auditOf(user.uid)).map(({ action }) => action)).toEqual(['pause', 'resume']);
});

test('sessions are listed by device and network without the full address, and ended singly or all at once', async () => {
	const [user, other] = [await site.signUp(), await site.signUp()];
	await signIn(user);
	type Sessions = { id: string; device: string; isCurrent: boolean }[];
	const sessions = (await site.callAs('adminGetSessions', { uid: user.uid }, admin)) as Sessions;
	expect(sessions).toHaveLength(2);
	expect(Object.keys(sessions[0] ?? {})).toEqual(['id', 'device', 'network', 'createdAt', 'lastUsedAt', 'isCurrent']);
	const first = sessions[1]?.id;
	expect(await act('adminEndSessions', other.uid, { sessionId: first })).toEqual({ ended: 0 });
	expect(await noticesOf(user)).toBe('welcome');
	expect(await act('adminEndSessions', user.uid, { sessionId: first })).toEqual({ ended: 1 });
	expect((await site.call('createUser', null, user.accessToken)).statusCode).toBe(401);
	expect(await act('adminEndSessions', user.uid, { sessionId: first })).toEqual({ ended: 0 });
	expect(await act('adminEndSessions', user.uid, { reason: 'Lost phone.' })).toEqual({ ended: 1 });
	expect(await site.callAs('adminGetSessions', { uid: user.uid }, admin)).toEqual([]);
	expect((await auditOf(user.uid)).map(({ details }) => [details.before, details.after, details.reason])).toEqual([
		[{ sessions: sessions.map(({ id }) => id) }, { sessions: [sessions[0]?.id] }, null],
		[{ sessions: [sessions[0]?.id] }, { sessions: [] }, 'Lost phone.'],
	]);
});

test('two admins reset a lost second factor, which ends sessions, holds withdrawals and mails the user', async () => {
	const user = await site.signUp();
	expect(await act('adminResetSecondFactor', user.uid)).toMatchObject({ changed: false });
	await sql`insert into auth_two_factor (user_id, secret, backup_codes) values (${user.uid}, 's', '[]')`.execute(owner);
	await sql`update auth_user set two_factor_enabled = true where id = ${user.uid}`.execute(owner);
	const { proposal: id } = (await act('adminResetSecondFactor', user.uid)) as { proposal?: string };
	expect(await noticesOf(user)).toBe('welcome');
	await site.callAs('adminDecideProposal', { id, decision: 'approve', reason: REASON }, await site.admin());
	expect((await site.call('createUser', null, user.accessToken)).statusCode).toBe(401);
	const after = await rowOf(owner)`
		select two_factor_enabled as "isOn", (select count(*)::int from auth_two_factor where user_id = a.id) as factors,
			(select array_agg(confirmed) from former_addresses where uid = a.id) as held,
			(select payload::jsonb from graphile_worker._private_jobs where payload ->> 'uid' = a.id::text and payload ->> 'kind' like 'two%') as mail
		from auth_user a where id = ${user.uid}
	`;
	const mail = { kind: 'two-factor-changed', isOn: false, isReset: true, uid: user.uid };
	expect(after).toEqual({ isOn: false, factors: 0, held: [false], mail });
	expect((await auditOf(user.uid)).map(({ action }) => action)).toEqual(['propose', 'reset-second-factor']);
	expect((await signIn(user)).json()).toMatchObject({ user: { id: user.uid } });
});

test('an action is rolled back if its audit entry cannot be written', async () => {
	const user = await site.signUp();
	await sql`alter table audit_records add constraint closed check (action <> 'ban') not valid`.execute(owner);
	expect(await act('adminBanUser', user.uid)).toMatchObject({ status: 'INTERNAL' });
	site.errors.length = 0;
	await sql`alter table audit_records drop constraint closed`.execute(owner);
	expect(await noticesOf(user)).toBe('welcome');
});

test.each([
	...['adminBanUser', 'adminUnbanUser', 'adminPauseUser', 'adminResumeUser', 'adminGetSessions', 'adminEndSessions'],
	'adminResetSecondFactor',
])('%s gives not-found for an unknown user and rejects an invalid uid', async (name) => {
	const more = name === 'adminGetSessions' ? {} : { reason: REASON };
	expect(await act(name, randomUUID(), more)).toMatchObject({ status: 'NOT_FOUND' });
	expect(await act(name, 'someone', more)).toMatchObject({ status: 'INVALID_ARGUMENT' });
	expect(await act(name, randomUUID(), { ...more, actor: admin.uid })).toMatchObject({ status: 'INVALID_ARGUMENT' });
});

test.each(['', '   ', 'x'.repeat(501)])('the reason %j is refused', async (reason) => {
	expect(await act('adminBanUser', randomUUID(), { reason })).toMatchObject({ status: 'INVALID_ARGUMENT' });
});

test('a role change during a call makes the call fail', async () => {
	const [staff, user] = [await site.admin(), await site.signUp()];
	const asItWas = { actor: { uid: staff.uid, sessionId: 'session', staffRole: 'owner' }, ip: '127.0.0.1' } as const;
	await sql`update users set staff_role = 'viewer' where uid = ${staff.uid}`.execute(owner);
	const late = adminBanUser({ db, clock: systemClock }, { uid: user.uid, reason: REASON }, asItWas);
	await expect(late).rejects.toMatchObject({ code: 'permission-denied' });
	expect(await act('adminBanUser', user.uid, undefined, staff)).toMatchObject({ details: { reason: 'role-may-not' } });
	expect(await auditOf(user.uid)).toEqual([]);
});
