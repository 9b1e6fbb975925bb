import { sql } from 'kysely';
import type { StaffRole } from '../../../contract/permissions.ts';
import { openAdmin, openAdminSite, type Person } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { rowsOf } from '../../lib/db/database.ts';
import { mailRecipients } from '../mail-recipients.ts';
import { purgeExpired } from '../user-record/purge-expired.ts';

const database = openTestDatabase();
const { app: db, owner } = database;
const site = openAdminSite(database);
const reason = 'They change their work.';
const HOURS_49 = 49 * 3_600_000;
let ada: Person;
const ben = openAdmin(site);
let guest: Person;
beforeEach(async () => {
	ada = await site.admin();
	guest = await site.signUp();
});

type Answer = { proposal?: string; status?: string; role?: string; state?: string; details?: { reason: string } };
const call = async (name: string, data: object | null, who: Person) => (await site.callAs(name, data, who)) as Answer;
const invite = (email: string, role: StaffRole = 'support') => call('adminInviteStaff', { email, role }, ada);
const accept = (code: string | undefined, who: Person) => call('acceptStaffInvite', { code }, who);
const refused = (reason: string) => ({ details: { reason } });
const approve = (id: string | undefined, who = ben) =>
	call('adminDecideProposal', { id, decision: 'approve', reason }, who);

async function mailedCode(email: string): Promise<string | undefined> {
	const [row] = await rowsOf<{ id: string }>(owner)`select id from staff_invites where email = ${email}`;
	const { clock } = site.deps;
	return row && (await mailRecipients({ db, clock }).makeInviteCode(row.id))?.code;
}

async function makeReady({ uid }: Person): Promise<void> {
	await sql`update auth_user set email_verified = true, two_factor_enabled = true where id = ${uid}`.execute(owner);
	await sql`update auth_session set second_factor = true where user_id = ${uid}`.execute(owner);
}

async function roleOf({ uid }: Person) {
	const [row] = await rowsOf<object>(owner)`select role, staff_role from users where uid = ${uid}`;
	return row;
}

test('an invite works once, for its confirmed address with a second factor, and grants its role', async () => {
	expect(await invite(guest.email.toUpperCase(), 'support')).toMatchObject({ email: guest.email, role: 'support' });
	const code = await mailedCode(guest.email);
	const other = await site.signUp();
	await makeReady(other);
	expect(await accept(code, other)).toMatchObject({ status: 'NOT_FOUND', ...refused('invite-invalid') });
	await sql`update auth_user set email_verified = false where id = ${guest.uid}`.execute(owner);
	expect(await accept(code, guest)).toMatchObject(refused('invite-wants-email'));
	await sql`update auth_user set email_verified = true where id = ${guest.uid}`.execute(owner);
	expect(await accept(code, guest)).toMatchObject(refused('totp-not-set-up'));
	await sql`update auth_user set two_factor_enabled = true where id = ${guest.uid}`.execute(owner);
	expect(await accept(code, guest)).toMatchObject(refused('totp-required'));
	await makeReady(guest);
	const answers = await Promise.all([accept(code, guest), accept(code, guest), accept(code, guest)]);
	expect(answers.filter(({ role }) => role === 'support')).toHaveLength(1);
	expect(await roleOf(guest)).toEqual({ role: 'Admin', staff_role: 'support' });
	expect(await call('adminBanUser', { uid: other.uid, reason }, guest)).toMatchObject(refused('role-may-not'));
	expect(await accept(code, guest)).toMatchObject(refused('invite-invalid'));
});

test('an invite is stored as a hash, works with the newest link only, and expires after 48 hours', async () => {
	await makeReady(guest);
	await invite(guest.email);
	const first = await mailedCode(guest.email);
	const second = await mailedCode(guest.email);
	const stored = await rowsOf<object>(owner)`select *, encode(code_hash, 'escape') as text from staff_invites`;
	expect(JSON.stringify(stored)).not.toContain(second);
	expect(await accept(first, guest)).toMatchObject(refused('invite-invalid'));
	await sql`update staff_invites set expires_at = now() where email = ${guest.email}`.execute(owner);
	expect(await accept(second, guest)).toMatchObject(refused('invite-invalid'));
	await purgeExpired({ db, clock: { now: () => Date.now() + HOURS_49 } });
	expect(await mailedCode(guest.email)).toBeUndefined();
});

