import { randomUUID } from 'node:crypto';
import { offerHistoryCalls } from '../../../contract/offerwalls/history.ts';
import { signed, useWalls } from '../../../test/partners/play.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { getOfferHistory } from './get-offer-history.ts';

const database = openTestDatabase();
const play = useWalls(database);

const complete = (uid: string, reward: number) =>
	play.send(signed('wannads', uid, `tx-${uid}-${reward}`, { reward: String(reward) }));
const pageOf = (uid: string, limit: number, cursor?: string) =>
	getOfferHistory({ db: database.app, walls: play.walls }, uid, { limit, cursor });

async function readAll(uid: string, limit: number, between: () => Promise<unknown> = async () => {}) {
	const amounts: number[] = [];
	let cursor: string | undefined;
	do {
		const page = await pageOf(uid, limit, cursor);
		amounts.push(...page.items.map(({ amount }) => amount));
		cursor = page.nextCursor ?? undefined;
		await between();
	} while (cursor);
	return amounts;
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
	'nonsense',
	'MQ==',
	...['0', '1.5', '1 or 1=1', '9'.repeat(17)].map((key) => Buffer.from(key).toString('base64url')),
	'',
])('a request is refused with the cursor %j', async (cursor) => {
	await expect(pageOf(randomUUID(), 5, cursor)).rejects.toMatchObject({ code: 'invalid-argument' });
});

test.each([
	[null, 25],
	[{}, 25],
	[{ limit: 1 }, 1],
	[{ limit: 100, cursor: null }, 100],
	// Firebase Functions clients send null for `undefined`.
	[{ limit: null, cursor: null }, 25],
])('a request with the payload %j has a limit of %s lines', (payload, limit) => {
	expect(offerHistoryCalls.getOfferHistory.input.parse(payload)).toMatchObject({ limit });
});

test.each([{ limit: 0 }, { limit: 101 }, { limit: -1 }, { limit: 1.5 }, { limit: '5' }, { cursor: 5 }])(
	'a request is rejected with the payload %j',
	(payload) => {
		expect(offerHistoryCalls.getOfferHistory.input.safeParse(payload).success).toBe(false);
	},
);
