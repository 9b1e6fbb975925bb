import { expect, test } from 'vitest';
import { partners } from '../partners/registry.ts';
import { callbackUrl } from './callback-url.ts';
import { toWalls, type Wall } from './wall.ts';

const closed = { pathKey: 'a-long-secret-path-key', allowedIps: ['192.0.2.1'] };

function wallOf(partner: string, more: object = {}): Wall {
	const entry = { id: 'w', partner, name: 'W', secret: 'test-secret', ...closed, wallParams: { profile: '1' } };
	const [wall] = toWalls([{ ...entry, ...more }], 'test');
	return wall as Wall;
}

test('is the whole address with path key and macros, as the dashboard wants them', () => {
	expect(callbackUrl(wallOf('timewall'), 'https://rewards.example')).toBe(
		'https://rewards.example/postback/w/a-long-secret-path-key?userID={userID}&transactionID={transactionID}&revenue={revenue}' +
			'&currencyAmount={currencyAmount}&type={type}&ip={ip}&hash={hash}',
	);
	expect(callbackUrl(wallOf('bitlabs'), 'https://rewards.example')).toContain(
		'&TX=[%TX%]&VALUE:CURRENCY=[%VALUE:CURRENCY%]',
	);
});

test('a partner that appends its own parameters, or posts them, gets the address alone', () => {
	for (const partner of ['wannads', 'revlum', 'inbrain']) {
		expect(callbackUrl(wallOf(partner), 'https://rewards.example')).toMatch(/\/postback\/w\/a-long-secret-path-key$/);
	}
});

const asking = Object.entries(partners).filter(([, { macros }]) => macros);
test.each(asking)('%s: every parameter that is read is asked for', (_, { parameters, macros, kinds }) => {
	const read = [...Object.values(parameters), ...kinds.rules.map(({ parameter }) => parameter)];
	expect(Object.keys(macros ?? {})).toEqual(expect.arrayContaining(read));
});
