import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { defaultBranding } from '../../contract/branding.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { signedQuery } from '../../test/partners/play.ts';
import { openPayouts } from '../../test/payouts/payouts.ts';
import { openAdminSite, type Person, plainWall } from '../../test/sites/identity-site.ts';
import { earn, openTestDatabase } from '../../test/support/database.ts';
import { openWallet } from '../ledger/wallet.ts';
import { cellOf, inTransaction, rowsOf } from '../lib/db/database.ts';
import type { BoundCalls } from '../lib/http/calls.ts';
import { claimRules, closeEarning } from './close-earning.ts';
import { notifyUsersOfEnd } from './wind-down.ts';

const database = openTestDatabase({ poolSize: 20 });
const { app: db, owner } = database;
const site = openAdminSite(database, { walls: [plainWall({ appId: 'app' })] });
const reason = 'We close.';
let ada: Person;
let ben: Person;
let user: Person;

type Answer = { ends_at?: number | null; proposal?: string; state?: string; details?: { reason: string } };
const now = () => site.deps.clock.now();
const inDays = (days: number) => now() + days * DAY_MS;
const call = async (name: string, data: unknown, who: Person) => (await site.callAs(name, data, who)) as Answer;
const set = (endsAt: number | null, who = ada) => call('adminSetWindDown', { ends_at: endsAt, reason }, who);
const decide = (id: string | undefined, who = ben) =>
	call('adminDecideProposal', { id, decision: 'approve', reason }, who);
const endsAt = async () => (await call('getWindDown', null, ada)).ends_at;
const wallCount = async () => ((await site.callAs('getOfferwalls', null, user)) as unknown[]).length;
const notify = (publish = (_uid: string) => {}) =>
	notifyUsersOfEnd({ ...site.deps, words: defaultBranding, languages: ['en', 'de'], publish });
const noticesOf = (...uids: string[]) =>
	rowsOf<{ uid: string; text: string }>(owner)`
		select uid, data ->> 'text' as text from notices where uid = any(${uids}::uuid[]) and kind = 'message'
	`;
const expireCache = () => site.advance(5_000);
const dateRefused = expect.objectContaining({ details: { reason: 'service-end-date' } });

async function announce(at = inDays(7)): Promise<void> {
	expect(await decide((await set(at)).proposal)).toMatchObject({ state: 'done' });
	expireCache();
}

beforeEach(async () => {
	await sql`delete from wind_downs`.execute(owner);
	expireCache();
	[ada, ben, user] = [await site.admin(), await site.admin(), await site.signUp()];
});

test('winding down needs the approval of another admin, and closes earning', async () => {
	const end = inDays(7);
	const { proposal } = await set(end);
	expect([await endsAt(), await wallCount()]).toEqual([null, 1]);
	expect(await decide(proposal, ada)).toMatchObject({ details: { reason: 'not-your-own-proposal' } });
	await announce(end);
	expect([await endsAt(), await wallCount()]).toEqual([end, 0]);
});

test('winding down is refused at the request and at the approval if fewer than five days remain', async () => {
	expect(await set(inDays(4.9))).toEqual(dateRefused);
	const { proposal } = await set(inDays(5) + 60_000);
	site.advance(120_000);
	expect(await decide(proposal)).toEqual(dateRefused);
	expect(await endsAt()).toBeNull();
});

test('winding down is announced once when two proposals are approved at the same moment', async () => {
	const end = inDays(7);
	const [one, other] = [await set(end), await set(end, ben)];
	const answers = await Promise.all([decide(one.proposal, ben), decide(other.proposal, ada)]);
	expect(answers).toEqual(expect.arrayContaining([expect.objectContaining({ state: 'done' }), dateRefused]));
});

test('the end date can only move later, and only with approval; users are notified', async () => {
	await earn(db, user.uid, {});
	await announce();
	await notify();
	expect(await set(inDays(6))).toEqual(dateRefused);
	const later = inDays(20);
	await announce(later);
	await notify();
	expect(await noticesOf(user.uid)).toHaveLength(2);
	expect(await endsAt()).toEqual(later);
});

test('winding down can be cancelled once by a single admin before its date, which reopens earning', async () => {
	await earn(db, user.uid, {});
	await announce();
	const answers = await Promise.all([set(null), set(null, ben)]);
	expireCache();
	expect(answers).toEqual(expect.arrayContaining([expect.objectContaining({ ends_at: null }), dateRefused]));
	await notify();
	expect([await noticesOf(user.uid), await wallCount()]).toEqual([[], 1]);
});

