import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { asUsdMicros } from '../../contract/money.ts';
import { createCrashableProcess } from '../../test/crashes/crashable-process.ts';
import { signed } from '../../test/partners/play.ts';
import { openDeletions, outcomeOf } from '../../test/support/deletions.ts';
import { dumpRows } from '../../test/support/dump.ts';
import { silentLog } from '../../test/support/stubs.ts';
import { createWebSession } from '../accounts/hand-off/web-sessions.ts';
import { updateUserDocument } from '../accounts/profile/user-document.ts';
import { createLastAccess } from '../accounts/sessions/last-access.ts';
import { createUser } from '../accounts/user-record/ensure-user-record.ts';
import { recordAudit } from '../lib/audit.ts';
import { inTransaction, rowsOf } from '../lib/db/database.ts';
import { insertWaitingReversals } from '../offerwalls/booking/store.ts';

const { database, payouts, walls, holding, remove, newUser, walletOf, recordOf } = openDeletions();
const { app, owner } = database;
const { clock } = payouts;

test('a deletion that fails at any statement changes nothing', async () => {
	const uid = await newUser(60);
	await walls().send(signed('wannads', uid, randomUUID()));
	await holding().send(signed('wannads', uid, randomUUID()));
	const reversal = { uid, wall: 'wannads', transactionId: 'x', payoutMicros: asUsdMicros(0), atMs: clock.now() };
	const unknown = { link: undefined, amount: undefined, byPayout: false };
	await inTransaction(app, (tx) => insertWaitingReversals(tx, [{ ...reversal, ...unknown }]));
	await sql`
		insert into auth_user (id, name, email, email_verified) values (${uid}, 'Robin', ${`${uid}@test.example`}, true)
	`.execute(owner);
	await sql`
		insert into linked_game_accounts (platform_user_id, uid, roblox_username, linked_at) values (7, ${uid}, 'robin', now())
	`.execute(owner);
	await sql`
		update users set roblox_username = 'robin', platform_user_id = 7, last_access = now() where uid = ${uid}
	`.execute(owner);
	const note = { atMs: clock.now(), actor: 'system', action: 'note', uid, details: { note: 'x' } };
	await inTransaction(app, (tx) => recordAudit(tx, note));
	for (const { server } of [walls(), holding()]) await server.events.flush();
	const before = await dumpRows(owner);
	let failures = 0;
	for (let diesAt = 1; ; diesAt += 1) {
		const { db, isDead } = createCrashableProcess(database.appPool, payouts.vendor(), diesAt, 'before');
		await outcomeOf(remove(uid, db));
		if (!isDead()) break;
		failures += 1;
		expect(await dumpRows(owner), `died at statement ${diesAt}`).toEqual(before);
	}
	expect(failures).toBeGreaterThan(15);
	expect(await walletOf(uid)).toMatchObject({ closed: true });
});

test('late work after a deletion does not write a pending last access to the tombstone, but writes those of other users', async () => {
	const [uid, other] = [await newUser(), await newUser()];
	const lastAccess = createLastAccess({ db: app, clock, log: silentLog });
	lastAccess.touch(uid);
	lastAccess.touch(other);
	await remove(uid);
	await lastAccess.close();
	expect((await recordOf(uid))?.last_access).toBeNull();
	expect((await recordOf(other))?.last_access).toBeInstanceOf(Date);
});

test('already authorized requests do not find the user', async () => {
	const uid = await newUser();
	await remove(uid);
	const deps = { db: app, clock, publicUrl: 'http://localhost' };
	await expect(createWebSession(deps, null, { actor: { uid, sessionId: randomUUID() } })).rejects.toMatchObject({
		code: 'unauthenticated',
	});
	expect(await createUser(deps, null, { actor: { uid } })).toEqual({ uid, created: false });
	const takeFromRateLimit = async () => undefined;
	const profile = { ...payouts.requestDeps(), takeFromRateLimit, requireGameAccountProof: false, publish: () => {} };
	const link = updateUserDocument(profile, uid, { roblox_username: 'sandbox_player' });
	await expect(link).rejects.toMatchObject({ code: 'not-found' });
	expect(await rowsOf(owner)`select from linked_game_accounts where uid = ${uid}`).toEqual([]);
});

test('a database constraint keeps the tombstone empty', async () => {
	const uid = await newUser();
	await remove(uid);
	const { created_at, deleted_at, uid: stored, earned_rank, ...rest } = (await recordOf(uid)) ?? {};
	expect([stored, created_at, deleted_at]).toEqual([uid, expect.any(Date), expect.any(Date)]);
	expect(earned_rank).toEqual(expect.any(Number));
	expect(Object.values(rest).filter((value) => value !== null)).toEqual([]);
	const write = sql`update users set roblox_username = 'new_name' where uid = ${uid}`.execute(app);
	await expect(write).rejects.toThrow('users_tombstone_is_empty');
});

test('the application role may erase personal data but not rewrite history', async () => {
	for (const change of [
		sql`update transfers set payout_micros = 0`,
		sql`update callbacks set outcome = 'booked'`,
		sql`update audit_records set actor = 'system'`,
		sql`delete from audit_records`,
		sql`delete from transfers`,
		sql`delete from callbacks`,
		sql`update transfers set amount = 1`,
	]) {
		await expect(change.execute(app)).rejects.toThrow('permission denied');
	}
});
