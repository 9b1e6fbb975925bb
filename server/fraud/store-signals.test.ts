import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { MINUTE_MS } from '../../contract/durations.ts';
import { asRobuxCents } from '../../contract/money.ts';
import { insertOrders } from '../../test/payouts/fake-withdrawals.ts';
import { openFraudSite } from '../../test/sites/fraud-site.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { silentLog } from '../../test/support/stubs.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { inTransaction, rowsOf } from '../lib/db/database.ts';
import { createFindScore } from './find-score.ts';

const database = openTestDatabase();
const { app: db, owner } = database;
const { user, users, comeIn, refresh, signalsOf, cases } = openFraudSite(database);

async function earn(uid: string, { count, apartMs }: { count: number; apartMs: number }): Promise<string[]> {
	const stems: string[] = [];
	for (let n = 0; n < count; n += 1) {
		const stem = `offer/w/${randomUUID()}`;
		stems.push(stem);
		await inTransaction(db, (tx) =>
			postTransfer(tx, {
				...{ kind: 'credit', uid, wall: 'w', amount: asRobuxCents(100), reference: `${stem}/credit` },
				atMs: Date.now() - (count - n) * apartMs,
			}),
		);
	}
	return stems;
}

test('signals accounts that withdrew to the same game account', async () => {
	const [first, second, third] = [await user(), await user(), await user()];
	for (const [uid, gameAccount] of [
		[first, 7],
		[second, 7],
		[third, 8],
	] as const) {
		await insertOrders(owner, { uid, state: 'failed', platform_user_id: gameAccount, next_ask_at: null });
		await comeIn(uid, `192.0.2.${50 + gameAccount}`, { device: uid });
	}
	await refresh();
	expect(await signalsOf(first)).toEqual(['one-game-account']);
	expect(await signalsOf(second)).toEqual(['one-game-account']);
	expect(await signalsOf(third)).toEqual([]);
	expect((await cases()).items.map(({ uid, score }) => [uid, score]).toSorted()).toEqual(
		[
			[first, 60],
			[second, 60],
		].toSorted(),
	);
	await sql`delete from withdrawals`.execute(owner);
});

test.each([
	['more completions in a day than one person can do', 'velocity', [51, MINUTE_MS], [50, MINUTE_MS]],
	['five completions in less than ten seconds each', 'instant-completions', [6, 2_000], [6, 11_000]],
] as const)('signals %s', async (_name, signal, tooMany, enough) => {
	const [fast, slow] = [await user(), await user()];
	await earn(fast, { count: tooMany[0], apartMs: tooMany[1] });
	await earn(slow, { count: enough[0], apartMs: enough[1] });
	await refresh();
	expect(await signalsOf(fast)).toEqual([signal]);
	expect(await signalsOf(slow)).toEqual([]);
});

test('signals a user with more than a fifth of their completions reversed', async () => {
	const [often, once] = [await user(), await user()];
	for (const [uid, times] of [
		[often, 2],
		[once, 1],
	] as const) {
		const stems = await earn(uid, { count: 6, apartMs: MINUTE_MS });
		for (const stem of stems.slice(0, times)) {
			const reversal = { kind: 'reversal', uid, wall: 'w', amount: asRobuxCents(100) } as const;
			await inTransaction(db, (tx) =>
				postTransfer(tx, { ...reversal, reference: `${stem}/reversal`, atMs: Date.now() }),
			);
		}
	}
	await refresh();
	expect(await signalsOf(often)).toEqual(['reversal-rate']);
	expect(await signalsOf(once)).toEqual([]);
});

test('signals three accounts that redeemed a promo code from one network', async () => {
	const uids = await users(4);
	for (const [n, uid] of uids.entries()) {
		const network = n < 3 ? '198.51.100.7' : '198.51.100.8';
		await sql`
			insert into promo_redemptions (uid, code, use, at, transfer_id, network)
			values (${uid}, 'WELCOME', 1, now(), 1, ${network})
		`.execute(owner);
		await comeIn(uid, `192.0.2.${100 + n}`);
	}
	await refresh();
	for (const uid of uids.slice(0, 3)) expect(await signalsOf(uid)).toEqual(['promo-abuse']);
	expect(await signalsOf(uids[3] ?? '')).toEqual([]);
	await sql`delete from promo_redemptions`.execute(owner);
});

