import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { openFraudSite } from '../../test/sites/fraud-site.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { silentLog } from '../../test/support/stubs.ts';
import { inTransaction, rowsOf } from '../lib/db/database.ts';
import { createFindScore } from './find-score.ts';

const database = openTestDatabase();
const { app: db, owner } = database;
const { users } = openFraudSite(database);
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
		await sql`
			insert into auth_user (id, name, email, email_verified) values (${uid}, 'x', ${`${name}+${n}@gmail.com`}, true)
		`.execute(owner);
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
	expect((await sql`select from sign_in_places`.execute(owner)).rows).toEqual([]);
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
