import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CallResult } from '../../contract/calls.ts';
import { DAY_MS, MINUTE_MS } from '../../contract/durations.ts';
import { openFraudSite } from '../../test/sites/fraud-site.ts';
import { cookieOf, ORIGIN, PASSWORD, type Person } from '../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { rowsOf } from '../lib/db/database.ts';
import { networkOf } from '../lib/http/callers.ts';
import { forgetPlaces } from './refresh-fraud.ts';

const database = openTestDatabase();
const { app: db, owner } = database;
const fraud = openFraudSite(database);
const { site, user, users, comeIn, refresh, signalsOf, cases } = fraud;

test('four users of one address get shared-address; three who also share a device get shared-device', async () => {
	const uids = await users(4);
	const devices = ['Chrome on Android', 'Safari on a Mac', 'Edge on Windows', 'The app on Android'];
	for (const [n, uid] of uids.entries()) await comeIn(uid, '192.0.2.1', { device: devices[n] ?? '' });
	await refresh();
	for (const uid of uids) expect(await signalsOf(uid)).toEqual(['shared-address']);
	const others = await users(3);
	for (const uid of others) await comeIn(uid, '192.0.2.2');
	await refresh();
	for (const uid of others) expect(await signalsOf(uid)).toEqual(['shared-device']);
});

/** Logs a use of the site that a partner reported; it has no device. */
const entryOf = (uid: string, ip: string) =>
	sql`
		insert into log_entries (at, source, what, outcome, uid, ip)
		values (now(), 'use', '/postback/w', 'told', ${uid}, ${ip})
	`.execute(owner);

const explained = (uid: string) =>
	rowsOf(owner)`
		select signal, points, details ->> 'crowd' as crowd from fraud_signals where uid = ${uid} order by signal
	`;

test('account actions and partner reports both count as uses of an address, the latter without a device', async () => {
	const [first, second, third, fourth] = await users(4);
	for (const uid of [first, second, third]) await entryOf(uid ?? '', '192.0.2.1');
	await sql`
		insert into log_entries (at, source, what, outcome, uid, ip, device)
		values (now(), 'use', 'processWithdrawal', 'done', ${fourth}, '192.0.2.1', 'Firefox on Windows')
	`.execute(owner);
	await refresh();
	for (const uid of [first, second, third, fourth]) expect(await signalsOf(uid ?? '')).toEqual(['shared-address']);
});

test('partner reports with addresses in other countries are no travel signal', async () => {
	const uid = await user();
	await comeIn(uid, '192.0.2.1');
	await entryOf(uid, '192.0.2.2');
	await entryOf(uid, '192.0.2.3');
	await refresh();
	expect(await signalsOf(uid)).toEqual([]);
});

test("thirty accounts seen only at one address get full points; a carrier's customers get few", async () => {
	const [farm, customers] = [await users(30), await users(30)];
	for (const [n, uid] of farm.entries()) await comeIn(uid, '192.0.2.7', { device: `Device ${n}` });
	for (const [n, uid] of customers.entries()) {
		await comeIn(uid, '192.0.2.8', { device: 'Chrome on Android' });
		if (n % 3 > 0) await comeIn(uid, `198.51.100.${n}`, { device: 'Chrome on Android' });
	}
	await refresh();
	for (const uid of farm)
		expect(await explained(uid)).toEqual([{ signal: 'shared-address', points: 40, crowd: 'farm' }]);
	for (const uid of customers) {
		expect(await explained(uid)).toEqual([{ signal: 'shared-address', points: 5, crowd: 'carrier' }]);
	}
});

test('signals accounts that sign in from one browser at any address', async () => {
	const people = await Promise.all([site.signUp(), site.signUp(), site.signUp()]);
	let cookie = '';
	for (const [n, { email }] of people.entries()) {
		const headers = { origin: ORIGIN, 'user-agent': `Device ${n}`, ...(cookie && { cookie }) };
		const answer = await site.post('/auth/sign-in/email', { email, password: PASSWORD }, headers, `192.0.2.${n}`);
		cookie = cookieOf(answer, 'lootpass.known_devices=');
		expect(cookie).not.toBe('');
	}
	await site.events.flush();
	await refresh();
	for (const { uid } of people) expect(await signalsOf(uid)).toEqual(['shared-browser']);
	expect((await cases()).items.map(({ score }) => score)).toEqual([40, 40, 40]);

	const { fraud_check } = (await site.callAs('exportMyData', null, people[0] as Person)) as CallResult<'exportMyData'>;
	expect(fraud_check.browsers).toMatchObject([{ browser: expect.stringMatching(/^[\w-]{43}$/) }]);
	expect(await site.callAs('deleteAccount', null, people[0] as Person)).toEqual({ deleted: true });
	expect(await rowsOf(owner)`select uid from account_browsers where uid = ${people[0]?.uid}`).toEqual([]);
});

