import { partners } from '../partners/registry.ts';
import { banCallbackUrl, callbackUrl } from './callback-url.ts';
import { toWalls, type Wall } from './wall.ts';

const closed = { pathKey: 'a-long-secret-path-key', allowedIps: ['192.0.2.1'] };

function wallOf(partner: string, more: object = {}): Wall {
	const entry = { id: 'w', partner, name: 'W', secret: 'test-secret', ...closed, wallParams: { profile: '1' } };
	const [wall] = toWalls([{ ...entry, ...more }], 'test');
	return wall as Wall;
}

test("the callback URL has the path key and the macros in the dashboard's form", () => {
	expect(callbackUrl(wallOf('timewall'), 'https://rewards.example')).toBe(
		'https://rewards.example/postback/w/a-long-secret-path-key?userID={userID}&transactionID={transactionID}&revenue={revenue}' +
			'&currencyAmount={currencyAmount}&type={type}&ip={ip}&hash={hash}',
	);
	expect(callbackUrl(wallOf('bitlabs'), 'https://rewards.example')).toContain(
		'&TX=[%TX%]&VALUE:CURRENCY=[%VALUE:CURRENCY%]',
	);
	expect(banCallbackUrl(wallOf('bitlabs'), 'https://rewards.example')).toBe(
		'https://rewards.example/postback/w/a-long-secret-path-key?USER:UID=[%USER:UID%]&BAN:STATUS=[%BAN:STATUS%]' +
			'&BAN:TYPE=[%BAN:TYPE%]&BAN:REASON=[%BAN:REASON%]&BAN:UNTIL=[%BAN:UNTIL%]',
	);
	expect(banCallbackUrl(wallOf('cpx'), 'https://rewards.example')).toBeNull();
});

test('a partner that appends or posts its own parameters gets the URL without a query', () => {
	for (const partner of ['wannads', 'revlum', 'inbrain']) {
		expect(callbackUrl(wallOf(partner), 'https://rewards.example')).toMatch(/\/postback\/w\/a-long-secret-path-key$/);
	}
});

const wantsMacros = Object.entries(partners).filter(([, { macros }]) => macros);
test.each(wantsMacros)(
	'%s: the callback URL requests every parameter that is read',
	(_, { parameters, macros, kinds, appended = [] }) => {
		const kindsBy = kinds.rules.map(({ parameter }) => parameter).filter((name) => !appended.includes(name));
		const read = [...Object.values(parameters), ...kindsBy];
		expect(Object.keys(macros ?? {})).toEqual(expect.arrayContaining(read));
	},
);
