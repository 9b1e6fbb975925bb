import { randomUUID } from 'node:crypto';
import { openWalls, signed, useWalls } from '../../../test/partners/play.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import type { Fields } from '../partners/documented/postbacks.ts';

/** A signature over values joined without separators is valid for every way to split the text. */
const database = openTestDatabase();
const play = useWalls(database);

const neighbours = [
	['wannads', 'transId', 'reward'],
	['sparkwall', 'transaction_id', 'payout'],
	['lootably', 'revenue', 'currencyReward'],
	['adjoe', 'currency', 'coin_amount'],
] as const;

async function cutsOf(partner: string, left: string, right: string, [a, b]: [string, string], uid: string) {
	const genuine = signed(partner, uid, randomUUID(), { [left]: a, [right]: b });
	const text = a + b;
	const cuts = Array.from({ length: text.length - 1 }, (_, at) => [text.slice(0, at + 1), text.slice(at + 1)]);
	// Lootably does not sign the id, so a fresh one is needed.
	const fresh: Fields = partner === 'lootably' ? { transactionID: randomUUID() } : {};
	const forged = cuts
		// A reward of zero books nothing.
		.filter(([other, rest]) => other !== a && Number(rest) !== 0)
		.map(([x = '', y = '']) => ({ ...genuine, fields: { ...genuine.fields, ...fresh, [left]: x, [right]: y } }));
	return { genuine, forged };
}

test.each(neighbours)(
	'%s: a signed text is booked once even if all its splits into fields arrive concurrently',
	async (partner, left, right) => {
		const nodes = [play, await openWalls(database)];
		for (let round = 0; round < 5; round += 1) {
			const uid = await play.user();
			const pair: [string, string] = partner === 'lootably' ? ['1.25', '250.50'] : ['tx12', '3456.50'];
			const { genuine, forged } = await cutsOf(partner, left, right, pair, uid);
			const answers = await Promise.all(
				[genuine, ...forged].map((postback, index) => (nodes[index % 2] ?? play).send(postback)),
			);
			expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
			expect((await play.historyOf(uid)).length).toBe(1);
		}
		await nodes[1]?.server.close();
	},
);

test('Pollfish: a transaction id with the separator is booked with one split only', async () => {
	const uid = await play.user();
	const genuine = signed('pollfish', uid, 'a:b');
	const timestamp = genuine.fields.timestamp ?? '';
	const forged = { ...genuine, fields: { ...genuine.fields, timestamp: `${timestamp}:a`, tx_id: 'b' } };
	expect((await play.send(genuine)).status).toBe(200);
	expect((await play.send(forged)).status).toBe(409);
	expect((await play.send(genuine)).status).toBe(200);
	expect(await play.balanceOf(uid)).toBe(10_000);
});

test.each(['held', 'spendable'])('a reversal resent with the status of a credit books no credit: %s', async (how) => {
	const wall = how === 'held' ? await openWalls(database, { more: { holdHours: 1 } }) : play;
	const [uid, tx] = [await play.user(), randomUUID()];
	await wall.send(signed('wannads', uid, tx));
	const reversal = signed('wannads', uid, tx, { transId: 'own-id', status: '2' });
	expect((await wall.send(reversal)).status).toBe(200);
	const flipped = { ...reversal, fields: { ...reversal.fields, status: '1', uuid: randomUUID() } };
	expect((await wall.send(flipped)).status).toBe(409);
	expect((await play.send(flipped)).status).toBe(409);
	expect((await play.send(reversal)).status).toBe(200);
	expect([await play.balanceOf(uid), await play.pendingOf(uid)]).toEqual([0, 0]);
	if (wall !== play) await wall.server.close();
});

test('a credit can still arrive after its reversal with the same id', async () => {
	const [uid, tx] = [await play.user(), randomUUID()];
	await play.send(signed('sparkwall', uid, tx, { status: '2' }));
	expect((await play.send(signed('sparkwall', uid, tx))).status).toBe(200);
	expect((await play.send(signed('sparkwall', uid, tx))).status).toBe(200);
	expect(await play.outcomesOf(uid)).toEqual(['waiting', 'booked', 'replayed']);
});

test('offers with equal signatures are all booked if the id is not signed', async () => {
	const uid = await play.user();
	for (let n = 0; n < 3; n += 1) {
		expect((await play.send(signed('lootably', uid, randomUUID()))).status).toBe(200);
	}
	expect(await play.balanceOf(uid)).toBe(30_000);
});