test('sign-in places are deleted after half a year', async () => {
	const [uid] = await users(1);
	await comeIn(uid ?? '', '192.0.2.1');
	await refresh();
	const places = () => sql<object>`select from sign_in_places where uid = ${uid}`.execute(owner);
	const forget = (days: number) => forgetPlaces({ db, clock: { now: () => Date.now() + days * DAY_MS } });
	await forget(179);
	expect((await places()).rows).toHaveLength(1);
	await forget(181);
	expect((await places()).rows).toEqual([]);
});

test('three users of one address with separate devices raise no signal', async () => {
	const uids = await users(3);
	for (const [n, uid] of uids.entries()) await comeIn(uid, '192.0.2.1', { device: `Device ${n}` });
	await refresh();
	for (const uid of uids) expect(await signalsOf(uid)).toEqual([]);
	expect((await cases()).items).toEqual([]);
});

test.each([
	...['127.0.0.1', '10.1.2.3', '192.168.178.20', '::1', 'fd00::7', '198.51.100.9', '100.64.1.2', '::ffff:10.1.2.3'],
])('addresses of this machine, private networks and our proxies are no fraud signal: %s', async (address) => {
	const uids = await users(6);
	for (const uid of uids) {
		await comeIn(uid, address);
		await sql`
				insert into promo_redemptions (uid, code, use, at, transfer_id, network)
				values (${uid}, 'WELCOME', 1, now(), 1, ${networkOf(address)})
			`.execute(owner);
	}
	await refresh(['198.51.100.0/28']);
	const shared = ['shared-address', 'shared-device', ...(address.startsWith('198') ? [] : ['promo-abuse'])];
	for (const uid of uids) for (const signal of shared) expect(await signalsOf(uid)).not.toContain(signal);
	await sql`delete from promo_redemptions`.execute(owner);
});

test('signals a change of country within two hours, but not after five', async () => {
	const [jumping, travelling] = [await user(), await user()];
	await comeIn(jumping, '192.0.2.1', { agoMs: 60 * MINUTE_MS });
	await comeIn(jumping, '192.0.2.2', { device: 'x' });
	await comeIn(travelling, '192.0.2.1', { agoMs: 300 * MINUTE_MS, device: 'y' });
	await comeIn(travelling, '192.0.2.3', { device: 'y' });
	await refresh();
	expect(await signalsOf(jumping)).toEqual(['country-jump']);
	expect(await signalsOf(travelling)).toEqual([]);
});

test('sign-ins from hosting networks raise a signal but open no case; partner reports raise none', async () => {
	const [listed, elsewhere, reported] = [await user(), await user(), await user()];
	await comeIn(listed, '203.0.113.7');
	await comeIn(listed, '203.0.113.8');
	await comeIn(elsewhere, '203.0.113.9');
	await comeIn(reported, '203.0.113.7', { device: '' });
	await refresh();
	expect(await Promise.all([listed, elsewhere, reported].map(signalsOf))).toEqual([['hosting-network'], [], []]);
	const { rows } = await sql<{ networks: number[] }>`
		select details -> 'networks' as networks from fraud_signals where uid = ${listed}
	`.execute(owner);
	expect(rows[0]?.networks.toSorted()).toEqual([7, 8]);
	expect((await cases()).items).toEqual([]);
});

const handle = (deed: string, uids: (string | undefined)[], reason = 'One household.') =>
	site.callAs('adminHandleFraudCases', { uids, deed, reason }, fraud.admin);

