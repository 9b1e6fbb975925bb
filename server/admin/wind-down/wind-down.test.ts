import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CallResult } from '../../../contract/calls.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { asRobuxCents } from '../../../contract/money.ts';
import { openAdminSite, plainWall } from '../../../test/sites/admin-site.ts';
import type { Person } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { postTransfer } from '../../ledger/post-transfer.ts';
import { inTransaction } from '../../lib/db/database.ts';
import { rowsOf } from '../../lib/db/rows.ts';
import { publishOwed, tellWindDown } from './tell-wind-down.ts';

const database = openTestDatabase({ poolSize: 20 });
const { app: db, owner } = database;
const wall = plainWall({ appId: 'app' });
const site = openAdminSite(database, { walls: [wall] });
const reason = 'We close.';
let ada: Person;
let ben: Person;

type State = Exclude<CallResult<'adminGetWindDown'>, { proposal: string }>;
type Answer = Partial<State> & { proposal?: string; state?: string; details?: { reason: string } };
const now = () => site.deps.clock.now();
const inDays = (days: number) => now() + days * DAY_MS;
const ask = async (name: string, data: unknown, who: Person) => (await site.ask(name, data, who)) as Answer;
const set = (endsAt: number | null, who = ada) => ask('adminSetWindDown', { ends_at: endsAt, reason }, who);
const decide = (id: string | undefined, who = ben, decision = 'approve') =>
	ask('adminDecideProposal', { id, decision, reason }, who);
const refused = (why: string) => ({ details: { reason: why } });
const state = async () => (await site.ask('adminGetWindDown', null, ada)) as State;
const inPublic = async () => (await site.call('getWindDown', null)).json().result as CallResult<'getWindDown'>;
const tell = () => tellWindDown({ db, clock: site.deps.clock, publish: () => {} });
const noticesOf = async ({ uid }: Pick<Person, 'uid'>) =>
	(
		await rowsOf<{ kind: string }>(owner)`
			select kind from notices where uid = ${uid} and kind in ('winding-down', 'going-on') order by id
		`
	).map(({ kind }) => kind);
const mailsTo = async (uids: readonly string[]) => {
	const [row] = await rowsOf<{ count: number }>(owner)`
		select count(*)::int as count from graphile_worker._private_jobs
		where payload ->> 'kind' = 'notice' and payload ->> 'uid' = any(${uids}::text[])
	`;
	return row?.count;
};

async function announce(endsAt = inDays(7)): Promise<void> {
	expect(await decide((await set(endsAt)).proposal)).toMatchObject({ state: 'done' });
}

async function withBalance(robux = 3): Promise<Person> {
	const person = await site.signUp();
	const reference = `offer/w/${randomUUID()}/credit`;
	const credit = { uid: person.uid, atMs: now(), amount: asRobuxCents(robux * 100), wall: 'w', reference } as const;
	await inTransaction(db, (tx) => postTransfer(tx, { ...credit, kind: 'credit' }));
	return person;
}

beforeEach(async () => {
	await sql`delete from wind_downs`.execute(owner);
	await sql`delete from owed_days`.execute(owner);
	[ada, ben] = [await site.admin(), await site.admin()];
});

describe('the end of the service', () => {
	test('is announced by nobody alone, and by two people once', async () => {
		const user = await withBalance();
		const endsAt = inDays(7);
		const { proposal } = await set(endsAt);
		expect(proposal).toEqual(expect.any(String));
		expect((await set(endsAt)).proposal).toBe(proposal);
		expect(await decide(proposal, ada)).toMatchObject(refused('not-your-own-proposal'));
		expect([(await state()).wind_down, (await inPublic()).wind_down]).toEqual([null, null]);
		expect(await ask('getOfferwalls', null, user)).toHaveLength(1);

		const answers = await Promise.all([decide(proposal), decide(proposal), decide(proposal)]);
		expect(answers.filter((answer) => answer.state === 'done')).toHaveLength(1);
		expect(await inPublic()).toMatchObject({ wind_down: { ends_at: endsAt, is_over: false } });
		expect(await ask('getOfferwalls', null, user)).toEqual([]);
		expect(await ask('openOffer', { id: 'any' }, user)).toMatchObject(refused('winding-down'));
		expect(await ask('redeemPromoCode', { code: 'ANY' }, user)).toMatchObject(refused('winding-down'));
		expect(await site.read(`/data/users/${user.uid}`, user)).toMatchObject({ ends_at: endsAt });
	});

	test('is asked for by owners alone', async () => {
		await sql`update users set staff_role = 'finance' where uid = ${ada.uid}`.execute(owner);
		expect(await set(inDays(7))).toMatchObject(refused('role-may-not'));
		expect(await state()).toMatchObject({ wind_down: null });
	});

	test.each([4.9, 91])('is not %s days away, also when it is approved', async (days) => {
		expect(await set(inDays(days))).toMatchObject(refused('wind-down-date'));
	});

	test('leaves five days from its approval, however long that took', async () => {
		const { proposal } = await set(inDays(5) + 60_000);
		site.advance(120_000);
		expect(await decide(proposal)).toMatchObject(refused('wind-down-date'));
		expect((await state()).wind_down).toBeNull();
	});

	test('of two that are approved at the same moment is one', async () => {
		const endsAt = inDays(7);
		const asked = [await set(endsAt), await set(endsAt, ben)];
		const answers = await Promise.all([decide(asked[0]?.proposal, ben), decide(asked[1]?.proposal, ada)]);
		expect(answers).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ state: 'done' }),
				expect.objectContaining(refused('wind-down-on')),
			]),
		);
	});

	test('comes no nearer; further away by two, and everybody is told of the new date', async () => {
		const user = await withBalance();
		await announce();
		await tell();
		expect(await set(inDays(6))).toMatchObject(refused('wind-down-on'));
		const later = inDays(20);
		await announce(later);
		await tell();
		expect(await noticesOf(user)).toEqual(['winding-down', 'winding-down']);
		expect((await state()).wind_down?.ends_at).toBe(later);
	});
});

