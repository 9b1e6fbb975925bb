import { randomUUID } from 'node:crypto';
import { type FastifyInstance, fastify } from 'fastify';
import { signedQuery } from '../../../test/partners/play.ts';
import { newWallet, openTestDatabase } from '../../../test/support/database.ts';
import { findWallet } from '../../ledger/wallet.ts';
import { systemClock } from '../../lib/clock-and-log.ts';
import { cellOf, createDatabase, createPool, rowsOf } from '../../lib/db/database.ts';
import { getOfferHistory } from '../history/get-offer-history.ts';
import { toWalls } from '../walls/wall.ts';
import { postbackRoutes } from './routes.ts';
import { createPostbackTaker } from './take-postback.ts';

const { app: db, owner } = openTestDatabase({ poolSize: 10 });
const SECRET = 'test-secret';
const walls = toWalls([{ id: 'w', partner: 'wannads', name: 'Wall', secret: SECRET }], 'test');
const published: string[] = [];
let server: FastifyInstance;

async function start(database = db): Promise<FastifyInstance> {
	const app = fastify();
	const taker = createPostbackTaker({
		db: database,
		clock: systemClock,
		log: app.log,
		publish: (uid) => published.push(uid),
		announceBan: () => {},
		noteUse: () => {},
		publicUrl: 'http://localhost',
	});
	app.register(postbackRoutes, { findWall: (id) => walls.find((wall) => wall.id === id), taker });
	app.addHook('onClose', () => taker.drain());
	await app.ready();
	return app;
}

beforeAll(async () => {
	server = await start();
});
afterAll(() => server.close());

function query(fields: Record<string, string>): string {
	const all = { subId: '', transId: randomUUID(), reward: '100', payout: '0.5', status: '1', ...fields };
	return signedQuery('wannads', SECRET, all);
}

async function send(text: string, { to = server } = {}) {
	const { statusCode, body } = await to.inject({ url: `/postback/w?${text}` });
	return { statusCode, body };
}

const user = () => newWallet(db);

const balanceOf = async (uid: string) => (await findWallet(db, uid))?.balance;
const ok = { statusCode: 200, body: 'OK' };
const repeat = { statusCode: 200, body: 'DUP' };

const outcomesFor = async (subId: string) => cellOf<string[]>(owner)`
	select array_agg(outcome order by id) from callbacks where request like ${`%${subId}%`}
`;

// spec: 3.offer-item
test('a signed postback is booked, logged without its signature, published to open pages and listed in the history', async () => {
	const subId = await user();
	const text = query({ subId, transId: 'first', campaign_name: 'Level 30' });
	expect(await send(text)).toEqual(ok);
	expect(await balanceOf(subId)).toBe(10_000);
	expect(published).toContain(subId);
	const { items, nextCursor } = await getOfferHistory({ db, walls }, subId, { limit: 25, cursor: undefined });
	expect(nextCursor).toBeNull();
	expect(items).toMatchObject([{ earning_source: 'Wall', name: 'Level 30', amount: 100, kind: 'credit' }]);
	const stored = await cellOf(owner)`select request from callbacks where uid = ${subId}`;
	expect(stored).toMatch(/transId=first.*signature=\*\*\*/);
});

test('a postback without a reward or marked as a test is acknowledged and books nothing', async () => {
	const subId = await user();
	expect(await send(query({ subId, reward: '0' }))).toEqual(ok);
	expect(await send(query({ subId, debug: '1' }))).toEqual(ok);
	expect(await outcomesFor(subId)).toEqual(['zero', 'test']);
	expect(await balanceOf(subId)).toBe(0);
});

test('a POST without a body gets 405', async () => {
	expect((await server.inject({ method: 'POST', url: '/postback/w' })).statusCode).toBe(405);
});

