import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../test/database.ts';
import { openWalls, signed } from '../../test/partners/play.ts';
import { systemClock } from '../lib/clock.ts';
import { inTransaction } from '../lib/database.ts';
import { forgiveChargebacks, reviewPauses } from './chargeback.ts';

const database = openTestDatabase();
let play: Awaited<ReturnType<typeof openWalls>>;
beforeAll(async () => {
	play = await openWalls(database);
});
afterAll(() => play.server.close());

type UserState = { ban_reason: string | null; paused_reason: string | null };

/** Somebody with a user record and a session, as after signing up. */
async function person(): Promise<string> {
	const uid = await play.earner();
	await sql`
		with account as (
			insert into auth_user (id, name, email, email_verified) values (${uid}, 'Person', ${`${uid}@example.com`}, true)
			returning id
		), record as (
			insert into users (uid, created_at) select id, now() from account
		)
		insert into auth_session (user_id, token, expires_at, updated_at)
		select ${uid}, ${uid}, now() + interval '1 day', now()
	`.execute(database.owner);
	return uid;
}

async function stateOf(uid: string): Promise<UserState> {
	const { rows } = await sql<UserState>`
		select ban_reason, paused_reason from users where uid = ${uid}
	`.execute(database.owner);
	return rows[0] as UserState;
}

async function auditOf(uid: string): Promise<string[]> {
	const { rows } = await sql<{ action: string }>`
		select action from audit_entries where uid = ${uid} and actor = 'system' order by id
	`.execute(database.owner);
	return rows.map(({ action }) => action);
}

const credit = (uid: string, tx: string) => play.send(signed('wannads', uid, tx));
const reversal = (uid: string, tx: string) => play.send(signed('wannads', uid, tx, { transId: '{new}', status: '2' }));

async function chargeBack(uid: string, times: number): Promise<void> {
	for (let n = 0; n < times; n += 1) {
		const tx = randomUUID();
		await credit(uid, tx);
		await reversal(uid, tx);
	}
}

test('the third credit that is taken back bans, ends the sessions, is told and kept', async () => {
	const uid = await person();
	await chargeBack(uid, 2);
	expect(await stateOf(uid)).toEqual({ ban_reason: null, paused_reason: null });
	await chargeBack(uid, 1);
	expect((await stateOf(uid)).ban_reason).toBe('Partners took back 3 of your completed offers.');
	expect(play.banned.filter((banned) => banned === uid)).toHaveLength(1);
	expect(await auditOf(uid)).toEqual(['ban']);
	const { rows } = await sql`select from auth_session where user_id = ${uid}`.execute(database.owner);
	expect(rows).toEqual([]);
	await chargeBack(uid, 2);
	expect(await auditOf(uid)).toEqual(['ban']);
});

test('unknown, repeated and waiting reversals are not counted', async () => {
	const uid = await person();
	const [tx, waiting] = [randomUUID(), [randomUUID(), randomUUID()] as const];
	await credit(uid, tx);
	for (let n = 0; n < 5; n += 1) await reversal(uid, tx);
	for (const unknown of waiting) await reversal(uid, unknown);
	expect((await stateOf(uid)).ban_reason).toBeNull();
	// Their credits come now: then they are credits that were taken back, like any other.
	await credit(uid, waiting[0]);
	expect((await stateOf(uid)).ban_reason).toBeNull();
	await credit(uid, waiting[1]);
	expect((await stateOf(uid)).ban_reason).not.toBeNull();
	expect(play.banned.filter((banned) => banned === uid)).toHaveLength(1);
});

test('many at the same time ban once', async () => {
	const uid = await person();
	const txs = Array.from({ length: 8 }, () => randomUUID());
	await Promise.all(txs.map((tx) => credit(uid, tx)));
	await Promise.all(txs.map((tx) => reversal(uid, tx)));
	expect((await stateOf(uid)).ban_reason).toBe('Partners took back 3 of your completed offers.');
	expect(await auditOf(uid)).toEqual(['ban']);
	expect(play.banned.filter((banned) => banned === uid)).toHaveLength(1);
});

test('an unban starts the count anew', async () => {
	const uid = await person();
	await chargeBack(uid, 3);
	await inTransaction(database.app, async (tx) => {
		await sql`update users set banned_at = null, ban_reason = null where uid = ${uid}`.execute(tx);
		await forgiveChargebacks(tx, { uid, atMs: Date.now() });
	});
	await chargeBack(uid, 2);
	expect((await stateOf(uid)).ban_reason).toBeNull();
	await chargeBack(uid, 1);
	expect((await stateOf(uid)).ban_reason).not.toBeNull();
});

test('the number that bans is a setting', async () => {
	await sql`update offerwall_settings set chargebacks_to_ban = 1`.execute(database.app);
	const uid = await person();
	await chargeBack(uid, 1);
	expect((await stateOf(uid)).ban_reason).not.toBeNull();
	await sql`update offerwall_settings set chargebacks_to_ban = 3`.execute(database.app);
});

test('withdrawals pause while too large a share of the last completions is taken back', async () => {
	await sql`update offerwall_settings set chargebacks_to_ban = 100, pause_above_percent = 10`.execute(database.app);
	const uid = await person();
	await chargeBack(uid, 1);
	expect((await stateOf(uid)).paused_reason).toBeNull();
	for (let n = 0; n < 9; n += 1) await credit(uid, randomUUID());
	await chargeBack(uid, 1);
	expect((await stateOf(uid)).paused_reason).toContain('partners took back too many');

	const review = () => reviewPauses({ db: database.app, clock: systemClock });
	await review();
	expect((await stateOf(uid)).paused_reason).not.toBeNull();
	for (let n = 0; n < 9; n += 1) await credit(uid, randomUUID());
	await review();
	expect((await stateOf(uid)).paused_reason).toBeNull();
	expect(await auditOf(uid)).toEqual(['pause', 'resume']);
	await sql`update offerwall_settings set chargebacks_to_ban = 3, pause_above_percent = null`.execute(database.app);
});

test("an operator's own pause is not lifted by the rule", async () => {
	const uid = await person();
	await sql`update users set paused_reason = 'We are looking at a payment.' where uid = ${uid}`.execute(database.owner);
	await reviewPauses({ db: database.app, clock: systemClock });
	expect((await stateOf(uid)).paused_reason).toBe('We are looking at a payment.');
});