async function withAddress(uid: string, email: string, isConfirmed = true): Promise<string> {
	await sql`
		insert into auth_user (id, name, email, email_verified, age_known) values (${uid}, 'P', ${email}, ${isConfirmed}, true)
	`.execute(owner);
	return uid;
}

test('signals accounts whose confirmed emails are spellings of one mailbox', async () => {
	const name = `m${randomUUID().slice(0, 8)}`;
	const spelt = [`${name}.x@gmail.com`, `${name}x+1@gmail.com`, `${name.toUpperCase()}.x@googlemail.com`];
	const same: string[] = [];
	for (const email of spelt) same.push(await withAddress(await user(), email));
	const others = [
		await withAddress(await user(), `${name}x+2@gmail.com`, false),
		await withAddress(await user(), `${name}.x@mail.example`),
		await withAddress(await user(), `${name}x@mail.example`),
	];
	for (const [n, uid] of [...same, ...others].entries()) await comeIn(uid, `198.51.100.${n + 1}`);
	await refresh();
	for (const uid of same) expect(await signalsOf(uid)).toEqual(['one-mailbox']);
	for (const uid of others) expect(await signalsOf(uid)).toEqual([]);
	expect((await cases()).items.map(({ uid, score }) => [uid, score]).toSorted()).toEqual(
		same.map((uid) => [uid, 60]).toSorted(),
	);
});

test('signals a disposable email address', async () => {
	const [gone, stored] = [await user(), await user()];
	await withAddress(gone, `${gone}@in.Mailinator.com`);
	await withAddress(stored, `${stored}@mail.example`);
	await comeIn(gone, '198.51.100.21');
	await comeIn(stored, '198.51.100.22');
	await refresh();
	expect([await signalsOf(gone), await signalsOf(stored)]).toEqual([['disposable-mail'], []]);
});

const findScore = createFindScore({
	db,
	clock: { now: () => Date.now() },
	log: silentLog,
	networkTable: { findCountry: () => undefined, findAsNumber: () => undefined },
	hostingNetworks: new Set(),
	trustedProxies: [],
});
const device = 'Firefox on Windows';

async function farm(name: string) {
	const uids = await users(6);
	const browser = randomBytes(32).toString('base64url');
	for (const [n, uid] of uids.entries()) {
		await withAddress(uid, `${name}+${n}@gmail.com`);
		await sql`
			insert into account_browsers (uid, browser, first_at, last_at) values (${uid}, ${browser}, now(), now())
		`.execute(owner);
	}
	return uids;
}

test('the score counts accounts that share mailbox, IP address and browser, before any job has run', async () => {
	const uids = await farm('farm');
	const scores = [];
	for (const uid of uids) scores.push(await findScore({ uid, ip: '192.0.2.9', device }));
	expect(scores).toEqual(Array(6).fill(100));
	expect(await rowsOf(owner)`select from fraud_signals`).toEqual([]);
});

test('a private IP address or a missing network table adds nothing to the score', async () => {
	const uids = await users(6);
	for (const uid of uids) expect(await findScore({ uid, ip: '10.0.0.7', device })).toBe(0);
	expect(await rowsOf(owner)`select from sign_in_places`).toEqual([]);
});

test('a case that staff closed at this score adds nothing to the score', async () => {
	const [uid = ''] = await farm('closed');
	await sql`
		insert into fraud_cases (uid, state, score, closed_score, opened_at, changed_at)
		values (${uid}, 'closed', 100, 100, now(), now())
	`.execute(owner);
	expect(await findScore({ uid, ip: '192.0.2.9', device })).toBe(0);
});

test('the score is infinite if a query fails or takes over two seconds', async () => {
	const [uid = ''] = await users(1);
	expect(await findScore({ uid: 'no uuid', ip: '192.0.2.9', device })).toBe(Number.POSITIVE_INFINITY);
	await inTransaction(owner, async (tx) => {
		await sql`lock table account_browsers in access exclusive mode`.execute(tx);
		const startedAt = Date.now();
		expect(await findScore({ uid, ip: '192.0.2.9', device })).toBe(Number.POSITIVE_INFINITY);
		expect(Date.now() - startedAt).toBeLessThan(4_000);
	});
});