test('a reversal takes its credit back once, found by the referenced id, even if repeated', async () => {
	const subId = await user();
	const uuid = randomUUID();
	await send(query({ subId, uuid, campaign_name: 'Level 30' }));
	const reversal = query({ subId, uuid, status: '2' });
	const answers = await Promise.all(Array.from({ length: 10 }, () => send(reversal)));
	expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
	expect(answers.filter(({ body }) => body === 'OK')).toHaveLength(1);
	expect(await send(query({ subId, uuid, status: '2', reward: '40' }))).toEqual(repeat);
	expect(await balanceOf(subId)).toBe(0);
	const { items } = await getOfferHistory({ db, walls }, subId, { limit: 25, cursor: undefined });
	expect(items.map(({ kind, amount, name }) => [kind, amount, name])).toEqual([
		['reversal', -100, 'Level 30'],
		['credit', 100, 'Level 30'],
	]);
});

test('a reversal above its credit is capped and flagged for review, and a smaller one takes back only its own amount', async () => {
	const subId = await user();
	await send(query({ subId, transId: 'large' }));
	await send(query({ subId, transId: 'large', status: '2', reward: '900' }));
	expect(await balanceOf(subId)).toBe(0);
	expect(await outcomesFor(subId)).toEqual(['booked', 'capped']);
	expect(published.filter((uid) => uid === subId)).toHaveLength(2);
	const flag = { wall: 'w', askedCents: 90_000, takenCents: 10_000 };
	await send(query({ subId, transId: 'early', status: '2', reward: '900' }));
	await send(query({ subId, transId: 'early' }));
	await send(query({ subId, transId: 'small' }));
	await send(query({ subId, transId: 'small', status: '2', reward: '30' }));
	expect(await balanceOf(subId)).toBe(7000);
	const flags = await rowsOf<{ details: object }>(owner)`
		select details from audit_entries where uid = ${subId} and action = 'reversal-capped' order by id
	`;
	expect(flags.map(({ details }) => details)).toEqual([
		{ ...flag, transactionId: 'large' },
		{ ...flag, transactionId: 'early' },
	]);
});

test("a reversal for an unknown transaction or another user's transaction debits no user", async () => {
	const [subId, other] = [await user(), await user()];
	await send(query({ subId, transId: 'mine' }));
	expect(await send(query({ subId, status: '2' }))).toEqual(ok);
	expect(await send(query({ subId: randomUUID(), status: '2' }))).toEqual(ok);
	expect(await send(query({ subId: other, transId: 'mine', status: '2' }))).toEqual(ok);
	expect([await balanceOf(subId), await balanceOf(other)]).toEqual([10_000, 0]);
});

test('a reversal survives a restart while it waits for a credit with its transaction id', async () => {
	const subId = await user();
	const before = await start();
	expect(await send(query({ subId, transId: 'later', status: '2' }), { to: before })).toEqual(ok);
	await before.close();
	const after = await start();
	expect(await send(query({ subId, transId: 'later' }), { to: after })).toEqual(ok);
	await after.close();
	expect(await balanceOf(subId)).toBe(0);
	expect(await outcomesFor(subId)).toEqual(['waiting', 'booked']);
	expect(await rowsOf(owner)`select from waiting_reversals where uid = ${subId}`).toEqual([]);
});

test('a reversal concurrent with its credit leaves a zero balance in either order', async () => {
	const uids = await Promise.all(Array.from({ length: 30 }, user));
	await Promise.all(
		uids.flatMap((subId) => {
			const uuid = randomUUID();
			return [send(query({ subId, uuid })), send(query({ subId, uuid, status: '2' }))];
		}),
	);
	for (const uid of uids) expect(await balanceOf(uid)).toBe(0);
});

test('a postback gets 503 during a database outage, and its retry books once', async () => {
	const subId = await user();
	const text = query({ subId });
	const unavailablePool = createPool({
		url: 'postgres://unknown@/nowhere?host=/nowhere',
		poolSize: 2,
		applicationName: 'away',
		onError: () => {},
	});
	const broken = await start(createDatabase(unavailablePool));
	expect(await send(text, { to: broken })).toEqual({ statusCode: 503, body: 'ERROR' });
	expect((await send(query({ subId }).replace('100', '900'), { to: broken })).statusCode).toBe(403);
	await broken.close();
	await unavailablePool.end();
	expect(await send(text)).toEqual(ok);
	expect(await send(text)).toEqual(repeat);
	expect(await balanceOf(subId)).toBe(10_000);
});
