import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { HOUR_MS } from '../../contract/durations.ts';
import { asRobuxCents } from '../../contract/money.ts';
import { type AdminSite, openAdmin, openAdminSite, type Person } from '../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { changeApprovalLimit } from '../accounts/allowance.ts';
import { checkBooks } from '../books/check-books.ts';
import { findWallet } from '../ledger/wallet.ts';
import { getOfferHistory } from '../offerwalls/history/get-offer-history.ts';
import { listOfferChanges } from '../offerwalls/history/list-offer-changes.ts';

const database = openTestDatabase({ poolSize: 20 });
const { app: db, owner } = database;
const published: string[] = [];
const site: AdminSite = openAdminSite(database, {
	replace: ({ live }) => ({ live: { ...live, publish: (uid) => void published.push(uid) } }),
});
const admin = openAdmin(site);
let people: Person[] = [];
beforeAll(async () => {
	// Raises the approval limit above the possible cost of these codes.
	await changeApprovalLimit({ owner, clock: { now: Date.now } }, asRobuxCents(1e11));
	people = await Promise.all(Array.from({ length: 21 }, () => site.signUp()));
});

const close = (code: string) => site.callAs('adminClosePromoCode', { code, reason: 'Over.' }, admin);
const redeem = (code: string, who: Person) => site.callAs('redeemPromoCode', { code }, who);
const balanceOf = async ({ uid }: Person) => (await findWallet(db, uid))?.balance ?? 0;
const one = (index: number) => people[index] as Person;
const refused = (status: string, reason: string) => ({ status, details: { reason } });

async function create(facts: object = {}): Promise<string> {
	const code = `C-${randomUUID().slice(0, 13).toUpperCase()}`;
	const request = { code, amount: 12.5, usesMax: 1_000, reason: 'For the opening.', ...facts };
	expect(await site.callAs('adminCreatePromoCode', request, admin)).toMatchObject({ code, uses: 0 });
	return code;
}

test('a promo code adds its amount once and appears in the history and in live changes', async () => {
	const code = await create();
	const who = await site.signUp();
	const walls = { db, walls: [], clock: { now: Date.now } };
	const { position } = await listOfferChanges(walls, who.uid, undefined);
	expect(await redeem(` ${code.toLowerCase()} `, who)).toEqual({ amount: 12.5, robux: 12.5 });
	expect(published).toContain(who.uid);
	const line = { kind: 'promotion', amount: 12.5, name: code, earning_source: null };
	const { items } = await getOfferHistory(walls, who.uid, { limit: 25, cursor: undefined });
	expect(items).toMatchObject([line]);
	expect((await listOfferChanges(walls, who.uid, position)).items).toMatchObject([line]);
	expect(await redeem(code, who)).toMatchObject(refused('ALREADY_EXISTS', 'own-limit'));
	expect(await balanceOf(who)).toBe(1_250);
	expect(await findWallet(db, who.uid)).toMatchObject({ earned: 0 });
});

test('a promo code with a single use is redeemed once by twenty concurrent users', async () => {
	const code = await create({ usesMax: 1 });
	const answers = await Promise.all(people.slice(0, 20).map((who) => redeem(code, who)));
	expect(answers.filter((answer) => 'amount' in (answer as object))).toHaveLength(1);
	const others = answers.filter((answer) => !('amount' in (answer as object)));
	for (const answer of others) expect(answer).toMatchObject(refused('FAILED_PRECONDITION', 'used-up'));
	const { rows } = await sql`select from transfers where reference = ${`promotion/${code}/1`}`.execute(owner);
	expect(rows).toHaveLength(1);
});

test('a promo code limited to two uses per user is redeemed twice in ten concurrent requests', async () => {
	const code = await create({ perUser: 2 });
	const before = await balanceOf(one(20));
	const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(code, one(20))));
	expect(answers.filter((answer) => 'amount' in (answer as object))).toHaveLength(2);
	expect(await balanceOf(one(20))).toBe(before + 2_500);
});

test('a promo code is refused with a reason when unknown, not started, ended or closed', async () => {
	const now = Date.now();
	const later = await create({ startsAt: now + HOUR_MS });
	const soonOver = await create({ endsAt: now + HOUR_MS });
	const closed = await create();
	expect(await close(closed)).toMatchObject({ state: 'closed', changed: true });
	await sql`update promo_codes set ends_at = now() - interval '1 second', starts_at = now() - interval '1 hour'
			where code = ${soonOver}`.execute(owner);
	expect(await redeem('NOBODY-KNOWS', one(0))).toMatchObject(refused('NOT_FOUND', 'unknown-code'));
	expect(await redeem('é', one(0))).toMatchObject(refused('NOT_FOUND', 'unknown-code'));
	expect(await redeem(later, one(0))).toMatchObject(refused('FAILED_PRECONDITION', 'not-started'));
	expect(await redeem(soonOver, one(0))).toMatchObject(refused('FAILED_PRECONDITION', 'ended'));
	expect(await redeem(closed, one(0))).toMatchObject(refused('FAILED_PRECONDITION', 'ended'));
});

test('a promo code repays a negative balance first', async () => {
	const code = await create({ amount: 5 });
	const who = await site.signUp();
	await redeem(await create({ amount: 1 }), who);
	await sql`update wallets set balance = balance - 300 where uid = ${who.uid}`.execute(owner);
	expect(await redeem(code, who)).toEqual({ amount: 5, robux: 3 });
	await sql`update wallets set balance = balance + 300 where uid = ${who.uid}`.execute(owner);
	// This debt was never booked, so its total is corrected too.
	await sql`insert into wallet_totals (part, balance, pending, below_zero) values (${who.uid}, 0, 0, 200)`.execute(
		owner,
	);
});

