import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { DAY_MS, MINUTE_MS } from '../../contract/durations.ts';
import { type Credit, openBookings } from '../../test/support/bookings.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { addAdmins, adminContext, approving, testMemory } from '../../test/support/stubs.ts';
import { ensureUserRecord } from '../accounts/user-record/ensure-user-record.ts';
import { checkBooks } from '../books/check-books.ts';
import { findWallet } from '../ledger/wallet.ts';
import { cellsOf, inTransaction, rowsOf } from '../lib/db/database.ts';
import { adminGetBountyEffect, adminSetBountyTerms, scaled } from './bounty-terms.ts';
import { adminSavePartnerCode } from './partner-codes.ts';
import { payBounties } from './pay-bounties.ts';
import { adminSwitchSource, getInvite, noteSource } from './sources.ts';
import { insertTerms } from './store-bounties.ts';

const { app: db, owner } = openTestDatabase();
let nowMs = Date.now();
const clock = { now: () => nowMs };
const { book, credit, pay, ban, remove } = openBookings({ db, owner, clock });
const networkTable = { findAsNumber: () => undefined };
const deps = { db, clock, memory: testMemory, networkTable, hostingNetworks: new Set<number>(), publish() {} };
const terms = {
	...{ first: 2_000, second: 5_000, paid: 10_000, boost_percent: 10, boost_max: 500, month_max: 50_000, hold_days: 3 },
	...{ countries: null, margin_floor: 0 },
};

beforeAll(async () => {
	await addAdmins(db, admin);
	await inTransaction(db, (tx) => insertTerms(tx, terms, new Date()));
});
beforeEach(() => pass(1));

async function pass(days: number) {
	nowMs += days * DAY_MS;
	await payBounties(deps);
}

async function settle() {
	nowMs += MINUTE_MS;
	await payBounties(deps);
	await pass(61);
}

const admin = adminContext();
const partnerCodeOf = (uid: string) => `partner-${uid.slice(0, 8)}`;
const partnerTerms = { name: 'Ada Plays', landing: 'Hello.', terms: 'No promises.', bounties: null };

const inviteOf = (uid: string) => getInvite({ db, publicUrl: 'https://x' }, undefined, { actor: { uid } });

async function codeOf(inviter: string, isPartner: boolean): Promise<string> {
	if (!isPartner) return (await inviteOf(inviter)).code;
	const code = partnerCodeOf(inviter);
	const saved = { ...partnerTerms, code, uid: inviter, reason: 'x' };
	await adminSavePartnerCode({ ...deps, payoutCostOfThousand: 5 }, saved, admin);
	return code;
}

const switchPartner = (inviter: string, enabled: boolean) =>
	adminSwitchSource(deps, { kind: 'partner', source: partnerCodeOf(inviter), enabled, reason: 'x' }, admin);

async function newUser(inviter?: string, isPartner = false): Promise<string> {
	const uid = randomUUID();
	nowMs += 1;
	await ensureUserRecord(deps, uid);
	if (inviter) {
		const code = await codeOf(inviter, isPartner);
		expect(await noteSource(deps, { code }, { actor: { uid } })).toEqual({ noted: true });
	}
	return uid;
}

const balanceOf = async (uid: string) => (await findWallet(db, uid))?.balance;
const bountiesOf = (uid: string) =>
	cellsOf<string>(owner)`
		select kind || ' ' || amount || ' ' || state || coalesce(' ' || why, '') as line from bounties
		where uid = ${uid} order by kind, cause
	`;

async function paidUser(inviter: string): Promise<string> {
	const uid = await newUser(inviter);
	await credit(uid, terms.paid);
	await pay(uid, terms.paid);
	return uid;
}

