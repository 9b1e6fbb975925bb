import { randomUUID } from 'node:crypto';
import { asRobuxCents } from '../../contract/money.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { inTransaction, sqlState } from '../lib/db/database.ts';
import { insertWithdrawal, type NewWithdrawal } from './store.ts';

const { app: db, owner } = openTestDatabase({ afterEachTest: async () => {} });

const UNIQUE_VIOLATION = '23505';

function insert(facts: Pick<NewWithdrawal, 'uid' | 'requestId'>): Promise<string | undefined> {
	const row = {
		...facts,
		id: randomUUID(),
		orderId: `W-${randomUUID()}`,
		amount: asRobuxCents(500),
		method: 'game-pass' as const,
		price: 8,
		robloxUsername: 'player',
		platformUserId: 1,
		placeId: 1,
		universeId: 1,
		passId: 1,
		vendor: 'rbxcrate',
		isPreOrder: true,
		createdAt: new Date(),
	};
	return inTransaction(db, (tx) => insertWithdrawal(tx, row)).then(() => undefined, sqlState);
}

const close = (uid: string) =>
	owner.pool.query("update withdrawals set state = 'completed', next_ask_at = null where uid = $1", [uid]);

test('the database refuses a second open order of a user, even without locks', async () => {
	const uid = randomUUID();
	expect(await insert({ uid, requestId: null })).toBe(undefined);
	expect(await insert({ uid, requestId: null })).toBe(UNIQUE_VIOLATION);
	await close(uid);
	expect(await insert({ uid, requestId: null })).toBe(undefined);
});

test('the database refuses a repeated request id of a user, even after the order closed', async () => {
	const [uid, requestId] = [randomUUID(), randomUUID()];
	expect(await insert({ uid, requestId })).toBe(undefined);
	await close(uid);
	expect(await insert({ uid, requestId })).toBe(UNIQUE_VIOLATION);
	expect(await insert({ uid: randomUUID(), requestId })).toBe(undefined);
});
