import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AdminClaim, ClaimFile } from '../../../../contract/admin/claims.ts';
import { CLAIM_PICTURE_BYTES_MAX } from '../../../../contract/limits.ts';
import { asRobuxCents } from '../../../../contract/money.ts';
import { openAdmin, openAdminSite, type Person, plainWall } from '../../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../../test/support/database.ts';
import { changeApprovalLimit } from '../../../accounts/allowance.ts';
import { findWallet } from '../../../ledger/wallet.ts';
import { rowsOf } from '../../../lib/db/database.ts';
import { countWallDays } from '../get-claims.ts';

const database = openTestDatabase({ poolSize: 20 });
const { app: db, owner } = database;
const wall = plainWall();
const site = openAdminSite(database, { walls: [wall] });
const clock = { now: () => Date.now() };
const PICTURE = `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==`;
const admin = openAdmin(site);
let user: Person;

beforeEach(async () => {
	user = await site.signUp();
	await changeApprovalLimit({ owner, clock }, asRobuxCents(10_000));
});

type Opened = { reference: string; state: string };
const open = async (more: object = {}, who = user) =>
	(await site.callAs('openClaim', { wall_id: 'w', ...more }, who)) as Opened;
type Answer = AdminClaim & { proposal?: string; status?: string; details?: { reason: string } };
const settle = async (reference: string, amount: number, who = admin) =>
	(await site.callAs('adminSettleClaim', { reference, amount, reason: 'We looked into it.' }, who)) as Answer;
const decline = async (reference: string, who = admin) =>
	(await site.callAs('adminDeclineClaim', { reference, reason: 'other: The partner says no.' }, who)) as Answer;
const balance = async ({ uid }: Person) => (await findWallet(db, uid))?.balance;
const noticesOf = ({ uid }: Person) => rowsOf(owner)`select kind, data from notices where uid = ${uid} order by id`;

test('a claim is credited once by concurrent requests, with a notice and a line in the history', async () => {
	const { reference } = await open({ note: 'Level 30 is done.' });
	const answers = await Promise.all([1, 2, 3].map(() => settle(reference, 12.5)));
	expect(answers.filter(({ state }) => state === 'settled')).toHaveLength(1);
	expect(answers.filter(({ details }) => details?.reason === 'claim-ended')).toHaveLength(2);
	expect(await balance(user)).toBe(1_250);
	expect(await noticesOf(user)).toEqual([
		{ kind: 'claim-settled', data: { reference, offer: null, amount: 12.5, by: 'us' } },
	]);
	const history = (await site.callAs('getOfferHistory', null, user)) as { items: object[] };
	expect(history.items).toMatchObject([{ kind: 'adjustment', amount: 12.5 }]);
	const mine = (await site.callAs('exportMyData', null, user)) as { claims: object[] };
	expect(mine.claims).toMatchObject([{ reference, note: 'Level 30 is done.', state: 'settled', amount: 12.5 }]);
	expect(await rowsOf(owner)`select action from audit_entries where uid = ${user.uid}`).toEqual([
		{ action: 'settle-claim' },
	]);
});

test('a declined claim shows the user the reason, and the user may open a new one', async () => {
	const { reference } = await open();
	expect((await decline(reference)).state).toBe('declined');
	expect(await noticesOf(user)).toMatchObject([{ kind: 'claim-declined', data: { said: 'The partner says no.' } }]);
	expect((await settle(reference, 5)).details?.reason).toBe('claim-ended');
	expect((await decline(reference)).details?.reason).toBe('claim-ended');
	const { items } = (await site.callAs('getClaims', null, user)) as { items: object[] };
	expect(items).toMatchObject([{ reference, state: 'declined', said: 'The partner says no.' }]);
	expect((await open()).state).toBe('open');
});

test("a second admin must approve a claim above one admin's allowance before it is booked", async () => {
	const { reference } = await open();
	const { proposal } = await settle(reference, 100.01);
	expect(await balance(user)).toBe(0);
	const ask = (who: Person) =>
		site.callAs('adminDecideProposal', { id: proposal, decision: 'approve', reason: 'Looked at it too.' }, who);
	expect(await ask(admin)).toMatchObject({ details: { reason: 'not-your-own-proposal' } });
	expect(await ask(await site.admin())).toMatchObject({ state: 'done' });
	expect(await balance(user)).toBe(10_001);
	expect(((await site.callAs('adminGetClaim', { reference }, admin)) as ClaimFile).claim.state).toBe('settled');
});

test("a settled claim counts towards the admin's allowance for adjustments", async () => {
	await settle((await open()).reference, 60);
	const other = await site.signUp();
	const request = { uid: other.uid, amount: 60, reason: 'A gift.', requestId: randomUUID() };
	expect(await site.callAs('adminAdjustBalance', request, admin)).toMatchObject({ state: 'waiting' });
});

