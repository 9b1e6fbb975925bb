import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { openAdminSite, type Person } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { rowsOf } from '../../lib/db/database.ts';

const { owner, ...database } = openTestDatabase();
const site = openAdminSite({ owner, ...database });
let staff: Person;

beforeEach(async () => {
	staff = await site.admin();
	const { uid } = staff;
	await sql`update users set paused_reason = 'we look into it.', pause_rule = 'staff@1' where uid = ${uid}`.execute(
		owner,
	);
	await sql`insert into chargebacks (uid, transfer_id, at) values (${uid}, 1, now())`.execute(owner);
	await sql`
		insert into fraud_cases (uid, state, score, opened_at, changed_at) values (${uid}, 'open', 90, now(), now())
	`.execute(owner);
});

async function everythingOf(uid: string) {
	const tables = [
		'users',
		'wallets',
		'transfers',
		'chargebacks',
		'fraud_cases',
		'fraud_notes',
		'audit_entries',
		'notices',
	];
	const rows = tables.map(
		(table) => rowsOf<object>(owner)`select * from ${sql.table(table)} t where uid = ${uid} order by t::text`,
	);
	return (await Promise.all(rows)).map((each) => each.map(({ last_access: _, ...row }: { last_access?: Date }) => row));
}

test.each([
	['adminBanUser', {}],
	['adminUnbanUser', {}],
	['adminPauseUser', {}],
	['adminResumeUser', {}],
	['adminForgiveChargebacks', {}],
	['adminEndSessions', {}],
	['adminResetSecondFactor', {}],
	['adminDeleteUser', {}],
	['adminMessageUser', { reason: undefined, message: 'Well done.' }],
	['adminAdjustBalance', { amount: 5, requestId: randomUUID() }],
	['adminDecideAdjustment', { id: randomUUID(), approve: true }],
])('%s cannot be applied to oneself', async (name, more) => {
	const before = await everythingOf(staff.uid);
	const answer = await site.callAs(name, { uid: staff.uid, reason: 'It is fine.', ...more }, staff);
	expect(answer).toMatchObject({ status: 'PERMISSION_DENIED', details: { reason: 'not-to-yourself' } });
	expect(await everythingOf(staff.uid)).toEqual(before);
});

test.each(['close', 'watch', 'note', 'pause', 'message'])(
	"the fraud case action “%s” is refused for one's own case",
	async (action) => {
		const before = await everythingOf(staff.uid);
		const request = { uids: [staff.uid], deed: action, reason: 'It is fine.' };
		expect(await site.callAs('adminHandleFraudCases', request, staff)).toMatchObject({
			done: 0,
			refused: [{ uid: staff.uid }],
		});
		expect(await everythingOf(staff.uid)).toEqual(before);
	},
);
