import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import { newEmail, signUpForm, TEST_SECRETS } from '../../test/sites/identity-site.ts';
import { bearer, type Json, request, send } from '../../test/sites/json-client.ts';
import { openTestProduct } from '../../test/sites/product.ts';
import { createVisitor, follow } from '../../test/sites/visitor.ts';
import { dumpRows, tablesWith } from '../../test/support/dump.ts';
import { leastMs } from '../../test/support/least-ms.ts';
import { soon, usersOf } from '../../test/support/users.ts';
import { purgeExpired } from '../accounts/user-record/purge-expired.ts';
import { recordAudit } from '../lib/audit.ts';
import { cellOf, cellsOf, inTransaction, rowsOf } from '../lib/db/database.ts';
import { notifyUser } from '../notifications/notify-user.ts';

const { product, database } = openTestProduct({ env: { TRUSTED_PROXIES: '127.0.0.1,::1', RATE_LIMITS: 'on' } });
const { owner } = database;
const { readyToWithdraw, caller } = usersOf(product);
let lastHost = 0;
const PASSWORD = 'a long enough password';
const at = (path: string) => product().url + path;
const control = (method: string, path: string, body: unknown) =>
	send(method, `${product().sandbox.url}/control${path}`, body);

/** Signs up a user with an IP address of their own. */
async function signUp(email = newEmail()) {
	const form = signUpForm({ email, password: PASSWORD });
	lastHost += 1;
	const from = { 'x-forwarded-for': `203.0.113.${lastHost}` };
	const { status, body } = await send('POST', at('/auth/sign-up/email'), form, from);
	expect(status).toBe(200);
	return enter(email, body);
}

async function signIn(email: string) {
	const { status, body } = await send('POST', at('/auth/sign-in/email'), { email, password: PASSWORD });
	expect(status, JSON.stringify(body)).toBe(200);
	return enter(email, body);
}

async function enter(email: string, { token, user }: Json) {
	const { body } = await request(at('/auth/token'), { headers: bearer(token) });
	const uid: string = user.id;
	const accessToken: string = body.token;
	return { uid, email, sessionToken: token as string, accessToken, ...caller(uid, accessToken) };
}

const deleted = { result: { deleted: true } };

