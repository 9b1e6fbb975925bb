import { type BoundCalls, createRunCall, readLongs } from './calls.ts';

const long = (value: unknown, kind = 'Int64Value') => ({
	'@type': `type.googleapis.com/google.protobuf.${kind}`,
	value,
});

test.each([
	[long('123'), 123],
	[long('-9007199254740991'), -9_007_199_254_740_991],
	[long('5', 'UInt64Value'), 5],
	[
		{ placeId: long('1818'), amount: 50, list: [long('1'), null] },
		{ placeId: 1818, amount: 50, list: [1, null] },
	],
	[null, null],
	['1', '1'],
])('readLongs converts %j to %j', (sent, read) => expect(readLongs(sent)).toEqual(read));

test.each([long('1.5'), long(''), long(5), long('1e3'), long('1', 'StringValue'), { value: '5' }])(
	'%j is no valid 64-bit integer and stays unchanged',
	(sent) => expect(readLongs(sent)).toEqual(sent),
);

test('the deepest payload that a client may send does not overflow the stack', () => {
	const deep = JSON.parse('['.repeat(30_000) + ']'.repeat(30_000));
	expect(Array.isArray(readLongs(deep))).toBe(true);
});

test.each([null, {}])('%j is no payload for a call whose fields are all optional', async (data) => {
	const handlers = { noteVisit: async () => ({ partner: null }) } as Partial<BoundCalls> as BoundCalls;
	const runCall = createRunCall(handlers, async () => {});
	const caller = { actor: undefined, ip: '203.0.113.1', userAgent: null };
	expect(await runCall('noteVisit', data, caller)).toEqual({ partner: null });
});
