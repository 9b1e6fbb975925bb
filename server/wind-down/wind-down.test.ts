import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { defaultBranding } from '../../contract/branding.ts';
import type { CallResult } from '../../contract/calls.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { openAdminSite, plainWall } from '../../test/sites/admin-site.ts';
import type { Person } from '../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { earn } from '../../test/support/earnings.ts';
import { findWallet, openWallet } from '../ledger/wallet.ts';
import { inTransaction } from '../lib/db/database.ts';
import { cellOf, rowsOf } from '../lib/db/rows.ts';
import { notifyUsersOfEnd } from './notify-users.ts';

const database = openTestDatabase({ poolSize: 20 });
const { app: db, owner } = database;
const wall = plainWall({ appId: 'app' });
const site = openAdminSite(database, { walls: [wall] });
const reason = 'We close.';
let ada: Person;
let ben: Person;

type State = CallResult<'getWindDown'>;
type Answer = Partial<State> & { proposal?: string; state?: string; details?: { reason: string } };
const now = () => site.deps.clock.now();
const inDays = (days: number) => now() + days * DAY_MS;
const call = async (name: string, data: unknown, who: Person) => (await site.callAs(name, data, who)) as Answer;
const set = (endsAt: number | null, who = ada) => call('adminSetWindDown', { ends_at: endsAt, reason }, who);
const decide = (id: string | undefined, who = ben, decision = 'approve') =>
	call('adminDecideProposal', { id, decision, reason }, who);
const refused = (reason: string) => ({ details: { reason } });
const state = async () => (await site.call('getWindDown', null)).json().result as State;
const notify = (publish = (_uid: string) => {}) =>
	notifyUsersOfEnd({ db, clock: site.deps.clock, words: defaultBranding, publish });
const noticesOf = async ({ uid }: Pick<Person, 'uid'>) =>
	(
		await rowsOf<{ text: string }>(owner)`
			select data ->> 'text' as text from notices where uid = ${uid} and kind = 'message' order by id
		`
	).map(({ text }) => text);
const mailsTo = async (uids: readonly string[]) => {
	return cellOf<number>(owner)`
		select count(*)::int as count from graphile_worker._private_jobs
		where payload ->> 'kind' = 'notice' and payload ->> 'uid' = any(${uids}::text[])
	`;
};

async function announce(endsAt = inDays(7)): Promise<void> {
	expect(await decide((await set(endsAt)).proposal)).toMatchObject({ state: 'done' });
	expireCache();
}

function expireCache(): void {
	site.advance(5_000);
}

async function withBalance(): Promise<Person> {
	const person = await site.signUp();
	await earn(db, person.uid, {});
	return person;
}

beforeEach(async () => {
	await sql`delete from wind_downs`.execute(owner);
	expireCache();
	[ada, ben] = [await site.admin(), await site.admin()];
});

