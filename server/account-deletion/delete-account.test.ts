import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { asRobuxCents, asUsdMicros } from '../../contract/money.ts';
import { refusals } from '../../contract/refusals.ts';
import { openTestDatabase } from '../../test/database.ts';
import { dumpRows } from '../../test/dump.ts';
import { openWalls, signed } from '../../test/partners/play.ts';
import { createMortalProcess, openPayouts, silentLog } from '../../test/payouts.ts';
import { createUser } from '../identity/create-user.ts';
import { createWebSession } from '../identity/create-web-session.ts';
import { ensureUserRecord } from '../identity/ensure-user-record.ts';
import { createLastAccess } from '../identity/last-access.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { lockWallet } from '../ledger/wallet.ts';
import { recordAudit } from '../lib/audit.ts';
import { type Database, inTransaction } from '../lib/database.ts';
import { eraseCallbacks, eraseLateCallbacks } from '../offerwalls/erase-callbacks.ts';
import { releaseHeldCredits } from '../offerwalls/release-held-credits.ts';
import { insertWaitingReversal } from '../offerwalls/store.ts';
import { updateUserDocument } from '../profiles/update-user-document.ts';
import { insertWithdrawal } from '../withdrawals/store.ts';
import { vendorCallback } from '../withdrawals/vendor-callback.ts';
import { deleteAccount } from './delete-account.ts';

const database = openTestDatabase({ poolSize: 30 });
const { app, owner } = database;
const payouts = openPayouts(database);
const { clock } = payouts;
const admin = randomUUID();
const HOUR_MS = 3_600_000;

/** `holding` keeps every credit for 48 hours. */
let walls: Awaited<ReturnType<typeof openWalls>>;
let holding: Awaited<ReturnType<typeof openWalls>>;
beforeAll(async () => {
	walls = await openWalls(database, { clock });
	holding = await openWalls(database, { clock, more: { holdHours: 48 } });
});
afterAll(() => Promise.all([walls.server.close(), holding.server.close()]));

const remove = (uid: string, db: Database = app) =>
	deleteAccount({ db, clock, log: silentLog }, uid, { by: { kind: 'admin', uid: admin } });

async function earner(robux = 0): Promise<string> {
	const actor = await payouts.newUser(robux || 1);
	if (robux === 0) await take(actor.uid, 1);
	await ensureUserRecord({ db: app, clock }, actor.uid);
	return actor.uid;
}

/** An admin's adjustment. */
async function take(uid: string, robux: number): Promise<void> {
	const id = randomUUID();
	const amount = asRobuxCents(robux * 100);
	const atMs = clock.now();
	await inTransaction(app, async (tx) => {
		await postTransfer(tx, { uid, amount, reference: `adjustment/${id}`, atMs, kind: 'adjustment-down' });
		await sql`
			insert into adjustments
			values (${uid}, ${id}, ${-amount}, 'Taken.', 'booked', ${admin}, now(), now(), ${admin}, now())
		`.execute(tx);
	});
}

async function walletOf(uid: string) {
	const { rows } = await sql<{ balance: number; pending: number; closed: boolean }>`
		select balance, pending, closed_at is not null as closed from wallets where uid = ${uid}
	`.execute(owner);
	return rows[0];
}

async function linesOf(uid: string): Promise<string[]> {
	const { rows } = await sql<{ line: string }>`
		select kind || ' ' || amount as line from transfers where uid = ${uid} order by id
	`.execute(owner);
	return rows.map(({ line }) => line);
}

async function earnedFrom(wall: string): Promise<number> {
	const { rows } = await sql<{ total: number }>`
		select coalesce(sum(payout_micros), 0)::bigint as total from earnings_buckets where wall = ${wall}
	`.execute(owner);
	return rows[0]?.total ?? Number.NaN;
}

async function recordOf(uid: string) {
	const { rows } = await sql<Record<string, unknown>>`select * from users where uid = ${uid}`.execute(owner);
	return rows[0];
}

