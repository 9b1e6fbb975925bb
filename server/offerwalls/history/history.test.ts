import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { HOUR_MS } from '../../../contract/durations.ts';
import { asRobuxCents, asUsdMicros } from '../../../contract/money.ts';
import { offerHistoryCalls } from '../../../contract/offerwalls/history.ts';
import { signed, useWalls } from '../../../test/partners/play.ts';
import { readPages } from '../../../test/sites/json-client.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { silentLog } from '../../../test/support/stubs.ts';
import { postTransfer } from '../../ledger/post-transfer.ts';
import type { TransferKind } from '../../ledger/transfer.ts';
import { encodeCursor } from '../../lib/db/cursor.ts';
import { inTransaction, type Tx } from '../../lib/db/database.ts';
import { releaseHeldCredits } from '../booking/release-held-credits.ts';
import { insertCreditedGoals } from '../catalogue/store-steps.ts';
import { getOfferHistory, getPendingRewards, getReward } from './get-offer-history.ts';
import { listOfferChanges } from './list-offer-changes.ts';

const database = openTestDatabase();
const { app } = database;
let now = Date.UTC(2026, 10, 21);
const clock = { now: () => now };
const holding = useWalls(database, { clock, more: { holdHours: 48 } });
const play = useWalls(database, { clock });

const complete = (uid: string, reward: number, at = play) =>
	at.send(signed('wannads', uid, randomUUID(), { reward: String(reward) }));
const pageOf = (uid: string, limit: number, cursor?: string) =>
	getOfferHistory({ db: app, walls: play.walls }, uid, { limit, cursor });

async function book(uid: string, kind: TransferKind, reference: string, amount: number): Promise<void> {
	const memo = { payoutMicros: asUsdMicros(0), offerId: 'game' };
	const ofOffer = { wall: kind === 'credit-release' ? undefined : 'w', memo };
	const booking = { kind, uid, amount: asRobuxCents(amount), reference, atMs: now };
	await inTransaction(app, (tx) => postTransfer(tx, { ...booking, ...(reference.startsWith('offer/') && ofOffer) }));
}

describe('the history', () => {
	async function readAll(uid: string, limit: number, between: () => Promise<unknown> = async () => {}) {
		const items = await readPages(async (cursor) => {
			if (cursor) await between();
			return pageOf(uid, limit, cursor);
		});
		return items.map(({ amount }) => amount);
	}

	// spec: 7.get-offer-history
	test('pages have no gaps or duplicates, even while new lines arrive', async () => {
		const uid = await play.user();
		for (let reward = 1; reward <= 7; reward += 1) await complete(uid, reward);
		expect(await readAll(uid, 3)).toEqual([7, 6, 5, 4, 3, 2, 1]);
		let next = 8;
		expect(await readAll(uid, 2, () => complete(uid, next++))).toEqual([7, 6, 5, 4, 3, 2, 1]);
		expect((await pageOf(uid, 1)).items).toMatchObject([{ amount: next - 1 }]);
	});

	// spec: 3.page
	test('the last page has no next cursor, even if it is exactly full', async () => {
		const uid = await play.user();
		expect(await pageOf(uid, 2)).toEqual({ items: [], nextCursor: null });
		await complete(uid, 1);
		await complete(uid, 2);
		expect((await pageOf(uid, 2)).nextCursor).toBeNull();
		expect((await pageOf(uid, 1)).nextCursor).not.toBeNull();
	});

	test("a cursor made for another user shows only the user's own lines", async () => {
		const [uid, other] = [await play.user(), await play.user()];
		for (const reward of [1, 2, 3]) await complete(other, reward);
		await complete(uid, 4);
		await complete(other, 5);
		const { nextCursor } = await pageOf(other, 1);
		expect((await pageOf(uid, 5, nextCursor ?? '')).items).toMatchObject([{ amount: 4 }]);
	});

	test.each([
		...['nonsense', 'MQ==', ''],
		...['0', '1.5', '1 or 1=1', '9'.repeat(17)].map(encodeCursor),
		...[`1 ${'-'.repeat(36)}`, `${'9'.repeat(16)} ${randomUUID()}`].map(encodeCursor),
	])('a request is refused with the cursor %j', async (cursor) => {
		await expect(pageOf(randomUUID(), 5, cursor)).rejects.toMatchObject({ code: 'invalid-argument' });
	});

	test.each<[unknown, number | undefined]>([
		[null, 25],
		[{}, 25],
		[{ limit: 1 }, 1],
		[{ limit: 100, cursor: null }, 100],
		// Firebase Functions clients send null for `undefined`.
		[{ limit: null, cursor: null }, 25],
		...[0, 101, -1, 1.5, '5'].map((limit): [unknown, undefined] => [{ limit }, undefined]),
		[{ cursor: 5 }, undefined],
	])('a request %j has a limit of %s lines; undefined means rejected', (payload, limit) => {
		expect(offerHistoryCalls.getOfferHistory.input.safeParse(payload).data?.limit).toBe(limit);
	});
});