describe('bounties', () => {
	test('are held for both users and released later', async () => {
		const inviter = await newUser();
		const uid = await paidUser(inviter);
		nowMs += MINUTE_MS;
		await payBounties(deps);
		expect(await bountiesOf(inviter)).toEqual(['first 2000 held', 'second 5000 held']);
		expect(await findWallet(db, uid)).toMatchObject({ balance: 0, pending: 500 });
		await pass(4);
		await payBounties(deps);
		expect([await balanceOf(inviter), await balanceOf(uid)]).toEqual([2_000, 500]);
		await pass(60);
		expect(await inviteOf(inviter)).toMatchObject({
			...{ url: expect.stringMatching(/^https:\/\/x\/\?via=[0-9a-f]{12}$/), earned: 70, pending: 0 },
			invited: { joined: 1, first_paid: 1, second_paid: 1 },
			terms: { first: 20, second: 50, paid: 100, days: 60 },
		});
	});

	test.each(['cancelled', 'reversed', 'reversed late'])('follow a reversed credit: %s', async (which) => {
		const [state, lateMs] = [which.split(' ', 1)[0], which.endsWith('late') ? 9 * MINUTE_MS : 0];
		const [inviter, stem] = [await newUser(), `offer/w/${randomUUID()}`];
		const uid = await newUser(inviter);
		await book(uid, 'credit', terms.paid, `${stem}/credit`);
		await pay(uid, terms.paid);
		await (state === 'reversed' ? settle() : pass(1));
		await pass(1);
		nowMs -= lateMs;
		await book(uid, 'reversal', 100, `${stem}/reversal`);
		nowMs += lateMs;
		await settle();
		expect(await bountiesOf(inviter)).toEqual([`first 2000 ${state} cause-gone`, `second 5000 ${state} cause-gone`]);
		expect(await balanceOf(inviter)).toBe(0);
	});

	test('need a payment, an account younger than the invitation and a country and month of the terms', async () => {
		const inviter = await newUser();
		const old = await newUser();
		await credit(await newUser(inviter), 5_000);
		await pass(1);
		const { code } = await inviteOf(inviter);
		expect(await noteSource(deps, { code }, { actor: { uid: old } })).toEqual({ noted: false });
		for (const change of [{ countries: ['DE'] }, { month_max: 2_000 }, {}]) {
			await inTransaction(db, (tx) => insertTerms(tx, { ...terms, ...change }, new Date()));
			if (Object.keys(change).length > 0) await paidUser(inviter);
		}
		await settle();
		expect((await bountiesOf(inviter)).toSorted()).toEqual([
			...['first 2000 refused country', 'first 2000 released'],
			...['second 5000 refused country', 'second 5000 refused month-max'],
		]);
	});

	test.each(['itself', 'its inviter'])('pay nothing to an account that invites %s', async (who) => {
		const uid = await newUser();
		const other = who === 'itself' ? uid : await newUser(uid);
		const { code } = await inviteOf(other);
		expect(await noteSource(deps, { code }, { actor: { uid } })).toEqual({ noted: true });
		await credit(uid, terms.paid);
		await pay(uid, terms.paid);
		await settle();
		expect([await bountiesOf(uid), await bountiesOf(other)]).toEqual([[], []]);
	});

	test('take two admins and a margin above the floor', async () => {
		await sql`update withdrawals set updated_at = ${new Date(nowMs)}`.execute(owner);
		await book(await newUser(), 'credit', 10_000, `offer/w/${randomUUID()}/credit`, 1_000_000);
		const costly = { db, clock, payoutCostOfThousand: 5 };
		const set = (change: object, who = admin) =>
			adminSetBountyTerms(costly, { terms: { ...scaled(terms, 0.01), ...change }, reason: 'x' }, who);
		await expect(set({})).rejects.toMatchObject({ code: 'permission-denied' });
		const dear = set({ first: 10_000, margin_floor: 100 }, approving(admin));
		await expect(dear).rejects.toMatchObject({ code: 'failed-precondition' });
		expect(await set({ first: 30 }, approving(admin))).toMatchObject({ first: 30 });
		const { terms: now, periods, margin } = await adminGetBountyEffect(costly, { terms: null });
		expect([now?.first, periods[1]?.first_paid, margin]).toEqual([30, expect.any(Number), expect.any(Number)]);
		expect(await set({ first: 0, second: 0, boost_percent: 0 })).toMatchObject({ first: 0 });
		await inTransaction(db, (tx) => insertTerms(tx, terms, new Date()));
	});

	test('wait while the inviter is suspected, and end with the account', async () => {
		const inviter = await newUser();
		await paidUser(inviter);
		await ban(inviter);
		await settle();
		expect(await bountiesOf(inviter)).toEqual(['first 2000 held screening', 'second 5000 held screening']);
		await ban(inviter, false);
		await remove(inviter);
		expect(await bountiesOf(inviter)).toEqual(['first 2000 cancelled deleted', 'second 5000 cancelled deleted']);
	});
});

const share = [
	sql`insert into auth_user (id, name, email, email_verified)
		select uid, 'x', mark || '+' || n || '@gmail.com', n = 1 from members`,
	sql`insert into account_browsers (uid, browser, first_at, last_at) select uid, rpad(mark, 43, 'x'), now(), now() from members`,
	sql`insert into sign_in_places (uid, address, device, first_at, last_at) select uid, mark, uid, now(), now() from members`,
	sql`update withdrawals w set platform_user_id = hashtext(mark) from members m where w.uid = m.uid`,
];

async function link(uids: string[], kind: number): Promise<void> {
	const members = sql`select uid, n, ${randomUUID().slice(0, 8)}::text as mark from unnest(${uids}::uuid[]) with ordinality i (uid, n)`;
	await sql`with members as (${members}) ${share[kind % share.length]}`.execute(owner);
}

