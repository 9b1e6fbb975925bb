import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { HOUR_MS } from '../../contract/durations.ts';
import { asRobuxCents, asUsdMicros } from '../../contract/money.ts';
import { refusal } from '../../contract/refusals.ts';
import { createCrashableProcess } from '../../test/crashes/crashable-process.ts';
import { signed } from '../../test/partners/play.ts';
import { openDeletions, outcomeOf } from '../../test/support/deletions.ts';
import { dumpRows } from '../../test/support/dump.ts';
import { silentLog } from '../../test/support/stubs.ts';
import { createWebSession } from '../accounts/hand-off/web-sessions.ts';
import { updateUserDocument } from '../accounts/profile/user-document.ts';
import { createLastAccess } from '../accounts/sessions/last-access.ts';
import { createUser, ensureUserRecord } from '../accounts/user-record/ensure-user-record.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { lockWallet } from '../ledger/wallet.ts';
import { recordAudit } from '../lib/audit.ts';
import { inTransaction, rowsOf } from '../lib/db/database.ts';
import { releaseHeldCredits } from '../offerwalls/booking/release-held-credits.ts';
import { insertWaitingReversals } from '../offerwalls/booking/store.ts';
import { insertWithdrawal } from '../withdrawals/store.ts';

const { database, payouts, walls, holding, remove, newUser, walletOf, linesOf, recordOf, waitingStatements } =
	openDeletions();
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
	const handOff = createWebSession(deps, undefined, { actor: { uid, sessionId: randomUUID() } });
	await expect(handOff).rejects.toMatchObject({ code: 'unauthenticated' });
	expect(await createUser(deps, undefined, { actor: { uid } })).toEqual({ uid, created: false });
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

test('a deletion with an open withdrawal is refused in every open state of the order', async () => {
	const actor = await payouts.newUser(60);
	await ensureUserRecord({ db: app, clock }, actor.uid);
	const { order_id } = await payouts.submit(actor);
	const refused = { code: 'aborted', message: refusal('withdrawal-open', { orderId: order_id }).message };
	for (const state of ['requested', 'sending', 'unknown', 'needs-review']) {
		await sql`update withdrawals set state = ${state} where uid = ${actor.uid}`.execute(owner);
		await expect(remove(actor.uid), state).rejects.toMatchObject(refused);
	}
	await sql`update withdrawals set state = 'requested' where uid = ${actor.uid}`.execute(owner);
	expect(await walletOf(actor.uid)).toMatchObject({ balance: 1_000, closed: false });
	await payouts.workUntilClosed(actor.uid);
	await remove(actor.uid);
	const lines = ['credit 6000', 'withdrawal-hold 5000', 'withdrawal-paid 5000', 'forfeit 1000'];
	expect(await linesOf(actor.uid)).toEqual(lines);
});

test('a deletion waits for a withdrawal that is being opened, and is then refused', async () => {
	const uid = await newUser(60);
	const deletion = { outcome: Promise.resolve('') };
	await inTransaction(app, async (tx) => {
		await lockWallet(tx, uid);
		deletion.outcome = outcomeOf(remove(uid));
		await vi.waitFor(async () => expect(await waitingStatements()).toHaveLength(1));
		const [id, atMs] = [randomUUID(), clock.now()];
		const amount = asRobuxCents(5_000);
		await postTransfer(tx, { kind: 'withdrawal-hold', uid, amount, reference: `withdrawal/${id}/hold`, atMs });
		const method = 'game-pass';
		const game = { robloxUsername: 'p', platformUserId: 1, placeId: 1, universeId: 1, passId: 1 };
		const order = { uid, id, orderId: `W-${id}`, requestId: null, amount, method, price: 71, ...game } as const;
		await insertWithdrawal(tx, { ...order, vendor: 'manual', isPreOrder: true, createdAt: new Date(atMs) });
	});
	expect(await deletion.outcome).toBe('aborted');
	expect(await walletOf(uid)).toMatchObject({ balance: 1_000, closed: false });
});