/** What waits for a lock in the tests' database. Only the application's own role sees its statements. */
async function waitingStatements(): Promise<string[]> {
	const { rows } = await sql<{ query: string }>`
		select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
	`.execute(app);
	return rows.map(({ query }) => query);
}

const outcomeOf = (work: Promise<unknown>) =>
	work.then(
		() => 'done',
		(error) => error.code ?? error,
	);

describe('the money', () => {
	test('what is in the wallet is forfeited, and the wallet closed', async () => {
		const uid = await earner(60);
		await remove(uid);
		expect(await walletOf(uid)).toEqual({ balance: 0, pending: 0, closed: true });
		expect(await linesOf(uid)).toEqual(['credit 6000', 'forfeit 6000']);
	});

	test('an empty wallet is closed without a transfer', async () => {
		const uid = await earner();
		await remove(uid);
		expect(await walletOf(uid)).toEqual({ balance: 0, pending: 0, closed: true });
		expect((await linesOf(uid)).filter((line) => line.startsWith('forfeit'))).toEqual([]);
	});

	test('a debt stays in the books as it is: nobody pays it, nobody is owed it', async () => {
		const [uid, tx] = [await earner(), randomUUID()];
		await walls.send(signed('wannads', uid, tx));
		await take(uid, 80);
		await walls.send(signed('wannads', uid, tx, { transId: '{new}', status: '2' }));
		const before = await linesOf(uid);
		await remove(uid);
		expect(await walletOf(uid)).toEqual({ balance: -8_000, pending: 0, closed: true });
		expect(await linesOf(uid)).toEqual(before);
	});

	test('credits on hold are released and forfeited; undecided ones go back; what was earned does not change', async () => {
		const uid = await earner(5);
		await holding.send(signed('wannads', uid, randomUUID()));
		await holding.send(signed('wannads', uid, randomUUID()));
		await walls.send(signed('adgate', uid, randomUUID(), { state: 'pending' }));
		expect(await walletOf(uid)).toMatchObject({ balance: 500, pending: 30_000 });
		const earned = [await earnedFrom('wannads'), await earnedFrom('adgate')];
		await remove(uid);
		expect(await walletOf(uid)).toEqual({ balance: 0, pending: 0, closed: true });
		expect((await linesOf(uid)).slice(-4)).toEqual([
			'credit-release 10000',
			'credit-release 10000',
			'credit-cancel 10000',
			'forfeit 20500',
		]);
		expect([await earnedFrom('wannads'), await earnedFrom('adgate')]).toEqual(earned);
		const left = await linesOf(uid);
		clock.advance(100 * HOUR_MS);
		await releaseHeldCredits({ db: app, clock, log: silentLog, publish: () => {} });
		expect(await linesOf(uid)).toEqual(left);
	});
});