describe('the pending rewards', () => {
	const pendingOf = (uid: string) => getPendingRewards({ db: app, walls: play.walls }, undefined, { actor: { uid } });
	const nothing = { total: 0, items: [], count: 0, debt: null };

	test('lists held rewards by release time, however many rewards came later', async () => {
		const uid = await play.user();
		expect(await pendingOf(uid)).toEqual(nothing);
		await play.send(signed('adgate', uid, randomUUID(), { state: 'pending', points: '5' }));
		await holding.send(signed('wannads', uid, randomUUID()));
		now += HOUR_MS;
		await complete(uid, 7, holding);
		for (let n = 0; n < 30; n += 1) await complete(uid, 1);
		const pending = await pendingOf(uid);
		expect(pending).toMatchObject({ total: 112, count: 3, debt: null });
		expect(pending.items).toMatchObject([
			{ kind: 'pending', amount: 100, name: 'Level 30', pending_until: now + 47 * HOUR_MS },
			{ kind: 'pending', amount: 7, pending_until: now + 48 * HOUR_MS },
			{ kind: 'pending', amount: 5, pending_until: null, earning_source: 'The adgate wall' },
		]);
		const history = await play.historyOf(uid);
		for (const item of pending.items) expect(history).toContainEqual(item);

		now += 47 * HOUR_MS;
		await releaseHeldCredits({ db: app, clock, log: silentLog, publish() {} });
		expect(await pendingOf(uid)).toMatchObject({ total: 12, count: 2 });
	});

	test('a negative balance lists the reversals that caused it, until new rewards cover them', async () => {
		const uid = await play.user();
		const [early, late, id] = [randomUUID(), randomUUID(), randomUUID()];
		await play.send(signed('ayet', uid, early));
		await play.send(signed('ayet', uid, late, { currency_amount: '40' }));
		await book(uid, 'adjustment-down', `adjustment/${id}`, 14_000);
		await sql`
			insert into adjustments values (${uid}, ${id}, -14000, 'Taken.', 'booked', ${uid}, now(), now(), ${uid}, now())
		`.execute(app);
		async function takeBack(transaction: string, amount: string, chargeback_reason: string) {
			const reversal = {
				transaction_id: `r-${transaction}`,
				is_chargeback: '1',
				payout_usd: '-0.5',
				chargeback_reason,
			};
			await play.send(signed('ayet', uid, transaction, { ...reversal, currency_amount: `-${amount}` }));
		}
		await takeBack(early, '100', 'Duplicate install');
		await takeBack(late, '40', 'Fraud');
		const debt = async () => {
			const { amount, reversals = [] } = (await pendingOf(uid)).debt ?? {};
			return [amount, ...reversals.map(({ name, amount }) => `${name?.match(/\((.*)\)/)?.[1]} ${amount}`)];
		};
		expect(await debt()).toEqual([140, 'Fraud -40', 'Duplicate install -100']);
		await complete(uid, 110);
		expect(await debt()).toEqual([30, 'Fraud -40']);
		await complete(uid, 30);
		expect(await pendingOf(uid)).toEqual(nothing);
	});
});

