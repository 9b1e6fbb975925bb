import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { openWalls, type Signed, signed, useWalls } from '../../../test/partners/play.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { type Fields, fixtures } from '../partners/documented/postbacks.ts';

const database = openTestDatabase();
const play = useWalls(database);

const named = Object.entries(fixtures);
const REFUSED = [400, 403, 409];
const send = async (...call: Parameters<typeof play.send>) => (await play.send(...call)).status;

const withField = (whole: Signed, name: string, value: string): Signed => ({
	...whole,
	fields: { ...whole.fields, [name]: value },
});

test.each(named)('%s: every field is listed as signed or with its other protection', (_, fixture) => {
	const known = [...fixture.covered, ...Object.values(fixture.open ?? {}).flat()];
	expect(known.toSorted()).toEqual(Object.keys(fixture.credit).toSorted());
});

test('a postback with an upper-case user id books nothing, even if the id is unsigned', async () => {
	const uid = await play.user();
	const whole = signed('adgate', uid, randomUUID());
	expect(await send(withField(whole, 's1', uid.toUpperCase()))).toBe(200);
	expect(await play.balanceOf(uid)).toBe(0);
});

describe.concurrent('signed content that is split differently between its fields', () => {
	const joined = named.filter(([, { covered }]) => covered.length > 1);
	test.each(joined)('another split of the signed content of %s changes no booking', async (partner, { covered }) => {
		const [uid, tx] = [await play.user(), 'tx12345'];
		const whole = signed(partner, uid, tx);
		expect(await send(whole)).toBe(200);
		const splits: Signed[] = [];
		for (const [index, left] of covered.slice(0, -1).entries()) {
			const right = covered[index + 1] ?? '';
			const [a, b] = [whole.fields[left] ?? '', whole.fields[right] ?? ''];
			for (let at = 0; at <= (a + b).length; at += 1) {
				if (at === a.length) continue;
				splits.push(withField(withField(whole, left, (a + b).slice(0, at)), right, (a + b).slice(at)));
			}
		}
		await Promise.all(
			splits.map(async (split) => {
				const status = await send(split);
				if (status === 200) expect(changedIn(split, whole)).not.toContain(uid);
				else expect(REFUSED).toContain(status);
			}),
		);
		expect((await play.historyOf(uid)).map(({ amount }) => amount)).toEqual([100]);
	});
});

describe.concurrent('an unsigned field that is changed after signing', () => {
	const guarded = named.flatMap(([partner, { open = {} }]) => {
		const fields = [...(open['first-stands'] ?? []), ...(open['no-money'] ?? [])];
		return fields.length > 0 ? [[partner, fields] as const] : [];
	});
	const edit = fc.oneof(
		fc.stringMatching(/^[0-9A-Za-z.-]{0,12}$/),
		fc.constantFrom('2', '0', '9999', 'reversal', '-1'),
	);

	test.each(guarded)('a changed unsigned field of %s does not change an existing booking', async (partner, fields) => {
		const [uid, tx] = [await play.user(), randomUUID()];
		const genuine = signed(partner, uid, tx);
		expect(await send(genuine)).toBe(200);
		const [line] = await play.historyOf(uid);
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(...fields), edit, async (name, value) => {
				expect([200, ...REFUSED]).toContain(await send(withField(genuine, name, value)));
			}),
			{ numRuns: 10 },
		);
		expect(await play.historyOf(uid)).toEqual([line]);
	});
});

test('rejects a PubScale value whose whole part was changed after signing', async () => {
	const uid = await play.user();
	const whole = signed('pubscale', uid, randomUUID());
	for (const value of ['101.0', '1000', '10.0', '99.99', '100.0.0', '-100.0', '0100.0', '']) {
		expect([400, 403]).toContain(await send(withField(whole, 'value', value)));
	}
	expect(await play.balanceOf(uid)).toBe(0);
});

function changedIn({ fields }: Signed, whole: Signed): (string | undefined)[] {
	return Object.keys(whole.fields).flatMap((name) => (fields[name] === whole.fields[name] ? [] : [fields[name]]));
}

/** A signature over values joined without separators is valid for every way to split the text. */
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

test.each(neighbours)('%s: one of concurrent splits of a signed text is booked', async (partner, left, right) => {
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
});

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

test('offers with equal signatures are all booked if the id is not signed', async () => {
	const uid = await play.user();
	for (let n = 0; n < 3; n += 1) expect((await play.send(signed('lootably', uid, randomUUID()))).status).toBe(200);
	expect(await play.balanceOf(uid)).toBe(30_000);
});