test('ten farms of ten accounts earn nothing', async () => {
	const all: string[] = [];
	for (let farm = 0; farm < 10; farm += 1) {
		const uids = [await newUser()];
		// Farms invite in a star or in a chain. The last two share something only with the next account.
		while (uids.length < 10) uids.push(await paidUser(uids.at(farm % 2 ? 0 : -1) as string));
		if (farm < 8) await link(farm === 3 ? uids.slice(1) : uids, farm);
		else for (let n = 0; n < 9; n += 1) await link(uids.slice(n, n + 2), 1 + (n % 2));
		all.push(...uids);
	}
	await settle();
	expect(await rowsOf(owner)`select from bounties where state <> 'refused' and uid = any(${all}::uuid[])`).toEqual([]);
	const honest = await newUser();
	await paidUser(honest);
	await settle();
	expect(await balanceOf(honest)).toBe(7_000);
});

type Account = { uid: string; inviter: Account | undefined; credits: Credit[]; payments: number[]; is: string } & {
	isPartners: boolean;
	/** Bounties of its code that were released when it was switched off. */
	whenOff: string[] | undefined;
};

const earning = ['credit', 'pay', 'credit', 'pay', 'run', 'wait'];
const words = [
	...[...Array(5).fill(earning).flat(), 'invite', 'invite', 'reverse', 'ban', 'unban', 'delete'],
	...['partner', 'partner', 'off', 'off', 'on'],
];
const ends = fc.array(fc.constantFrom('reverse', 'reverse', 'ban', 'delete'), { minLength: 3, maxLength: 3 });
const order = fc.tuple(fc.constantFrom(...words), fc.constantFrom(0, 1, 1, 1, 2, 3), fc.nat(12_000));
const orders = fc.array(order, { minLength: 20, maxLength: 40, size: 'max' });
const newAccount = async (inviter?: Account, isPartners = false): Promise<Account> => ({
	...{ uid: await newUser(inviter?.uid, isPartners), inviter, credits: [], payments: [], is: 'unban' },
	...{ isPartners, whenOff: undefined },
});

const releasedOf = ({ uid }: Account) =>
	cellsOf<string>(owner)`
		select reference from bounties where state in ('released', 'reversed') and invited in (
			select uid from account_sources where source = ${partnerCodeOf(uid)}
		)
	`;

async function play(account: Account, word: string, size: number, all: Account[]): Promise<void> {
	const { uid, credits, is } = account;
	const free = Math.min(size, (await balanceOf(uid)) ?? 0);
	for (const { amount, stem } of word === 'reverse' ? credits.splice(0, size % 2 ? 1 : credits.length) : []) {
		await book(uid, is === 'delete' ? 'loss' : 'reversal', amount, `${stem}/reversal`);
	}
	if (is === 'delete') return;
	if (word === 'credit') credits.push(await credit(uid, size + 1));
	if (word === 'pay' && is === 'unban' && free > 0) {
		account.payments.push(free);
		await pay(uid, free);
	}
	if (word === 'invite' || word === 'partner') all.push(await newAccount(account, word === 'partner'));
	if (word === 'off' || word === 'on') {
		await switchPartner(uid, word === 'on');
		account.whenOff = word === 'off' ? (account.whenOff ?? (await releasedOf(account))) : undefined;
	}
	if (word === 'ban' || word === 'unban') await ban(uid, word === 'ban');
	if (word === 'delete') await remove(uid);
	if (['ban', 'unban', 'delete'].includes(word)) account.is = word;
}

test('random orders of invitations, switches, payments, reversals, bans and deletions give only what was caused, once', async () => {
	let released = 0;
	const property = fc.asyncProperty(orders, ends, async (played, last) => {
		const first = await newAccount();
		const all = [first, await newAccount(first)];
		for (const [word, index, size] of played) {
			nowMs += MINUTE_MS;
			if (word === 'run') await payBounties(deps);
			else if (word === 'wait') await pass(size % 40);
			else await play(all[index % all.length] as Account, word, size, all);
			for (const one of all)
				if (one.whenOff) expect(one.whenOff).toEqual(expect.arrayContaining(await releasedOf(one)));
		}
		await settle();
		for (const [n, word] of last.entries()) await play(all[n + 1] ?? first, word, 2, all);
		await settle();
		expect(await checkBooks(owner)).toEqual([]);
		for (const { uid, inviter, credits, payments, is } of all) {
			const rows = await rowsOf<{ kind: string; state: string }>(owner)`
				select kind, state from bounties where invited = ${uid} and state <> 'refused'
			`;
			const statesOf = (kind: string) => rows.filter((row) => row.kind === kind).map(({ state }) => state);
			const [net, paid] = [sum(credits.map(({ amount }) => amount)), sum(payments)];
			expect(statesOf('first').length).toBeLessThanOrEqual(inviter && paid > 0 ? 1 : 0);
			expect(statesOf('second').length).toBeLessThanOrEqual(paid < terms.paid ? 0 : 1);
			const isGone = is === 'ban' || net < (payments[0] ?? 1);
			if (isGone && inviter?.is !== 'delete') expect(statesOf('first')).not.toContain('released');
			released += rows.filter(({ state }) => state === 'released').length;
		}
	});
	await fc.assert(property, { numRuns: 15 });
	expect(released).toBeGreaterThan(0);
});

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
