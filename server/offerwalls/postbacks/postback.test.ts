import { createHash } from 'node:crypto';
import { toWalls, type Wall } from '../walls/wall.ts';
import { readPostback } from './postback.ts';

const SECRET = 'test-secret';
const [wall] = toWalls([{ id: 'w', partner: 'wannads', name: 'W', secret: SECRET }], 'test') as [Wall];
const request = (parameters: Map<string, string>) => ({ parameters, url: '', header: () => undefined });
const read = (parameters: Map<string, string>) => readPostback(wall, request(parameters));
const UID = '8cc877ee-af19-488d-b28d-216fb866b996';

const sign = (uid: string, transaction: string, reward: string) =>
	createHash('md5').update(`${uid}${transaction}${reward}${SECRET}`).digest('hex');

function signed(fields: Record<string, string> = {}): Map<string, string> {
	const all = { subId: UID, transId: 'tx-1', reward: '100', payout: '0.5', status: '1', ...fields };
	return new Map(Object.entries({ ...all, signature: sign(all.subId, all.transId, all.reward) }));
}

function unsignedWall(partner: string, fields: Record<string, string>) {
	const closed = { pathKey: 'a-long-secret-path-key', allowedIps: ['192.0.2.1'] };
	const [weak] = toWalls([{ id: 'w', partner, name: 'W', secret: SECRET, ...closed }], 'test') as [Wall];
	return readPostback(weak, request(new Map(Object.entries(fields))));
}

test('the signature covers the text as received: 100 and 100.00 have different signatures', () => {
	expect(read(signed().set('reward', '100.00'))).toMatchObject({ refused: 'bad-signature' });
	expect(read(signed({ reward: '100.00' }))).toMatchObject({ reward: 10_000 });
});

test('AdGate credits a postback without a state field and rejects an empty state', () => {
	const fields = { s1: UID, conversion_id: 'tx-1', points: '100', payout: '0.5' };
	expect(unsignedWall('adgate', fields)).toMatchObject({ kind: 'credit', reward: 10_000 });
	expect(unsignedWall('adgate', { ...fields, state: '' })).toMatchObject({ refused: 'not-understood' });
});

const malformed = 'NaN Infinity -1 -0.01 1e5 0x10 1,000 007 00 10000000.01'.split(' ');
test.each([...malformed, '', ' 5', '9'.repeat(40)])('an amount is refused if it is %j', (reward) => {
	expect(read(signed({ reward }))).toMatchObject({ refused: 'not-understood' });
});

test('an amount is zero if sent empty, unless the partner reports a payout', () => {
	expect(read(signed({ reward: '', payout: '' }))).toMatchObject({ kind: 'credit', reward: 0 });
	expect(read(signed({ reward: '', payout: '0.00' }))).toMatchObject({ kind: 'credit', reward: 0 });
	expect(read(signed({ reward: '', payout: '0.01' }))).toMatchObject({ refused: 'not-understood' });
	expect(read(signed({ reward: '', status: '2' }))).toMatchObject({ kind: 'reversal', reward: 0, payout: 500_000 });
	const without = unsignedWall('adgate', { s1: UID, conversion_id: 'tx-1', state: 'approved' });
	expect(without).toMatchObject({ refused: 'not-understood' });
});

test('an amount is rounded down to hundredths', () => {
	expect(read(signed({ reward: '0.999' }))).toMatchObject({ reward: 99 });
});

test('an amount is computed from the payout if the wall has a rate', () => {
	const [rated] = toWalls([{ id: 'r', partner: 'wannads', name: 'R', secret: SECRET, rate: 80.25 }], 'test');
	expect(readPostback(rated as Wall, request(signed({ payout: '1.333333' })))).toMatchObject({ reward: 10_699 });
});

test('an amount may be negative in a reversal', () => {
	const reversal = read(signed({ status: '2', reward: '-100', payout: '-0.5' }));
	expect(reversal).toMatchObject({ kind: 'reversal', reward: 10_000, payout: 500_000 });
});

test.each([
	...['0', '3', '', 'credit'].map((status) => ({ status })),
	...['a/b', 'a b', '', 'x'.repeat(129), 'é'].map((transId) => ({ transId })),
])('the status or transaction id is rejected: %j', (fields) => {
	expect(read(signed(fields))).toMatchObject({ refused: 'not-understood' });
});