describe('a reward', () => {
	const findStep = ({ wall, key, goal }: Record<string, string>) =>
		goal === 'level-10' ? { id: goal, title: 'Reach level 10', offer_id: `${wall} ${key}` } : undefined;
	const read = (uid: string, id: string) => getReward({ db: app, catalogue: { findStep } }, { id }, { actor: { uid } });
	const newest = async (uid: string) => (await pageOf(uid, 1)).items[0]?.id ?? '';

	async function bookAll(uid: string, ...facts: [kind: TransferKind, reference: string][]): Promise<void> {
		for (const [kind, reference] of facts) {
			now += 1_000;
			await book(uid, kind, `offer/w/${reference}`, 100);
		}
	}

	async function lives(uid: string, startMs: number) {
		const all = await Promise.all((await pageOf(uid, 25)).items.map(({ id }) => read(uid, id)));
		return all.map(({ steps }) => steps.map(({ kind, at }) => `${kind} ${at - startMs}`));
	}

	test('each line of a reward shows all steps of that reward and of no other', async () => {
		const [uid, startMs] = [await play.user(), now];
		await bookAll(uid, ['credit-hold', 't/credit'], ['credit', 't2/credit']);
		await bookAll(uid, ['credit-release', 't/release'], ['reversal', 't/reversal']);
		const life = ['held 1000', 'credited 3000', 'taken-back 4000'];
		expect(await lives(uid, startMs)).toEqual([life, life, ['credited 2000'], life]);
	});

	test('a held reward that was cancelled shows as taken back', async () => {
		const [uid, startMs] = [await play.user(), now];
		await bookAll(uid, ['credit-hold', 't/credit'], ['credit-cancel', 't/cancel']);
		expect((await lives(uid, startMs))[0]).toEqual(['held 1000', 'taken-back 2000']);
	});

	test("returns no steps for another user's reward or an unknown id", async () => {
		const [uid, other] = [await play.user(), await play.user()];
		await bookAll(uid, ['credit', 't/credit']);
		const id = await newest(uid);
		expect((await read(uid, id)).steps).toHaveLength(1);
		for (const unknown of [id, '0', 'nonsense', '9'.repeat(20)]) {
			expect(await read(other, unknown)).toEqual({ steps: [], goal: null });
		}
	});

	test.each([
		['level-10', { id: 'level-10', title: 'Reach level 10', offer_id: 'w game' }],
		['level-99', null],
	])('every line of a reward names the reported step %s, if it is in the catalogue', async (goal, named) => {
		const uid = await play.user();
		await bookAll(uid, ['credit-hold', 't/credit']);
		await insertCreditedGoals(app as unknown as Tx, [{ uid, transferId: Number(await newest(uid)), goal }]);
		await bookAll(uid, ['credit-release', 't/release']);
		expect((await read(uid, await newest(uid))).goal).toEqual(named);
	});
});

describe('the list of changes', () => {
	const credit = (uid: string, n: number) => book(uid, 'credit', `offer/w/${uid}-${n}/credit`, n * 100);
	const changesOf = (uid: string, position?: string) => listOfferChanges({ db: app, walls: [], clock }, uid, position);

	function follow(uid: string) {
		let position: string | undefined;
		return async () => {
			const changes = await changesOf(uid, position);
			position = changes.position;
			return changes.items.map(({ amount }) => amount);
		};
	}

	test('the list of changes is empty at first, then contains each later line once and in order', async () => {
		const uid = await play.user();
		await credit(uid, 1);
		const next = follow(uid);
		expect(await next()).toEqual([]);
		await credit(uid, 2);
		await credit(uid, 3);
		expect(await next()).toEqual([2, 3]);
		expect(await next()).toEqual([]);
		now += HOUR_MS;
		await credit(uid, 4);
		expect(await next()).toEqual([4]);
		expect(await next()).toEqual([]);
	});

	test('the list of changes contains a line that got its id earlier but was committed later than others', async () => {
		const uid = await play.user();
		const next = follow(uid);
		await next();
		await inTransaction(app, async (tx) => {
			// Takes an id before the locks, like a batch.
			await sql`
				insert into transfers (uid, at, amount, kind, debit, credit, reference)
				values (${uid}, ${new Date(now)}, 500, 'credit', 'partner:w', 'wallet', 'offer/w/late/credit')
			`.execute(tx);
			await credit(uid, 6);
			expect(await next()).toEqual([6]);
			await sql`update wallets set balance = balance + 500, earned = earned + 500 where uid = ${uid}`.execute(tx);
			await sql`insert into wallet_totals (part, balance, pending, below_zero) values (${uid}, 500, 0, 0)`.execute(tx);
			await sql`
				insert into account_buckets (part, account, starts_at, debited, credited)
				values (${uid}, 'partner:w', date_bin('15 minutes', ${new Date(now)}, 'epoch'), 500, 0)
			`.execute(tx);
		});
		expect(await next()).toEqual([5]);
		expect(await next()).toEqual([]);
	});

	test('returns a backlog in portions without a gap', async () => {
		const uid = await play.user();
		const next = follow(uid);
		await next();
		for (let n = 1; n <= 230; n += 1) await credit(uid, n);
		const notified: number[] = [];
		for (let portion = await next(); portion.length > 0; portion = await next()) notified.push(...portion);
		expect(notified).toEqual(Array.from({ length: 230 }, (_, n) => n + 1));
	});

	const invalid = ['', 'nonsense', '1', '5;x', `${'9'.repeat(30)};`];
	test.each(invalid)('the invalid position %j is treated like no position', async (position) => {
		const uid = await play.user();
		await credit(uid, 1);
		expect((await changesOf(uid, position)).items).toEqual([]);
	});
});