test('handling a case adds a note and an audit entry, never a ban; closed cases reopen only with a higher score', async () => {
	const uids = await users(5);
	for (const uid of uids) await comeIn(uid, '192.0.2.1');
	await refresh();
	const open = await cases();
	expect(open.items).toHaveLength(5);
	expect(open.items[0]).toMatchObject({ score: 85, state: 'open', banned: false, paused: false });
	expect(open.items[0]?.signals.map(({ signal, details }) => [signal, details.accounts])).toEqual([
		['shared-device', 4],
		['shared-address', 4],
	]);
	const firstPage = await cases({ limit: 3 });
	const secondPage = await cases({ limit: 3, cursor: firstPage.nextCursor });
	expect([...firstPage.items, ...secondPage.items]).toEqual(open.items);

	expect(await handle('close', [...uids, randomUUID()])).toMatchObject({ done: 5, refused: [{}] });
	await refresh();
	expect((await cases()).items).toEqual([]);
	await comeIn(uids[0] ?? '', '192.0.2.2', { device: 'z' });
	await refresh();
	expect((await cases()).items.map(({ uid }) => uid)).toEqual([uids[0]]);
	expect(await handle('pause', [uids[0] ?? ''], 'We look into it.')).toEqual({ done: 1, refused: [] });
	expect((await cases()).items[0]).toMatchObject({ paused: true, notes: 2 });
	expect(await site.callAs('adminGetFraudNotes', { uid: uids[0] }, fraud.admin)).toMatchObject([
		{ text: 'We look into it.', by: fraud.admin.email },
		{ text: 'One household.' },
	]);
	const { rows } = await sql`select action from audit_entries where uid = ${uids[0]} order by id`.execute(owner);
	expect(rows).toEqual([{ action: 'fraud-close' }, { action: 'fraud-pause' }]);
	expect(await rowsOf(owner)`select from users where banned_at is not null`).toEqual([]);
});

test('fraud precision counts a paused case as confirmed and a closed one not', async () => {
	const uids = await users(4);
	for (const uid of uids) await comeIn(uid, '192.0.2.1');
	await refresh();
	expect(await site.callAs('adminGetFraudPrecision', null, fraud.admin)).toEqual({ days: 90, opened: 4, confirmed: 0 });
	await handle('pause', uids.slice(0, 1));
	await handle('close', uids.slice(1, 2));
	expect(await site.callAs('adminGetFraudPrecision', null, fraud.admin)).toEqual({ days: 90, opened: 4, confirmed: 1 });
});

const openCase = (uid: string) =>
	sql`
		insert into fraud_cases (uid, state, score, opened_at, changed_at) values (${uid}, 'open', 50, now(), now())
	`.execute(owner);

test('a message to the users of several cases reaches each user once, even if one case no longer exists', async () => {
	const people = await Promise.all([site.signUp(), site.signUp(), site.signUp()]);
	const [gone, ...there] = people.map(({ uid }) => uid);
	for (const uid of there) await openCase(uid);
	const reason = 'Who else plays at your place?';
	expect(await handle('message', [...there, gone, there[0]], reason)).toEqual({
		done: 2,
		refused: [{ uid: gone, message: expect.any(String) }],
	});
	const { rows } = await sql<{ uid: string; text: string }>`
		select uid, data ->> 'text' as text from notices where uid = any(${people.map(({ uid }) => uid)}::uuid[])
	`.execute(owner);
	expect(rows.toSorted((a, b) => there.indexOf(a.uid) - there.indexOf(b.uid))).toEqual(
		there.map((uid) => ({ uid, text: reason })),
	);
	for (const uid of there) {
		expect(await site.callAs('adminGetFraudNotes', { uid }, fraud.admin)).toMatchObject([
			{ text: reason, by: fraud.admin.email },
		]);
		const { rows: stored } = await sql`select action, actor from audit_entries where uid = ${uid}`.execute(owner);
		expect(stored).toEqual([{ action: 'fraud-message', actor: fraud.admin.uid }]);
	}
});

test('watching, closing and reopening move a case to the list of its state', async () => {
	const { uid } = await site.signUp();
	await openCase(uid);
	const moves = { watch: 'watching', close: 'closed', open: 'open' };
	for (const [deed, state] of Object.entries(moves)) {
		await handle(deed, [uid]);
		expect(await cases({ state })).toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ uid })]) });
	}
});