describe('taken back', () => {
	test('by one person until its date: earning opens, and whoever was told is told so once', async () => {
		const [told, poor] = [await withBalance(), await site.signUp()];
		await announce();
		await tell();
		const late = await withBalance();
		const answers = await Promise.all([set(null), set(null, ben)]);
		expect(answers).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ wind_down: null }),
				expect.objectContaining(refused('no-wind-down')),
			]),
		);
		await Promise.all([tell(), tell(), tell()]);
		await tell();
		expect(await noticesOf(told)).toEqual(['winding-down', 'going-on']);
		expect([await noticesOf(poor), await noticesOf(late)]).toEqual([[], []]);
		expect(await ask('getOfferwalls', null, told)).toHaveLength(1);
		expect(await site.read(`/data/users/${told.uid}`, told)).not.toHaveProperty('ends_at');
		expect(await set(null)).toMatchObject(refused('no-wind-down'));
	});

	test('by nobody once its date has come; earning stays closed', async () => {
		const user = await withBalance();
		await announce(inDays(6));
		await sql`
			update wind_downs set announced_at = announced_at - interval '7 days', ends_at = ends_at - interval '7 days'
		`.execute(owner);
		expect(await set(null)).toMatchObject(refused('wind-down-over'));
		expect(await inPublic()).toMatchObject({ wind_down: { is_over: true } });
		expect(await ask('getOfferwalls', null, user)).toEqual([]);
	});
});

describe('whoever has a balance', () => {
	test('is told once, by notice and mail, also when the job dies in the middle and two run beside each other', async () => {
		const uids = await manyWithBalance(1_200);
		const poor = await site.signUp();
		await announce();
		const dying = tellWindDown({
			db,
			clock: site.deps.clock,
			publish() {
				throw new Error('the process dies');
			},
		});
		await expect(dying).rejects.toThrow('dies');
		expect((await state()).wind_down).toMatchObject({ told: 500, told_at: null });
		await Promise.all([tell(), tell()]);
		await tell();
		const told = await rowsOf<{ uid: string }>(owner)`
			select uid from notices where kind = 'winding-down' and uid = any(${uids}::uuid[])
		`;
		expect(told).toHaveLength(uids.length);
		expect(new Set(told.map(({ uid }) => uid)).size).toBe(uids.length);
		expect(await mailsTo(uids)).toBe(uids.length);
		expect(await noticesOf(poor)).toEqual([]);
		expect((await state()).wind_down).toMatchObject({ told_at: expect.any(Number) });
	});

	test('since a postback of a later day is told too', async () => {
		await announce();
		await tell();
		const late = await withBalance();
		await tell();
		expect(await noticesOf(late)).toEqual([]);
		await publishOwed(site.deps);
		await tell();
		expect(await noticesOf(late)).toEqual(['winding-down']);
	});
});

test('what is owed is published once a day while the service ends, and not while it goes on', async () => {
	await publishOwed(site.deps);
	expect((await inPublic()).owed).toEqual([]);
	await withBalance(12);
	await announce();
	await publishOwed(site.deps);
	await publishOwed(site.deps);
	const { owed } = await inPublic();
	expect(owed).toEqual([expect.objectContaining({ day: new Date(now()).toISOString().slice(0, 10) })]);
	expect(owed[0]?.spendable).toBeGreaterThanOrEqual(12);
	expect((await state()).days).toEqual(owed);
	site.advance(DAY_MS);
	await publishOwed(site.deps);
	expect((await inPublic()).owed).toHaveLength(2);
});

/** Rows alone: nobody signs in to them. */
async function manyWithBalance(count: number): Promise<string[]> {
	const uids = Array.from({ length: count }, () => randomUUID());
	await sql`
		insert into auth_user (id, name, email, email_verified, created_at, updated_at)
		select id, 'Person', id || '@test.example', true, now(), now() from unnest(${uids}::uuid[]) as n (id)
	`.execute(owner);
	await sql`insert into users (uid, created_at) select id, now() from unnest(${uids}::uuid[]) as n (id)`.execute(owner);
	await sql`insert into wallets (uid) select id from unnest(${uids}::uuid[]) as n (id)`.execute(owner);
	const atMs = now();
	for (const uid of uids) {
		const credit = { uid, atMs, amount: asRobuxCents(100), wall: 'w', reference: `offer/w/${uid}/credit` } as const;
		await inTransaction(db, (tx) => postTransfer(tx, { ...credit, kind: 'credit' }));
	}
	return uids;
}