// spec: 7.delete-account
test('deletion erases personal data from every table and keeps ids, amounts and states', async () => {
	const mark = randomUUID().slice(0, 8);
	const secrets = {
		email: `robin.${mark}@test.example`,
		newEmail: `robin.new.${mark}@test.example`,
		name: `Robin ${mark} Erasable`,
		ip: '198.51.100.77',
		device: `Gadget/${mark}`,
		gameName: `g_${mark}_game`,
		offerName: `Survey ${mark} about shoes`,
		offerId: `campaign-${mark}`,
		clickIp: '198.51.100.78',
		note: `wrote to us from the pier ${mark}`,
		message: `Dear person of the pier ${mark}`,
	};
	const form = signUpForm({ email: secrets.email, name: secrets.name, password: PASSWORD });
	const headers = { 'x-forwarded-for': secrets.ip, 'user-agent': secrets.device };
	const person = await enter(secrets.email, (await send('POST', at('/auth/sign-up/email'), form, headers)).body);
	const { uid } = person;
	await person.call('createUser');
	await send('POST', at('/auth/sign-in/email'), { email: secrets.email, password: 'not the password' }, headers);
	await control('POST', '/mails/state', { state: 'away' });
	await send('POST', at('/auth/change-email'), { newEmail: secrets.newEmail }, bearer(person.sessionToken));
	await send('POST', at('/auth/request-password-reset'), { email: secrets.email });
	const tablesNow = async (text: string) => tablesWith(await dumpRows(owner), text);
	await vi.waitFor(async () => expect(await tablesNow(secrets.newEmail)).toContain('action_codes'), soon);

	const { body: user } = await control('POST', '/platform/users', { name: secrets.gameName });
	const { body: game } = await control('POST', '/platform/games', { ownerId: user.id, name: 'Harbor' });
	await control('POST', '/platform/passes', { universeId: game.universeId, price: 71, regionalPricing: false });
	const offer = { userId: uid, reward: '80.00', campaignName: secrets.offerName, campaignId: secrets.offerId };
	const { body: completion } = await control('POST', '/wall/completions', { ...offer, userIp: secrets.clickIp });
	await vi.waitFor(async () => expect((await person.document()).robux).toBe(80), soon);
	expect((await person.patch({ roblox_username: secrets.gameName })).status).toBe(200);
	const { result: games } = await person.call('getRobloxGames', { userId: user.id });
	const placeId: number = games[0].PlaceID;
	const order = (await person.call('processWithdrawal', { roblox_username: secrets.gameName, placeId, amount: 50 }))
		.result;
	await vi.waitFor(async () => {
		expect((await person.call('getWithdrawHistory')).result.items).toMatchObject([{ status: 'Completed' }]);
	}, soon);
	await inTransaction(database.app, (tx) =>
		recordAudit(tx, { atMs: Date.now(), actor: 'system', action: 'note', uid, details: { note: secrets.note } }),
	);
	await inTransaction(database.app, (tx) => notifyUser(tx, { uid, kind: 'message', data: { text: secrets.message } }));
	await person.call('createWebSession');
	await sql`
		with manual as (
			insert into manual_payouts (order_id, state, roblox_username, platform_user_id, place_id, net, price, reason,
				created_at, changed_at)
			values (${order.order_id}, 'refused', ${secrets.gameName}, ${user.id}, ${placeId}, 50, 71, ${secrets.note}, now(), now())
		), review as (
			insert into payout_reviews (vendor, order_id, uid, kind, details, found_at, resolved_at, resolved_by, note)
			values ('rbxcrate', ${order.order_id}, ${uid}, 'differs', '{}', now(), now(), ${randomUUID()}, ${secrets.note})
		), settlement as (
			insert into payout_settlements (id, order_id, uid, outcome, reason, proof, state, proposed_by, proposed_at, decided_by,
				decided_at)
			values (gen_random_uuid(), ${order.order_id}, ${uid}, 'paid', ${secrets.note}, ${`mail of ${secrets.email}`}, 'settled',
				gen_random_uuid(), now(), gen_random_uuid(), now())
		), adjustment as (
			insert into adjustments (uid, id, amount, reason, state, proposed_by, proposed_at, expires_at)
			values (${uid}, gen_random_uuid(), 5, ${secrets.note}, 'waiting', gen_random_uuid(), now(), now() + interval '1 day')
		)
		insert into promo_codes (code, amount, uses_max, per_user, uses, starts_at, created_at, created_by)
		values (${`P-${mark.toUpperCase()}`}, 500, 1, 1, 0, now(), now(), gen_random_uuid())
	`.execute(owner);
	expect(await person.call('redeemPromoCode', { code: `p-${mark}` })).toMatchObject({ result: { amount: 5 } });

	// Log events are written in batches; flush them so that all rows exist.
	await product().deps.events.flush();
	const before = await dumpRows(owner);
	expect(tablesWith(before, secrets.device)).toContain('promo_redemptions');
	expect(tablesWith(before, secrets.clickIp)).toContain('log_entries');
	const uses = await cellsOf<string>(owner)`
		select what from log_entries where uid = ${uid} and source = 'use' order by id
	`;
	expect(uses).toEqual(['/postback/sandbox', 'link-game-account', 'processWithdrawal']);
	for (const [what, text] of Object.entries(secrets)) expect(tablesWith(before, text), what).not.toEqual([]);
	expect(tablesWith(before, secrets.email)).toEqual(expect.arrayContaining(['_private_jobs', 'auth_user']));
	const amounts = () =>
		sql`select id, amount, kind, reference from transfers where uid = ${uid} order by id`.execute(owner);
	const { rows: booked } = await amounts();
	const earned = () => sql`select sum(payout_micros) from earnings_buckets`.execute(owner);
	const { rows: earnedBefore } = await earned();

	expect(await person.call('deleteAccount')).toEqual(deleted);

	// A job erases the postback log.
	await vi.waitFor(async () => {
		const meanwhile = await dumpRows(owner);
		for (const text of [secrets.offerName, secrets.offerId]) expect(tablesWith(meanwhile, text)).toEqual([]);
	}, soon);
	const after = await dumpRows(owner);
	const counters = ['rate_limits', 'sign_in_attempts'];
	for (const [what, text] of Object.entries(secrets)) {
		const tables = tablesWith(after, text).filter((table) => !counters.includes(table));
		expect(tables, what).toEqual([]);
	}
	const { gameName, email, name } = secrets;
	for (const text of [gameName, email, name, user.id, placeId]) expect(tablesWith(after, String(text))).toEqual([]);
	// Rate-limit counters are kept per IP address, not per user, and expire by themselves.
	await purgeExpired({ db: database.app, clock: { now: () => Date.now() + DAY_MS + 60_000 } });
	expect(await tablesNow(secrets.ip)).toEqual([]);

	expect((await amounts()).rows.slice(0, booked.length)).toEqual(booked);
	expect((await earned()).rows).toEqual(earnedBefore);
	const ofOrders = ['log_entries', 'manual_payouts', 'payout_reviews', 'proposals', 'withdrawals'];
	expect(tablesWith(after, order.order_id)).toEqual(ofOrders);
	await control('POST', `/wall/completions/${completion.id}/replay`, {});
	await vi.waitFor(async () => {
		expect(await rowsOf(owner)`select from callbacks where uid = ${uid} and outcome = 'replayed'`).toHaveLength(1);
	}, soon);
	await control('POST', '/mails/state', { state: 'open' });
});