test("the decision about a claim is refused to the claim's owner", async () => {
	const { reference } = await open({}, admin);
	expect((await settle(reference, 1)).details?.reason).toBe('not-to-yourself');
	expect((await decline(reference)).details?.reason).toBe('not-to-yourself');
	const another = await site.admin();
	expect((await settle(reference, 1, another)).proposal).toBeDefined();
	expect((await decline(reference, another)).state).toBe('declined');
});

test('staff see a claim with its pictures, oldest claims first; users cannot open the pictures', async () => {
	const first = await open({ note: 'Nothing came.', pictures: [PICTURE] });
	const late = await open({}, await site.signUp());
	const file = (await site.callAs('adminGetClaim', { reference: first.reference }, admin)) as ClaimFile;
	expect(file).toMatchObject({
		claim: { reference: first.reference, uid: user.uid, note: 'Nothing came.', answer: 'never-arrived' },
		pictures: [`/data/admin/claims/${first.reference}/pictures/1`],
		before: { settled: 0, declined: 0 },
	});
	const { items } = (await site.callAs('adminGetClaims', { wall_id: 'w' }, admin)) as { items: AdminClaim[] };
	const order = items.map(({ reference }) => reference);
	expect(order.indexOf(first.reference)).toBeLessThan(order.indexOf(late.reference));

	const picture = await site.get(file.pictures[0] ?? '', { authorization: `Bearer ${admin.accessToken}` });
	expect(picture.headers).toMatchObject({
		'content-type': 'image/webp',
		'x-content-type-options': 'nosniff',
		'content-security-policy': expect.stringContaining('sandbox'),
	});
	expect(picture.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
	const others = await site.get(file.pictures[0] ?? '', { authorization: `Bearer ${user.accessToken}` });
	expect(others.statusCode).toBe(403);
	expect((await site.get(file.pictures[0] ?? '', {})).statusCode).toBe(401);
});

test('figures show claims, settled share and median days per wall', async () => {
	const later = (hours: number) =>
		sql`(opened_at at time zone 'utc' + make_interval(hours => ${sql.lit(hours)})) at time zone 'utc'`;
	await sql`delete from claims`.execute(owner);
	for (let n = 0; n < 3; n += 1) await open({}, await site.signUp());
	const waiting = await rowsOf<{ reference: string }>(owner)`select reference from claims order by opened_at`;
	await settle(waiting[0]?.reference ?? '', 1);
	await decline(waiting[1]?.reference ?? '');
	await sql`update claims set changed_at = ${later(36)} where state = 'settled'`.execute(owner);
	await sql`update claims set changed_at = ${later(12)} where state = 'declined'`.execute(owner);
	await countWallDays({ db, clock });
	await sql`insert into wall_days values ('w', now() - interval '10 days', 600)`.execute(owner);
	type List = { walls: object[]; walls_since: number; items: AdminClaim[] };
	const { walls, walls_since } = (await site.callAs('adminGetClaims', null, admin)) as List;
	expect(walls).toEqual([{ wall_id: 'w', claims: 3, open: 1, per_1000: 5, median_days: 1, settled_share: 0.5 }]);
	await sql`
		insert into claims (uid, reference, opened_at, changed_at, wall, steps, answer, state)
		select ${user.uid}, 'C-OLD', ${new Date(walls_since - 1)}, now(), 'w', 1, 'never-arrived', 'settled'
	`.execute(owner);
	const found = async (state?: string, from = walls_since - 60_000 * 60) => {
		const input = { wall_id: 'w', from, ...(state && { state }) };
		return ((await site.callAs('adminGetClaims', input, admin)) as List).items.length;
	};
	expect([await found('settled'), await found('declined'), await found()]).toEqual([2, 1, 1]);
	expect([await found('any', walls_since - 1), await found('any', walls_since)]).toEqual([4, 3]);
});

const large = { wall_id: 'w', pictures: Array(3).fill(`data:image/png;base64,${'A'.repeat(400_000)}`) };

test('a large body is accepted by openClaim up to its limit from a signed-in user, and by no other call', async () => {
	expect(await site.callAs('openClaim', large, user)).toMatchObject({ details: { reason: 'picture-unreadable' } });
	expect(await site.callAs('getClaims', large, user)).toMatchObject({ status: 'INVALID_ARGUMENT' });
	expect((await site.call('openClaim', large)).statusCode).toBe(401);
	const huge = { wall_id: 'w', note: 'A'.repeat(4 * CLAIM_PICTURE_BYTES_MAX + 200_000) };
	expect(await site.callAs('openClaim', huge, user)).toMatchObject({ details: { reason: 'bad-request' } });
});

test('deleting the account deletes its claims and pictures', async () => {
	const { reference } = await open({ note: 'Mine.', pictures: [PICTURE] });
	await settle(reference, 5);
	await site.callAs('adminDeleteUser', { uid: user.uid, reason: 'asked-for' }, admin);
	expect(await rowsOf(owner)`select from claims where uid = ${user.uid}`).toEqual([]);
	expect(await rowsOf(owner)`select from claim_pictures where uid = ${user.uid}`).toEqual([]);
});
