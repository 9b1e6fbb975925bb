import { randomUUID } from 'node:crypto';
import { DAY_MS } from '../../../contract/durations.ts';
import { signedQuery } from '../../../test/partners/play.ts';
import { openSite } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { openWallet } from '../../ledger/wallet.ts';
import { cellsOf, rowOf, rowsOf } from '../../lib/db/database.ts';
import { countPostbacks } from '../walls/store-walls.ts';
import { purgePostbacks } from './stored/purge-postbacks.ts';

const SECRET = 'test-secret';
const database = openTestDatabase();
const ids = ['flooded', 'mixed', 'old'];
const walls = ids.map((id) => ({ id, partner: 'wannads', name: id, secret: SECRET }));
const site = openSite(database, { walls, env: { TRUSTED_PROXIES: '127.0.0.1' } });

const request = (wall: string, query: string, ip = '192.0.2.1') =>
	site.app.inject({ url: `/postback/${wall}?${query}`, headers: { 'x-forwarded-for': ip } });
const forged = (n: number) =>
	`subId=${randomUUID()}&transId=f${n}&reward=1&signature=${'0'.repeat(32)}&x=${'x'.repeat(7_000)}`;

const genuine = (subId: string, reward = '0') =>
	signedQuery('wannads', SECRET, { subId, transId: randomUUID(), reward, payout: '0.5', status: '1' });

const storedRows = (wall: string) => rowOf<{ rows: number; characters: number }>(database.owner)`
	select count(*)::int as rows, max(length(request)) as characters from callbacks
	where wall = ${wall} and outcome = 'bad-signature'
`;

async function countedOf(wall: string): Promise<number> {
	await site.deps.postbacks.drain();
	const traffic = await countPostbacks(database.app, Date.now() - DAY_MS);
	return traffic.find((each) => each.wall === wall && each.outcome === 'bad-signature')?.count ?? 0;
}

test('a flood of 1,200 forged requests stores and logs 1,000 of them, 2,000 characters each, and counts all', async () => {
	site.warnings.length = 0;
	const answers = await Promise.all(Array.from({ length: 1_200 }, (_, n) => request('flooded', forged(n))));
	expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([403]));
	expect(await countedOf('flooded')).toBe(1_200);
	expect(await storedRows('flooded')).toEqual({ rows: 1_000, characters: 2_000 });
	const floodWarnings = site.warnings.filter(({ wall }) => wall === 'flooded');
	expect(floodWarnings).toHaveLength(1_001);
	expect(floodWarnings.at(-1)).toEqual({ wall: 'flooded', outcome: 'bad-signature', times: 200 });
	await request('mixed', forged(0));
	expect(await storedRows('mixed')).toMatchObject({ rows: 1 });
});

test('all unknown walls share one quota, and their secrets are masked', async () => {
	const secret = `signature=${'5'.repeat(32)}`;
	const send = (n: number) => site.app.inject({ url: `/postback/no-wall-${n}/the-secret-path-key/?x=${n}&${secret}` });
	const answers = await Promise.all(Array.from({ length: 1_010 }, (_, n) => send(n)));
	expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
	const rows = await rowsOf<{ request: string; why: string }>(database.owner)`
		select request, why from callbacks where wall like 'no-wall-%' and outcome = 'forbidden'
	`;
	expect(rows).toHaveLength(1_000);
	expect(rows[0]?.why).toBe('there is no offerwall with this ID');
	expect(rows.filter(({ request }) => /the-secret-path-key|5555/.test(request))).toEqual([]);
	for (const url of ['/postback', '/postback/', '/postback/a/b/c', '/postback//x', '/postback/%ZZ']) {
		expect([400, 404]).toContain((await site.app.inject({ url })).statusCode);
	}
});

test('a postback with a valid signature is stored whole and booked during a flood', async () => {
	const uid = randomUUID();
	await openWallet(database.app, uid);
	await Promise.all(Array.from({ length: 100 }, (_, n) => request('mixed', forged(n))));
	const long = `&note=${'n'.repeat(3_000)}`;
	for (const reward of ['0', '100']) expect((await request('mixed', genuine(uid, reward) + long)).statusCode).toBe(200);
	const outcomes = await cellsOf(database.owner)`
		select outcome from callbacks where uid = ${uid} and length(request) > 3000 order by id
	`;
	expect(outcomes).toEqual(['zero', 'booked']);
});

test('forged requests are purged after a week, and each day has its own limit', async () => {
	const uid = randomUUID();
	await Promise.all(Array.from({ length: 1_001 }, (_, n) => request('old', forged(n))));
	await request('old', genuine(uid));
	expect(await storedRows('old')).toMatchObject({ rows: 1_000 });
	site.advance(DAY_MS);
	await request('old', forged(99));
	expect(await storedRows('old')).toMatchObject({ rows: 1_001 });
	const later = (days: number) => ({ owner: database.owner, clock: { now: () => Date.now() + days * DAY_MS } });
	await purgePostbacks(later(6.9));
	expect(await storedRows('old')).toMatchObject({ rows: 1_001 });
	await purgePostbacks(later(8.1));
	expect(await storedRows('old')).toMatchObject({ rows: 0 });
	expect(await rowsOf(database.owner)`select outcome from callbacks where wall = 'old'`).toEqual([{ outcome: 'zero' }]);
});