test('an invite for an owner needs a second person, and is refused while its sender is not an owner', async () => {
	await makeReady(guest);
	const { proposal } = await invite(guest.email, 'owner');
	expect(proposal).toEqual(expect.any(String));
	expect(await mailedCode(guest.email)).toBeUndefined();
	expect(await approve(proposal, ada)).toMatchObject(refused('not-your-own-proposal'));
	expect(await approve(proposal)).toMatchObject({ state: 'done' });
	const code = await mailedCode(guest.email);
	await sql`update users set staff_role = 'viewer' where uid = ${ada.uid}`.execute(owner);
	expect(await accept(code, guest)).toMatchObject(refused('invite-invalid'));
	await sql`update users set staff_role = 'owner' where uid = ${ada.uid}`.execute(owner);
	expect(await accept(code, guest)).toEqual({ role: 'owner' });
});

test.each(['owner', 'finance', 'fraud'] as const)(
	'an invite for the role %s waits for a second person, because that role could approve requests of its sender',
	async (role) => {
		const { proposal } = await invite(guest.email, role);
		expect(proposal).toEqual(expect.any(String));
		const rows = await rowsOf<object>(owner)`select from staff_invites where email = ${guest.email}`;
		expect(rows).toEqual([]);
	},
);

test('a role is changed and removed with two admins, and ends the sessions', async () => {
	const colleague = await site.admin();
	const change = await call('adminChangeStaffRole', { uid: colleague.uid, role: 'viewer', reason }, ada);
	expect(await roleOf(colleague)).toMatchObject({ staff_role: 'owner' });
	expect(await approve(change.proposal)).toMatchObject({ state: 'done' });
	expect(await roleOf(colleague)).toEqual({ role: 'Admin', staff_role: 'viewer' });
	expect(await call('createUser', null, colleague)).toMatchObject({ status: 'UNAUTHENTICATED' });
	const removal = await call('adminRemoveStaff', { uid: colleague.uid, reason }, ada);
	expect(await approve(removal.proposal)).toMatchObject({ state: 'done' });
	expect(await roleOf(colleague)).toEqual({ role: null, staff_role: null });
	const { staff } = (await site.callAs('adminGetStaff', null, ada)) as { staff: { uid: string }[] };
	expect(staff.map(({ uid }) => uid)).not.toContain(colleague.uid);
	const noStaff = await call('adminChangeStaffRole', { uid: guest.uid, role: 'owner', reason }, ada);
	expect(noStaff).toMatchObject({ status: 'FAILED_PRECONDITION' });
});

test('a role is kept by the last owner when two staff members try to ban them', async () => {
	await sql`update users set staff_role = 'fraud' where staff_role = 'owner' and uid <> ${ada.uid}`.execute(owner);
	const fraud = await site.admin();
	await sql`update users set staff_role = 'fraud' where uid = ${fraud.uid}`.execute(owner);
	const { proposal } = await call('adminBanUser', { uid: ada.uid, reason }, fraud);
	expect(await approve(proposal)).toMatchObject({ status: 'PERMISSION_DENIED', ...refused('only-admin') });
	expect(await roleOf(ada)).toMatchObject({ staff_role: 'owner' });
	await sql`update users set staff_role = 'owner' where uid = ${ben.uid}`.execute(owner);
});

test('saved views belong to their team member, are replaced by name, bounded and deleted with the account', async () => {
	const views = (who: Person) => call('adminGetSavedViews', null, who);
	const save = (n: number, query = '') =>
		call('adminSaveView', { page: '/admin/users', name: `View ${n}`, query }, ada);
	await sql`
		insert into saved_views (uid, page, name, query)
		select ${ada.uid}, '/admin/users', 'View ' || n, '' from generate_series(0, 98) n
	`.execute(owner);
	const both = await Promise.all([save(99), save(100)]);
	expect(both.filter((answer) => Array.isArray(answer))).toHaveLength(1);
	expect(both.find((answer) => !Array.isArray(answer))).toMatchObject(refused('views-full'));
	expect(await save(7, 'orderBy=last_access')).toHaveLength(100);
	expect(await views(ada)).toContainEqual({ page: '/admin/users', name: 'View 7', query: 'orderBy=last_access' });
	expect(await views(ben)).toEqual([]);
	const about = { page: '/admin/users', name: 'View 7' };
	expect(await call('adminRemoveView', about, ben)).toEqual([]);
	expect(await call('adminRemoveView', about, ada)).toHaveLength(99);
	const tooLong = await call('adminSaveView', { ...about, query: 'x'.repeat(1_001) }, ada);
	expect(tooLong).toMatchObject({ status: 'INVALID_ARGUMENT' });
	await sql`delete from auth_user where id = ${ada.uid}`.execute(owner);
	expect(await rowsOf(owner)`select from saved_views`).toEqual([]);
});