describe('callbacks after the deletion', () => {
	test('are answered with success, recorded, and earn nobody anything', async () => {
		const [uid, booked, waiting] = [await earner(), randomUUID(), randomUUID()];
		await walls.send(signed('wannads', uid, booked));
		await walls.send(signed('wannads', uid, waiting, { transId: '{new}', status: '2' }));
		await remove(uid);
		const before = { lines: await linesOf(uid), wallet: await walletOf(uid), earned: await earnedFrom('wannads') };

		const late = [
			signed('wannads', uid, booked),
			signed('wannads', uid, randomUUID()),
			signed('wannads', uid, booked, { transId: '{new}', status: '2' }),
			signed('wannads', uid, waiting),
			signed('wannads', uid, randomUUID(), { transId: '{new}', status: '2' }),
		];
		for (const callback of late) expect(await walls.send(callback)).toEqual({ status: 200, body: 'OK' });
		expect(await holding.send(signed('wannads', uid, randomUUID()))).toEqual({ status: 200, body: 'OK' });
		expect(await walls.send(signed('adgate', uid, randomUUID(), { state: 'pending' }))).toMatchObject({ status: 200 });
		expect({
			lines: await linesOf(uid),
			wallet: await walletOf(uid),
			earned: await earnedFrom('wannads'),
		}).toEqual(before);
		expect((await walls.outcomesOf(uid)).slice(2)).toEqual(['replayed', ...Array(6).fill('unknown-user')]);
	});

	test('with another amount for what was booked are a conflict as ever', async () => {
		const [uid, tx] = [await earner(), randomUUID()];
		await walls.send(signed('wannads', uid, tx));
		await remove(uid);
		expect((await walls.send(signed('wannads', uid, tx, { reward: '101' }))).status).toBe(409);
	});

	test('cannot take what was booked for the deleted user to somebody else, where the user is not signed', async () => {
		const [uid, other, tx] = [await earner(), await earner(), randomUUID()];
		const weak = walls.walls.find((wall) => wall.isWeak)?.id ?? '';
		await walls.send(signed(weak, uid, tx));
		await remove(uid);
		expect((await walls.send(signed(weak, other, tx))).status).toBe(409);
	});

	test('lose their text and address: the earlier ones by the job of the deletion, later ones within hours', async () => {
		const [uid, other] = [await earner(), await earner()];
		await walls.send(signed('wannads', uid, randomUUID()));
		await walls.send(signed('wannads', uid, randomUUID()), (text) => text.replace('reward=100', 'reward=900'));
		await walls.send(signed('wannads', other, randomUUID()));
		const kept = async () => {
			const { rows } = await sql<{ request: string; ip: string }>`
				select request, ip from callbacks where strpos(request, ${uid}) > 0 or uid = ${uid}
			`.execute(owner);
			return rows.filter(({ request, ip }) => request !== '' || ip !== '').length;
		};
		await remove(uid);
		expect(await kept()).toBe(2);
		await eraseCallbacks({ db: app });
		expect(await kept()).toBe(0);

		await walls.send(signed('wannads', uid, randomUUID()));
		await walls.send(signed('wannads', uid, randomUUID(), { reward: '0' }));
		expect(await kept()).toBe(2);
		await eraseLateCallbacks({ db: app, clock });
		expect(await kept()).toBe(0);
		const { rows } = await sql`select from callbacks where uid = ${other} and request <> '' and ip <> ''`.execute(
			owner,
		);
		expect(rows).toHaveLength(1);
	});

	test('of the vendor about an old order change nothing', async () => {
		const actor = await payouts.newUser(60);
		await ensureUserRecord({ db: app, clock }, actor.uid);
		const { order_id } = await payouts.submit(actor);
		await payouts.workUntilClosed(actor.uid);
		await remove(actor.uid);
		const before = await dumpRows(owner);
		const vendors = new Map([
			[
				'rbxcrate',
				{ ...payouts.vendor(), parseCallback: () => ({ kind: 'order', orderId: order_id, isSigned: true }) as const },
			],
		]);
		const reception = await vendorCallback(
			{ db: app, clock, log: silentLog, vendors, hintPayouts() {} },
			'rbxcrate',
			{},
		);
		expect(reception).toBe('received');
		await payouts.work(actor.uid);
		expect(await dumpRows(owner)).toEqual(before);
	});
});

