import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { signed, useWalls } from '../../../../test/partners/play.ts';
import { isSpread, openTestDatabase } from '../../../../test/support/database.ts';
import { systemClock } from '../../../lib/clock-and-log.ts';
import { cellsOf, rowOf, rowsOf } from '../../../lib/db/database.ts';
import { reviewPauses } from './chargeback.ts';

const database = openTestDatabase();
const play = useWalls(database);

async function user(): Promise<string> {
	const uid = await play.user();
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

type UserState = { ban_reason: string | null; paused_reason: string | null };
const stateOf = async (uid: string) =>
	(await rowOf<UserState>(database.owner)`select ban_reason, paused_reason from users where uid = ${uid}`) as UserState;

async function auditOf(uid: string): Promise<string[]> {
	return cellsOf<string>(database.owner)`
		select action from audit_entries where uid = ${uid} and actor = 'system' order by id
	`;
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

// spec: 9.chargebacks
test('the third chargeback bans once, ends all sessions and is audited', async () => {
	const uid = await user();
	await chargeBack(uid, 2);
	expect(await stateOf(uid)).toEqual({ ban_reason: null, paused_reason: null });
	await chargeBack(uid, 1);
	expect((await stateOf(uid)).ban_reason).toBe('Partners took back 3 of your completed offers.');
	expect(play.banned().filter((banned) => banned === uid)).toHaveLength(1);
	expect(await auditOf(uid)).toEqual(['ban']);
	expect(await rowsOf(database.owner)`select from auth_session where user_id = ${uid}`).toEqual([]);
	await chargeBack(uid, 2);
	expect(await auditOf(uid)).toEqual(['ban']);
});

test.skipIf(isSpread)('ban, audit entry and mail are in the transaction of the third chargeback', async () => {
	const uid = await user();
	await chargeBack(uid, 3);
	const rows = await rowsOf<{ transactions: string[]; mails: number }>(database.owner)`
	select array(
		select distinct xmin::text from (
			(select xmin from transfers where uid = ${uid} order by id desc limit 1)
			union all (select xmin from chargebacks where uid = ${uid} order by transfer_id desc limit 1)
			union all select xmin from audit_records where uid = ${uid}
			union all select xmin from users where uid = ${uid}
			union all select xmin from graphile_worker._private_jobs where payload ->> 'uid' = ${uid}
		) written
	) as transactions,
		(select count(*)::int from graphile_worker._private_jobs where payload ->> 'kind' = 'banned' and payload ->> 'uid' = ${uid}) as mails
`;
	expect(rows).toMatchObject([{ transactions: [expect.any(String)], mails: 1 }]);
});

test('a repeated reversal counts once, and a waiting reversal counts when its credit arrives', async () => {
	const uid = await user();
	const [tx, waiting] = [randomUUID(), [randomUUID(), randomUUID()] as const];
	await credit(uid, tx);
	for (let n = 0; n < 5; n += 1) await reversal(uid, tx);
	for (const unknown of waiting) await reversal(uid, unknown);
	expect((await stateOf(uid)).ban_reason).toBeNull();
	await credit(uid, waiting[0]);
	expect((await stateOf(uid)).ban_reason).toBeNull();
	await credit(uid, waiting[1]);
	expect((await stateOf(uid)).ban_reason).not.toBeNull();
	expect(play.banned().filter((banned) => banned === uid)).toHaveLength(1);
});

test('concurrent chargebacks ban once', async () => {
	const uid = await user();
	const txs = Array.from({ length: 8 }, () => randomUUID());
	await Promise.all(txs.map((tx) => credit(uid, tx)));
	await Promise.all(txs.map((tx) => reversal(uid, tx)));
	expect((await stateOf(uid)).ban_reason).toBe('Partners took back 3 of your completed offers.');
	expect(await auditOf(uid)).toEqual(['ban']);
	expect(play.banned().filter((banned) => banned === uid)).toHaveLength(1);
});

test.each([
	['an earlier version set for chargebacks ends', 'chargebacks-pause@1', null, ['resume']],
	['an admin set stays', 'staff@1', 'We look at it.', []],
])('a pause that %s', async (_, rule, reason, audited) => {
	const uid = await user();
	await sql`
		update users set paused_reason = 'We look at it.', pause_rule = ${rule} where uid = ${uid}
	`.execute(database.owner);
	await reviewPauses({ db: database.app, clock: systemClock });
	expect((await stateOf(uid)).paused_reason).toBe(reason);
	expect(await auditOf(uid)).toEqual(audited);
});