describe('the format of a parameter', () => {
	const override = { formats: { transId: 'tx-\\d' } };
	const [strict] = toWalls([{ id: 'w', partner: 'wannads', name: 'W', secret: SECRET, override }], 'test') as [Wall];
	const readStrictly = (fields: Record<string, string>) => readPostback(strict, request(signed(fields)));

	test('the format of a parameter must match the whole value', () => {
		expect(readStrictly({ transId: 'tx-1' })).toMatchObject({ transactionId: 'tx-1' });
		for (const transId of ['tx-12', 'xtx-1', 'tx-', '', 'tx-1\n']) {
			expect(readStrictly({ transId })).toEqual({ refused: 'not-understood', why: 'transId is missing or malformed' });
		}
	});

	test("prevents digits from moving into Lootably's address", () => {
		const [wall] = toWalls([{ id: 'w', partner: 'lootably', name: 'W', secret: SECRET }], 'test') as [Wall];
		const readWith = (ip: string, revenue: string, currencyReward: string) => {
			const hash = createHash('sha256').update(`${UID}${ip}${revenue}${currencyReward}${SECRET}`).digest('hex');
			const fields = { userID: UID, transactionID: 'tx-1', ip, revenue, currencyReward, status: '1', hash };
			return readPostback(wall, request(new Map(Object.entries(fields))));
		};
		for (const ip of ['203.0.113.7', '2001:db8::7', '::ffff:203.0.113.7', '']) {
			expect(readWith(ip, '0.50', '100.00')).toMatchObject({ kind: 'credit', reward: 10_000 });
		}
		expect(readWith('203.0.113.70.', '', '50100.00')).toMatchObject({ refused: 'not-understood' });
		expect(readWith('203.0.113.7', '', '0.00')).toMatchObject({ refused: 'not-understood' });
		expect(readWith('203.0.113', '7', '100.00')).toMatchObject({ refused: 'not-understood' });
	});
});

test.each([
	...['true', 'TRUE', 'Yes', 'on', '1'].map((debug) => [debug, 'test']),
	...['', '0', 'false', 'No', 'off'].map((debug) => [debug, 'credit']),
])('the test flag %j makes the event a %s', (debug, kind) => {
	expect(read(signed({ debug: debug ?? '' }))).toMatchObject({ kind });
});

test.each(['2', 'maybe', 'null', ' 0', '1 '])('the test flag %j is rejected, so nothing is paid', (debug) => {
	expect(read(signed({ debug }))).toMatchObject({ refused: 'not-understood', why: 'debug is missing or malformed' });
});

test('a postback without a payout has no reward if its partner pays only with a payout', () => {
	const fields = { user_id: UID, transaction_id: 'tx-1', reward: '100', status: 'approved' };
	const none = { kind: 'credit', reward: 0 };
	expect(unsignedWall('mychips', fields)).toMatchObject(none);
	for (const payout of ['', '0', '0.000']) expect(unsignedWall('mychips', { ...fields, payout })).toMatchObject(none);
	expect(unsignedWall('mychips', { ...fields, payout: '0.5' })).toMatchObject({ kind: 'credit', reward: 10_000 });
	expect(unsignedWall('mychips', { ...fields, status: 'rejected' })).toMatchObject({
		kind: 'reversal',
		reward: 10_000,
	});
});

test('a screen-out with a reward is booked only if screenOutsPay is set', () => {
	const closed = { pathKey: 'a-long-secret-path-key', allowedIps: ['192.0.2.1'] };
	const entry = { id: 'w', partner: 'cpx', name: 'W', secret: SECRET, ...closed };
	const hash = createHash('md5').update(`tx-1-${SECRET}`).digest('hex');
	const fields = { trans_id: 'tx-1', user_id: UID, amount_local: '1', status: '1', type: 'out', secure_hash: hash };
	const kindOf = (override: object) => {
		const [cpx] = toWalls([{ ...entry, override }], 'test') as [Wall];
		return readPostback(cpx, request(new Map(Object.entries(fields))));
	};
	expect(kindOf({})).toMatchObject({ kind: 'screen-out' });
	expect(kindOf({ screenOutsPay: true })).toMatchObject({ kind: 'credit', reward: 100 });
});

test("an offer's name loses control characters and is limited to 200 characters", () => {
	expect(read(signed({ campaign_name: 'Level\u0000\n30\u202e' }))).toMatchObject({ offerName: 'Level 30' });
	const long = read(signed({ campaign_name: 'x'.repeat(1000) }));
	expect('offerName' in long && long.offerName?.length).toBe(200);
});

const verdict = (s2?: string) => {
	const paid = { s1: UID, conversion_id: 'c-1', points: '100', payout: '0.5', state: 'approved' };
	return unsignedWall('adgate', { ...paid, ...(s2 === undefined ? {} : { s2 }) });
};

test("our click id is read from the partner's free sub-id", () => {
	expect(verdict(UID)).toMatchObject({ kind: 'credit', clickId: UID });
});

test.each([undefined, '', '{s2}', 'x', `${UID}0`, '7'])('our click id is ignored if the partner sends %s', (s2) => {
	expect(verdict(s2)).toMatchObject({ kind: 'credit', clickId: undefined, reward: 10_000 });
});