test('winding down cannot be cancelled after its date, and earning stays closed', async () => {
	await earn(db, user.uid, {});
	await announce(inDays(6));
	await sql`
		update wind_downs set announced_at = announced_at - interval '7 days', ends_at = ends_at - interval '7 days'
	`.execute(owner);
	expect(await set(null)).toEqual(dateRefused);
	expect(await endsAt()).toBeLessThan(now());
	await notify();
	expect([await noticesOf(user.uid), await wallCount()]).toEqual([[], 0]);
});

test('users with a balance get one notice and one email, even if the job crashes and two jobs run concurrently', async () => {
	const uids = Array.from({ length: 1_200 }, () => randomUUID());
	await sql`insert into users (uid, created_at) select id, now() from unnest(${uids}::uuid[]) as n (id)`.execute(owner);
	for (const uid of uids) await earn(db, uid, {});
	await announce();
	const dying = notify(() => {
		throw new Error('the process dies');
	});
	await expect(dying).rejects.toThrow('dies');
	await Promise.all([notify(), notify()]);
	await notify();
	const notified = (await noticesOf(...uids, user.uid)).map(({ uid }) => uid);
	expect(notified.toSorted()).toEqual(uids.toSorted());
	const mails = await cellOf<number>(owner)`
		select count(*)::int from graphile_worker._private_jobs
		where payload ->> 'kind' = 'notice' and payload ->> 'uid' = any(${uids}::text[])
	`;
	expect(mails).toBe(uids.length);
});

test('a user with a balance is notified even if the first credit arrives after the announcement', async () => {
	const { uid } = user;
	await inTransaction(db, (tx) => openWallet(tx, uid));
	await announce();
	await notify();
	const credit = { subId: uid, transId: 'T1', reward: '100', payout: '0.5', status: '1' };
	const query = signedQuery('wannads', 'test-secret', credit);
	expect((await site.get(`/postback/w?${query}`)).statusCode).toBe(200);
	await notify();
	expect(await noticesOf(uid)).toHaveLength(1);
});

test('a user with a balance gets the notice in their language, or else in English', async () => {
	const { uid: german } = await site.signUp();
	for (const uid of [german, user.uid]) await earn(db, uid, {});
	await sql`update users set language = 'de' where uid = ${german}`.execute(owner);
	await announce();
	await notify();
	const text = (start: RegExp) => [expect.objectContaining({ text: expect.stringMatching(start) })];
	expect(await noticesOf(german)).toEqual(text(/^Lootpass wird eingestellt\. Hebe dein Guthaben bis .* UTC ab/));
	expect(await noticesOf(user.uid)).toEqual(
		text(/^Lootpass is shutting down\. Withdraw .* UTC; anything left after that expires/),
	);
});

const { submit, newUser, balance, history, clock, requestDeps } = openPayouts(openTestDatabase());
const endingIn = (ms: number) => ({ ...requestDeps(), ...claimRules(async () => new Date(clock.now() + ms), clock) });
const isOpen = (name: string) => ({ [name]: true });
const refused = { reason: 'winding-down' };

test.each<[keyof BoundCalls, unknown]>([
	['getOfferwalls', []],
	['getOffers', { items: [], nextCursor: null }],
	['getPublicStats', { getPublicStats: true, offers: [] }],
	['openOffer', refused],
	['createOfferLink', refused],
	['redeemPromoCode', refused],
	['getOffer', isOpen('getOffer')],
	['processWithdrawal', isOpen('processWithdrawal')],
])('%s works until the end of the service is announced, and then results in %j', async (name, after) => {
	const calls = { [name]: async () => isOpen(name) } as Partial<BoundCalls> as BoundCalls;
	const result = (end?: Date) =>
		closeEarning(async () => end, calls)
			[name](null as never, null as never)
			.catch(({ details }) => details);
	expect([await result(), await result(new Date(1))]).toEqual([isOpen(name), after]);
});

test('the announced end of the service allows small withdrawals, and closes withdrawals on its date', async () => {
	const actor = await newUser(60);
	const reasonFor = (amount: number, ms = DAY_MS) =>
		submit(actor, { amount }, endingIn(ms)).catch(({ details }) => details.reason);
	const reasons = [await reasonFor(0), await reasonFor(1.5), await reasonFor(2), await reasonFor(50, 0)];
	expect(reasons).toEqual(['amount-out-of-range', 'amount-not-whole', 'no-pass-found', 'claims-over']);
	expect([await balance(actor.uid), await history(actor.uid)]).toEqual([60, []]);
});