test('ten concurrent deletion requests: one succeeds, nine get 401', async () => {
	const { accessToken } = await signUp();
	const click = () => send('POST', at('/api/deleteAccount'), { data: null }, bearer(accessToken));
	const answers = await Promise.all(Array.from({ length: 10 }, click));
	expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(401)]);
	expect((await click()).body.error.status).toBe('UNAUTHENTICATED');
});

test('deletion ends every session at once and the live stream within a second', async () => {
	const livesOnMs = await leastMs(1_000, async () => {
		const person = await signUp();
		const other = await signIn(person.email);
		const stream = await fetch(at(`/data/users/${person.uid}/live`), { headers: bearer(other.accessToken) });
		const ended = (async () => {
			for await (const _chunk of stream.body ?? []);
			return performance.now();
		})();
		expect(await person.call('deleteAccount')).toEqual(deleted);
		const startedMs = performance.now();
		for (const { accessToken, sessionToken } of [person, other]) {
			expect((await request(at(`/data/users/${person.uid}`), { headers: bearer(accessToken) })).status).toBe(401);
			expect((await request(at('/auth/token'), { headers: bearer(sessionToken) })).status).toBe(401);
			const answer = await send('POST', at('/api/createUser'), { data: null }, bearer(accessToken));
			expect([answer.status, answer.body.error.status]).toEqual([401, 'UNAUTHENTICATED']);
		}
		const { body } = await send('POST', at('/auth/sign-in/email'), { email: person.email, password: PASSWORD });
		expect(body.code).toBe('auth/invalid-credential');
		return (await ended) - startedMs;
	});
	expect(livesOnMs).toBeLessThan(1_000);
});

test('a returning user with the same email and game account gets a new account with nothing on it', async () => {
	const user = await readyToWithdraw(50);
	expect(await user.call('deleteAccount')).toEqual(deleted);
	const email = newEmail();
	const first = await signUp(email);
	expect(await first.call('deleteAccount')).toEqual(deleted);
	const again = await signUp(email.toUpperCase());
	expect(again.uid).not.toBe(first.uid);
	expect((await again.patch({ roblox_username: user.request.roblox_username })).status).toBe(200);
	expect(await again.document()).toMatchObject({ robux: 0, roblox_username: user.request.roblox_username });
	expect((await again.call('getOfferHistory')).result.items).toEqual([]);
	expect((await again.call('getWithdrawHistory')).result.items).toEqual([]);
});