test('a withdrawal submitted during the deletion is refused as out of range', async () => {
	const actor = await payouts.newUser(60);
	await ensureUserRecord({ db: app, clock }, actor.uid);
	const works: Promise<string>[] = [];
	await inTransaction(owner, async (tx) => {
		await sql`select from users where uid = ${actor.uid} for update`.execute(tx);
		works.push(outcomeOf(remove(actor.uid)));
		await vi.waitFor(async () => expect((await waitingStatements()).join()).toContain('update users'));
		works.push(outcomeOf(payouts.submit(actor)));
		await vi.waitFor(async () => expect(await waitingStatements()).toHaveLength(2));
	});
	expect(await Promise.all(works)).toEqual(['done', 'out-of-range']);
	expect(await payouts.history(actor.uid)).toEqual([]);
	expect(await walletOf(actor.uid)).toMatchObject({ balance: 0, closed: true });
});

test('exactly one of a concurrent withdrawal and deletion succeeds', async () => {
	for (let round = 0; round < 15; round += 1) {
		const actor = await payouts.newUser(60);
		await ensureUserRecord({ db: app, clock }, actor.uid);
		const outcomes = await Promise.all([outcomeOf(payouts.submit(actor)), outcomeOf(remove(actor.uid))]);
		expect([
			['done', 'aborted'],
			['out-of-range', 'done'],
			// The deletion has already removed the game account.
			['permission-denied', 'done'],
		]).toContainEqual(outcomes);
		expect(await payouts.history(actor.uid)).toHaveLength(outcomes[0] === 'done' ? 1 : 0);
	}
});

test('one of ten deletions succeeds; the others get not-found', async () => {
	const uid = await newUser(60);
	const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcomeOf(remove(uid))));
	expect(outcomes.toSorted()).toEqual(['done', ...Array(9).fill('not-found')]);
	expect((await linesOf(uid)).filter((line) => line === 'forfeit 6000')).toHaveLength(1);
});

test('credits, reversals and releases take effect before the deletion or not at all', async () => {
	for (let round = 0; round < 5; round += 1) {
		const uid = await newUser(10);
		const booked = Array.from({ length: 5 }, () => randomUUID());
		for (const tx of booked) await walls().send(signed('wannads', uid, tx));
		const heldBack = Array.from({ length: 3 }, () => randomUUID());
		for (const tx of heldBack) await holding().send(signed('wannads', uid, tx));
		clock.advance(48 * HOUR_MS);
		const [answers] = await Promise.all([
			Promise.all([
				...Array.from({ length: 20 }, () => walls().send(signed('wannads', uid, randomUUID()))),
				...[...booked, ...heldBack].map((tx) =>
					walls().send(signed('wannads', uid, tx, { transId: '{new}', status: '2' })),
				),
			]),
			remove(uid),
			releaseHeldCredits({ db: app, clock, log: silentLog, publish: () => {} }),
		]);
		expect(answers.every(({ status, body }) => status === 200 && body === 'OK')).toBe(true);
		expect(await walletOf(uid)).toMatchObject({ pending: 0, closed: true });
		expect((await walletOf(uid))?.balance).toBeLessThanOrEqual(0);
		expect(await recordOf(uid)).toMatchObject({ banned_at: null, deleted_at: expect.any(Date) });
	}
});

test('the last two admins cannot both leave', async () => {
	await sql`update users set role = null`.execute(owner);
	const uids = [await newUser(), await newUser()];
	await sql`update users set role = 'Admin' where uid = any(${uids}::uuid[])`.execute(owner);
	const outcomes = await Promise.all(uids.map((uid) => outcomeOf(remove(uid))));
	expect(outcomes.toSorted()).toEqual(['done', 'permission-denied']);
	const last = uids[outcomes.indexOf('permission-denied')] ?? '';
	await expect(remove(last)).rejects.toMatchObject({ message: refusal('only-admin').message });

	const banned = await newUser();
	await sql`
		update users set role = 'Admin', banned_at = now(), ban_reason = 'x', ban_rule = 'staff@1' where uid = ${banned}
	`.execute(owner);
	await expect(remove(last)).rejects.toMatchObject({ message: refusal('only-admin').message });
	await remove(banned);
	await sql`update users set role = null`.execute(owner);
});