describe('winding down', () => {
	test('winding down needs the approval of another admin, is announced once and closes earning', async () => {
		const user = await withBalance();
		const endsAt = inDays(7);
		const { proposal } = await set(endsAt);
		expect(proposal).toEqual(expect.any(String));
		expect((await set(endsAt)).proposal).toBe(proposal);
		expect(await decide(proposal, ada)).toMatchObject(refused('not-your-own-proposal'));
		expect(await state()).toEqual({ ends_at: null });
		expect(await call('getOfferwalls', null, user)).toHaveLength(1);

		const answers = await Promise.all([decide(proposal), decide(proposal), decide(proposal)]);
		expect(answers.filter((answer) => answer.state === 'done')).toHaveLength(1);
		expireCache();
		expect(await state()).toEqual({ ends_at: endsAt });
		expect(await call('getOfferwalls', null, user)).toEqual([]);
	});

	test('winding down is refused at the request and at the approval if fewer than five days remain', async () => {
		expect(await set(inDays(4.9))).toMatchObject(refused('service-end-date'));
		const { proposal } = await set(inDays(5) + 60_000);
		site.advance(120_000);
		expect(await decide(proposal)).toMatchObject(refused('service-end-date'));
		expect(await state()).toEqual({ ends_at: null });
	});

	test('winding down is announced once when two proposals are approved at the same moment', async () => {
		const endsAt = inDays(7);
		const requested = [await set(endsAt), await set(endsAt, ben)];
		const answers = await Promise.all([decide(requested[0]?.proposal, ben), decide(requested[1]?.proposal, ada)]);
		expect(answers).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ state: 'done' }),
				expect.objectContaining(refused('service-end-date')),
			]),
		);
	});

	test('the end date can only move later, and only with approval; users are notified', async () => {
		const user = await withBalance();
		await announce();
		await notify();
		expect(await set(inDays(6))).toMatchObject(refused('service-end-date'));
		const later = inDays(20);
		await announce(later);
		await notify();
		expect(await noticesOf(user)).toHaveLength(2);
		expect(await state()).toEqual({ ends_at: later });
	});

	test('winding down can be cancelled once by a single admin before its date, which reopens earning', async () => {
		const user = await withBalance();
		await announce();
		const answers = await Promise.all([set(null), set(null, ben)]);
		expireCache();
		expect(answers).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ ends_at: null }),
				expect.objectContaining(refused('service-end-date')),
			]),
		);
		await notify();
		expect(await noticesOf(user)).toEqual([]);
		expect(await call('getOfferwalls', null, user)).toHaveLength(1);
	});

	test('winding down cannot be cancelled after its date, and earning stays closed', async () => {
		const user = await withBalance();
		await announce(inDays(6));
		await sql`
			update wind_downs set announced_at = announced_at - interval '7 days', ends_at = ends_at - interval '7 days'
		`.execute(owner);
		expect(await set(null)).toMatchObject(refused('service-end-date'));
		expect((await state()).ends_at).toBeLessThan(now());
		expect(await call('getOfferwalls', null, user)).toEqual([]);
		await notify();
		expect(await noticesOf(user)).toEqual([]);
	});
});

describe('a user with a balance', () => {
	test('a user with a balance gets one notice and one email, even if the job crashes and two jobs run concurrently', async () => {
		const uids = await manyWithBalance(1_200);
		const poor = await site.signUp();
		await announce();
		const dying = notify(() => {
			throw new Error('the process dies');
		});
		await expect(dying).rejects.toThrow('dies');
		await Promise.all([notify(), notify()]);
		await notify();
		const notified = await rowsOf<{ uid: string }>(owner)`
			select uid from notices where kind = 'message' and uid = any(${uids}::uuid[])
		`;
		expect(notified).toHaveLength(uids.length);
		expect(new Set(notified.map(({ uid }) => uid)).size).toBe(uids.length);
		expect(await mailsTo(uids)).toBe(uids.length);
		expect(await noticesOf(poor)).toEqual([]);
	});

	test('a user with a balance is notified even if the first credit arrives after the announcement', async () => {
		const late = await site.signUp();
		await inTransaction(db, (tx) => openWallet(tx, late.uid));
		await announce();
		await notify();
		const fields = { subId: late.uid, transId: randomUUID(), reward: '100' };
		const signature = createHash('md5')
			.update(`${Object.values(fields).join('')}test-secret`)
			.digest('hex');
		const query = new URLSearchParams({ ...fields, payout: '0.5', status: '1', signature });
		expect((await site.get(`/postback/w?${query}`)).statusCode).toBe(200);
		expect(await findWallet(db, late.uid)).toMatchObject({ balance: expect.toSatisfy((cents: number) => cents > 0) });
		await notify();
		expect(await noticesOf(late)).toHaveLength(1);
	});

	test('a user with a balance gets the notice in their language, or else in English', async () => {
		const [german, other] = [await withBalance(), await withBalance()];
		await sql`update users set language = 'de' where uid = ${german.uid}`.execute(owner);
		await announce();
		await notify();
		expect(await noticesOf(german)).toEqual([
			expect.stringMatching(/^Lootpass wird eingestellt\. Hebe dein Guthaben bis .* UTC ab/),
		]);
		expect(await noticesOf(other)).toEqual([
			expect.stringMatching(/^Lootpass is shutting down\. Withdraw .* UTC; anything left after that expires/),
		]);
	});
});

async function manyWithBalance(count: number): Promise<string[]> {
	const uids = Array.from({ length: count }, () => randomUUID());
	await sql`
		insert into auth_user (id, name, email, email_verified, created_at, updated_at)
		select id, 'Person', id || '@test.example', true, now(), now() from unnest(${uids}::uuid[]) as n (id)
	`.execute(owner);
	await sql`insert into users (uid, created_at) select id, now() from unnest(${uids}::uuid[]) as n (id)`.execute(owner);
	for (const uid of uids) await earn(db, uid, {});
	return uids;
}