test('an admin creates a code once, sees its redemptions with their networks, and is audited', async () => {
	const code = await create({ amount: 3, usesMax: 5, perUser: 2 });
	const again = { code, amount: 1, usesMax: 1, reason: 'Again.' };
	expect(await site.callAs('adminCreatePromoCode', again, admin)).toMatchObject({ status: 'ALREADY_EXISTS' });
	for (const who of [one(0), one(1), one(0)]) await redeem(code, who);
	const redemptions = (page: object) => site.callAs('adminGetPromoRedemptions', { code, ...page }, admin);
	const first = (await redemptions({ limit: 2 })) as { items: { uid: string }[]; nextCursor: string };
	expect(first.items).toMatchObject([
		{ uid: one(0).uid, amount: 3, network: '127.0.0.1', othersOnNetwork: 1, banned: false },
		{ uid: one(1).uid, othersOnNetwork: 1 },
	]);
	const { nextCursor } = first;
	expect(await redemptions({ limit: 2, cursor: nextCursor })).toMatchObject({
		items: [{ uid: one(0).uid }],
		nextCursor: null,
	});
	expect(await redemptions({ uid: one(1).uid })).toMatchObject({ items: [{ uid: one(1).uid }] });
	await close(code);
	expect(await close(code)).toMatchObject({ changed: false });
	const { rows } = await sql`
		select action, details->>'reason' as reason from audit_entries where details->>'code' = ${code} order by id
	`.execute(owner);
	expect(rows).toEqual([
		{ action: 'create-promo-code', reason: 'For the opening.' },
		{ action: 'close-promo-code', reason: 'Over.' },
	]);
});

test('an admin reads all codes in pages, newest first', async () => {
	const made = [await create(), await create(), await create()];
	const page = (await site.callAs('adminGetPromoCodes', { limit: 2 }, admin)) as {
		items: { code: string; state: string }[];
		nextCursor: string;
	};
	const rest = await site.callAs('adminGetPromoCodes', { limit: 100, cursor: page.nextCursor }, admin);
	const { items } = rest as { items: { code: string }[] };
	const all = [...page.items, ...items].map(({ code }) => code);
	expect(all.slice(0, 3).toSorted()).toEqual(made.toSorted());
	expect(new Set(all).size).toBe(all.length);
	expect(page.items[0]).toMatchObject({ state: 'open', amount: 12.5, uses: 0, usesMax: 1_000, perUser: 1 });
});

test.each([
	{ code: 'A B C' },
	{ code: 'x' },
	{ amount: 0 },
	{ amount: -5 },
	{ amount: 0.001 },
	{ amount: 10_001 },
	{ usesMax: 0 },
	{ perUser: 0 },
	{ reason: '' },
	{ startsAt: 2_000, endsAt: 1_000 },
	{ endsAt: 1_000 },
])('an admin cannot create a code with %j', async (facts) => {
	const request = { code: 'GOOD-CODE', amount: 1, usesMax: 1, reason: 'Why not.', ...facts };
	expect(await site.callAs('adminCreatePromoCode', request, admin)).toMatchObject({ status: 'INVALID_ARGUMENT' });
});

describe('the check of the books', () => {
	async function broken(break_: ReturnType<typeof sql>, mend: ReturnType<typeof sql>): Promise<string[]> {
		await break_.execute(owner);
		const problems = await checkBooks(db);
		await mend.execute(owner);
		return problems.map(({ rule }) => rule);
	}
	const booked = 'each promo code redemption is booked once, with the amount of the code';

	test('finds a missing transfer, a mismatched redemption or amount, and a wrong use count', async () => {
		const code = await create({ amount: 7 });
		const who = one(2);
		await redeem(code, who);
		const reference = `promotion/${code}/1`;
		expect(
			await broken(
				sql`update transfers set reference = reference || 'x' where reference = ${reference}`,
				sql`update transfers set reference = ${reference} where reference = ${`${reference}x`}`,
			),
		).toEqual([booked]);
		for (const [rule, spoil, mend] of [
			[booked, sql`promo_redemptions set use = 2`, sql`promo_redemptions set use = 1`],
			[booked, sql`promo_codes set amount = 800`, sql`promo_codes set amount = 700`],
			["each promo code's count equals its redemptions", sql`promo_codes set uses = 2`, sql`promo_codes set uses = 1`],
		] as const) {
			const update = (change: typeof spoil) => sql`update ${change} where code = ${code}`;
			expect(await broken(update(spoil), update(mend))).toEqual([rule]);
		}
		expect(await checkBooks(db)).toEqual([]);
	});
});

describe('with limits', () => {
	const limited = openAdminSite(database, { env: { RATE_LIMITS: 'on' } });

	test('a user cannot try more than ten codes in a row', async () => {
		const who = await limited.signUp();
		const answers = [];
		for (let n = 0; n < 11; n += 1) answers.push(await limited.callAs('redeemPromoCode', { code: `GUESS-${n}` }, who));
		expect(answers[9]).toMatchObject({ status: 'NOT_FOUND' });
		expect(answers[10]).toMatchObject({ status: 'RESOURCE_EXHAUSTED', details: { retryAfter: expect.any(Number) } });
	});
});