test('a returning user with the same Google account gets a new account', async () => {
	const email = newEmail();
	const comeIn = async () => {
		const person = createVisitor(() => product().url);
		const { body } = await person.post('/auth/sign-in/social', { provider: 'google', callbackURL: '/withdraw' });
		const chooser = await follow(person, await person.go(body.url));
		await follow(person, await person.submit(chooser.at, { email, name: 'Kim' }));
		expect((await person.post('/auth/age', { birthDate: '2000-01-01' })).status).toBe(200);
		const { body: account } = await person.get('/auth/account');
		return { person, uid: account.uid as string };
	};
	const first = await comeIn();
	expect(await first.person.call('deleteAccount')).toEqual(deleted);
	const second = await comeIn();
	expect(second.uid).toMatch(/^[0-9a-f-]{36}$/);
	expect(second.uid).not.toBe(first.uid);
});

test('a deleted admin is no longer identifiable by the IP address in the audit entries about others', async () => {
	const [person, other] = [await signUp(), await signUp()];
	await sql`update users set role = 'Admin' where uid in (${person.uid}, ${other.uid})`.execute(owner);
	const details = { reason: 'a look', ip: '198.51.100.99' };
	await inTransaction(database.app, (tx) =>
		recordAudit(tx, { atMs: Date.now(), actor: person.uid, action: 'pause', uid: other.uid, details }),
	);
	expect(await person.call('deleteAccount')).toEqual(deleted);
	const { rows } = await sql`
		select details from audit_entries where actor = ${person.uid} and uid = ${other.uid}
	`.execute(owner);
	expect(rows).toEqual([{ details: { reason: 'a look' } }]);
	await sql`update users set role = null where uid = ${other.uid}`.execute(owner);
});

async function signUpConfirmed(email: string) {
	const person = await signUp(email);
	await vi.waitFor(async () => {
		const links = product()
			.sandbox.listMails(email)
			.flatMap((mail) => mail.links);
		const codes = links.flatMap((link) => link.match(/verify-email#code=([\w-]{43})/)?.[1] ?? []);
		const answers = await Promise.all(codes.map((code) => send('POST', at('/auth/verify-email'), { code })));
		expect(answers.some(({ status }) => status === 200)).toBe(true);
	}, soon);
	return person;
}

async function postBack(uid: string, transId: string, status: '1' | '2'): Promise<void> {
	const signature = createHash('md5').update(`${uid}${transId}20${TEST_SECRETS.sandboxWallSecret}`).digest('hex');
	const fields = { subId: uid, transId, reward: '20', payout: '0.5', status, signature };
	const answer = await fetch(at(`/postback/sandbox?${new URLSearchParams(fields)}`));
	expect(await answer.text()).toBe('OK');
}

test('three chargebacks after a deletion ban the new account with the same confirmed address', async () => {
	const email = newEmail();
	const first = await signUpConfirmed(email);
	await first.call('createUser');
	const credits = [randomUUID(), randomUUID(), randomUUID()];
	for (const transId of credits) await postBack(first.uid, transId, '1');
	expect(await first.call('deleteAccount')).toEqual(deleted);

	const second = await signUpConfirmed(email);
	expect(await second.call('createUser')).toMatchObject({ result: { uid: second.uid } });
	for (const transId of credits) await postBack(first.uid, transId, '2');
	await vi.waitFor(async () => {
		const reason = await cellOf<string>(owner)`select ban_reason from users where uid = ${second.uid}`;
		expect(reason).toContain('3');
	}, soon);
	expect((await second.call('getWithdrawLimits')).error).toBeDefined();
});