describe('while a withdrawal is open', () => {
	test('the account stays, whatever state the order is in', async () => {
		const actor = await payouts.newUser(60);
		await ensureUserRecord({ db: app, clock }, actor.uid);
		const { order_id } = await payouts.submit(actor);
		const refusal = { code: 'aborted', message: refusals.withdrawalStillOpen(order_id) };
		for (const state of ['requested', 'sending', 'unknown', 'needs-review']) {
			await sql`update withdrawals set state = ${state} where uid = ${actor.uid}`.execute(owner);
			await expect(remove(actor.uid), state).rejects.toMatchObject(refusal);
		}
		await sql`update withdrawals set state = 'requested' where uid = ${actor.uid}`.execute(owner);
		expect(await walletOf(actor.uid)).toMatchObject({ balance: 1_000, closed: false });
		await payouts.workUntilClosed(actor.uid);
		await remove(actor.uid);
		expect(await linesOf(actor.uid)).toEqual([
			'credit 6000',
			'withdrawal-hold 5000',
			'withdrawal-paid 5000',
			'forfeit 1000',
		]);
	});

	test('one that is being opened right now is waited for, and then refuses the deletion', async () => {
		const uid = await earner(60);
		const deletion = { outcome: Promise.resolve('') };
		await inTransaction(app, async (tx) => {
			await lockWallet(tx, uid);
			deletion.outcome = outcomeOf(remove(uid));
			await vi.waitFor(async () => expect(await waitingStatements()).toHaveLength(1));
			const [id, atMs] = [randomUUID(), clock.now()];
			const amount = asRobuxCents(5_000);
			await postTransfer(tx, { kind: 'withdrawal-hold', uid, amount, reference: `withdrawal/${id}/hold`, atMs });
			const game = { robloxUsername: 'p', platformUserId: 1, placeId: 1, universeId: 1, passId: 1 };
			const order = { uid, id, orderId: `W-${id}`, requestId: null, amount, price: 71, ...game };
			await insertWithdrawal(tx, { ...order, vendor: 'manual', isPreOrder: true, createdAt: new Date(atMs) });
		});
		expect(await deletion.outcome).toBe('aborted');
		expect(await walletOf(uid)).toMatchObject({ balance: 1_000, closed: false });
	});

	test('a withdrawal that comes while the account is being deleted finds nothing to withdraw', async () => {
		const actor = await payouts.newUser(60);
		await ensureUserRecord({ db: app, clock }, actor.uid);
		const works: Promise<string>[] = [];
		// Holds the deletion up in its middle.
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

	test('of a withdrawal and a deletion at the same moment exactly one happens', async () => {
		for (let round = 0; round < 15; round += 1) {
			const actor = await payouts.newUser(60);
			await ensureUserRecord({ db: app, clock }, actor.uid);
			const outcomes = await Promise.all([outcomeOf(payouts.submit(actor)), outcomeOf(remove(actor.uid))]);
			expect([
				['done', 'aborted'],
				['out-of-range', 'done'],
			]).toContainEqual(outcomes);
			expect(await payouts.history(actor.uid)).toHaveLength(outcomes[0] === 'done' ? 1 : 0);
		}
	});
});

describe('at the same moment', () => {
	test('of ten deletions one deletes and the others are told that it is gone', async () => {
		const uid = await earner(60);
		const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcomeOf(remove(uid))));
		expect(outcomes.toSorted()).toEqual(['done', ...Array(9).fill('not-found')]);
		expect((await linesOf(uid)).filter((line) => line === 'forfeit 6000')).toHaveLength(1);
	});

	test('credits, reversals and releases come wholly before it or not at all', async () => {
		for (let round = 0; round < 5; round += 1) {
			const uid = await earner(10);
			const booked = Array.from({ length: 5 }, () => randomUUID());
			for (const tx of booked) await walls.send(signed('wannads', uid, tx));
			const heldBack = Array.from({ length: 3 }, () => randomUUID());
			for (const tx of heldBack) await holding.send(signed('wannads', uid, tx));
			clock.advance(48 * HOUR_MS);
			const [answers] = await Promise.all([
				Promise.all([
					...Array.from({ length: 20 }, () => walls.send(signed('wannads', uid, randomUUID()))),
					...[...booked, ...heldBack].map((tx) =>
						walls.send(signed('wannads', uid, tx, { transId: '{new}', status: '2' })),
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
		const uids = [await earner(), await earner()];
		await sql`update users set role = 'Admin' where uid = any(${uids}::uuid[])`.execute(owner);
		const outcomes = await Promise.all(uids.map((uid) => outcomeOf(remove(uid))));
		expect(outcomes.toSorted()).toEqual(['done', 'permission-denied']);
		const last = uids[outcomes.indexOf('permission-denied')] ?? '';
		await expect(remove(last)).rejects.toMatchObject({ message: refusals.onlyAdmin });

		// Whoever is banned cannot look after the site.
		const banned = await earner();
		await sql`
			update users set role = 'Admin', banned_at = now(), ban_reason = 'x' where uid = ${banned}
		`.execute(owner);
		await expect(remove(last)).rejects.toMatchObject({ message: refusals.onlyAdmin });
		await remove(banned);
		await sql`update users set role = null`.execute(owner);
	});
});

test('a database that fails at any statement leaves everything as it was', async () => {
	const uid = await earner(60);
	await walls.send(signed('wannads', uid, randomUUID()));
	await holding.send(signed('wannads', uid, randomUUID()));
	await inTransaction(app, (tx) =>
		insertWaitingReversal(
			tx,
			{ uid, wall: 'wannads', transactionId: 'x', link: undefined, amount: undefined, payoutMicros: asUsdMicros(0) },
			clock.now(),
		),
	);
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
	const before = await dumpRows(owner);
	let failures = 0;
	for (let diesAt = 1; ; diesAt += 1) {
		const { db, isDead } = createMortalProcess(database.appPool, payouts.vendor(), diesAt, 'before');
		await outcomeOf(remove(uid, db));
		if (!isDead()) break;
		failures += 1;
		expect(await dumpRows(owner), `died at statement ${diesAt}`).toEqual(before);
	}
	expect(failures).toBeGreaterThan(15);
	expect(await walletOf(uid)).toMatchObject({ closed: true });
});

describe('what comes late', () => {
	test('an access noted before is not written on the tombstone, and those of others are', async () => {
		const [uid, other] = [await earner(), await earner()];
		const lastAccess = createLastAccess({ db: app, clock, log: silentLog });
		lastAccess.touch(uid);
		lastAccess.touch(other);
		await remove(uid);
		await lastAccess.close();
		expect((await recordOf(uid))?.last_access).toBeNull();
		expect((await recordOf(other))?.last_access).toBeInstanceOf(Date);
	});

	test('requests that were let in before find nobody', async () => {
		const uid = await earner();
		await remove(uid);
		const deps = { db: app, clock, publicUrl: 'http://localhost' };
		await expect(createWebSession(deps, uid)).rejects.toMatchObject({ code: 'unauthenticated' });
		expect(await createUser(deps, uid)).toEqual({ uid, created: false });
		const profile = {
			...payouts.requestDeps(),
			takeFromRateLimit: async () => undefined,
			live: { publish: () => {} },
		};
		const link = updateUserDocument(profile, uid, { roblox_username: 'sandbox_player' });
		await expect(link).rejects.toMatchObject({ code: 'not-found' });
		const { rows } = await sql`select from linked_game_accounts where uid = ${uid}`.execute(owner);
		expect(rows).toEqual([]);
	});

	test('the database itself keeps a tombstone empty', async () => {
		const uid = await earner();
		await remove(uid);
		const { created_at, deleted_at, uid: kept, earned_rank, ...rest } = (await recordOf(uid)) ?? {};
		expect([kept, created_at, deleted_at]).toEqual([uid, expect.any(Date), expect.any(Date)]);
		// An amount, as in the books.
		expect(earned_rank).toEqual(expect.any(Number));
		expect(Object.values(rest).filter((value) => value !== null)).toEqual([]);
		const write = sql`update users set roblox_username = 'somebody' where uid = ${uid}`.execute(app);
		await expect(write).rejects.toThrow('users_tombstone_is_empty');
	});
});

test('the application may erase what tells who, and still not rewrite what happened', async () => {
	for (const change of [
		sql`update transfers set payout_micros = 0`,
		sql`update callbacks set outcome = 'booked'`,
		sql`update audit_entries set actor = 'system'`,
		sql`delete from audit_entries`,
		sql`delete from transfers`,
		sql`delete from callbacks`,
		sql`update transfers set amount = 1`,
	]) {
		await expect(change.execute(app)).rejects.toThrow('permission denied');
	}
});
