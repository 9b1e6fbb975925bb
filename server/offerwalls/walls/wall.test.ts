import { createHash } from 'node:crypto';
import { partners } from '../partners/registry.ts';
import { isSigned } from '../postbacks/signature.ts';
import { banCallbackUrl, callbackUrl, toWalls, type Wall, wallUrlFor } from './wall.ts';
import { createFrameOrigins, frameWarnings } from './wall-frame.ts';
import { countRiskyWalls, wallWarnings } from './wall-warnings.ts';

const SECRET = 'kW3-9xq-Tz7';
const PATH_KEY = 'k9Wq2ZxLmPv7Rt5Yb8';
const entry = { id: 'w', partner: 'wannads', name: 'Wall', secret: SECRET, appId: 'app' };
const wallWith = (more: object) => toWalls([{ ...entry, ...more }], 'test')[0] as Wall;
const warningsOf = (...entries: object[]) => wallWarnings(toWalls(entries, 'test'));

function signing(more: object): object {
	return { scheme: 'fields', parameter: 'signature', digest: { hash: 'md5' }, ...more };
}

const readFile = (entries: unknown) => () => toWalls(entries, 'OFFERWALLS_FILE walls.json');

test.each<[string, object, RegExp]>([
	['an unknown partner', { partner: 'unknown' }, /entry 1 \(w\), partner: must be one of cpx, .*wannads/],
	['an id with invalid characters', { id: 'A b' }, /id: must be lowercase/],
	['a misspelt field', { allowedIp: [] }, /allowedIp/],
	['an invalid IP address', { allowedIps: ['example.com'] }, /allowedIps/],
	['a negative rate', { rate: -1 }, /rate/],
	['a rate without a payout', { partner: 'tapjoy', rate: 80 }, /rate: can't be used, because Tapjoy/],
	['a wall parameter that is filled in per user', { wallParams: { uid: '1' } }, /wallParams: can't contain uid/],
])('an invalid entry stops the start, and the error names entry and field: %s', (_, more, message) => {
	expect(readFile([{ ...entry, ...more }])).toThrow(message);
	expect(readFile([{ ...entry, ...more }])).toThrow(/^OFFERWALLS_FILE walls\.json/);
});

test.each<[string, object, RegExp]>([
	['a script as the wall URL', { wallUrl: 'javascript:alert({uid})' }, /override.wallUrl/],
	['a wall URL without the user', { wallUrl: 'https://wall.example/' }, /override.wallUrl: must contain \{uid\}/],
	[
		'a signature recipe without the secret',
		{ signature: signing({ parts: ['subId', 'transId', 'reward'] }) },
		/override.signature.parts: must contain \{secret\}/,
	],
	[
		'an unkeyed digest of the URL',
		{ signature: signing({ scheme: 'address', position: 'last' }) },
		/override.signature.digest: must be keyed/,
	],
	['an invalid expression', { formats: { transId: '[' } }, /override.formats.transId: must be a regular expression/],
	['an unknown override', { sucessBody: '1' }, /override.*sucessBody/],
])('an invalid override stops the start: %s', (_, override, message) => {
	expect(readFile([{ ...entry, override }])).toThrow(message);
});

test('an invalid file stops the start', () => {
	expect(readFile({})).toThrow(/walls\.json: must be a list of entries: .*array/);
	expect(readFile([entry, entry])).toThrow(/the ID w is used twice/);
});

const weak = { secret: 'short', pathKey: 'key' };
test.each<[string, object, RegExp, object[]?]>([
	['a short secret', { secret: 'x' }, /^offerwall w: Secret too short: use at least 8 characters/m],
	['a secret from an example', { secret: 'My-Secret-1' }, /w: Secret can be guessed: it contains "secret"/],
	['a repeated secret', { secret: 'abc1abc1abc1' }, /w: Secret can be guessed: it repeats itself/],
	[
		'a shared secret',
		{},
		/^offerwall w: Secret shared with v: .*[\s\S]*offerwall v: Secret shared with w:/m,
		[{ id: 'v' }],
	],
	['a short path key', { pathKey: 'key' }, /w: Path key too short: use at least 16 characters/],
	[
		'a path key that can be guessed',
		{ pathKey: 'aaaabbbbccccdddd' },
		/w: Path key can be guessed: it has fewer than 10/,
	],
	[
		'a signed payout with an unsigned reward',
		{ partner: 'timewall' },
		/w: Rate required: TimeWall signs the payout but not the reward/,
	],
	[
		'a weak signature without a path key and allowed IPs',
		{ partner: 'cpx' },
		/w: Path key required: the signature of CPX Research [\s\S]*w: Allowed IPs required.*188\.40\.3\.73/,
	],
	['a weak signature without allowed IPs', { partner: 'torox', pathKey: PATH_KEY }, /w: Allowed IPs required/],
	['an override that removes the signature', { override: { signature: { scheme: 'none' } } }, /w: Path key required/],
])('%s causes a warning and counts as a risk while the wall is on', (_, more, warning, others = []) => {
	const walls = toWalls(
		[more, ...others].map((one) => ({ ...entry, ...one })),
		'test',
	);
	expect(wallWarnings(walls).join('\n')).toMatch(warning);
	expect(countRiskyWalls(walls)).toBe(walls.length);
	expect(countRiskyWalls(walls.map((wall) => ({ ...wall, enabled: false })))).toBe(0);
});

test.each(Object.keys(partners))('%s starts despite a weak secret and path key, and causes a warning', (partner) => {
	const walls = toWalls([{ id: 'w', partner, name: 'Wall', appId: '1', ...weak }], 'test');
	expect(wallWarnings(walls).join()).toMatch(/w: Secret too short.*w: Path key too short: use at least 16/);
});

test.each([
	['a missing app id', { appId: '' }, /Not shown to users: set appId/],
	['a missing wall parameter', { partner: 'adscend' }, /Not shown to users: set profile in wallParams/],
	[
		'a wall URL with an undefined hash',
		{ override: { wallUrl: 'https://wall.example/{uid}/{hash}' } },
		/Not shown to users: set hash in wallParams/,
	],
])('%s: the wall works but is not shown', (_, more, warning) => {
	const wall = wallWith(more);
	expect(wallUrlFor(wall, '8cc877ee')).toBeUndefined();
	expect(wallWarnings([wall]).join()).toMatch(warning);
});

test("a wall's URL contains the app id, the extra parameters and the user", () => {
	expect(wallUrlFor(wallWith({ appId: 'app 1&x=2', wallParams: { theme: 'dark&x' } }), '8cc877ee')).toBe(
		'https://wall.wannads.com/wall?apiKey=app+1%26x%3D2&userId=8cc877ee&theme=dark%26x',
	);
});

test('the wall parameters, which may be numbers, fill the placeholders of the URL or become query parameters', () => {
	const adscend = { partner: 'adscend', pathKey: PATH_KEY, allowedIps: ['192.0.2.1'] };
	const wall = wallWith({ ...adscend, id: 'my_wall', appId: 5, wallParams: { profile: 7, theme: 'dark' } });
	expect(wall.id).toBe('my_wall');
	expect(wallUrlFor(wall, '8cc877ee')).toBe(
		'https://asmwall.com/adwall/publisher/5/profile/7?subid1=8cc877ee&theme=dark',
	);
});

test("an offerwall's entry corrects its partner's defaults; renamed parameters are renamed in the hash, too", () => {
	const override = { parameters: { uid: 'who' }, successBody: 'done', wallUrl: 'https://wall.example/{uid}' };
	const wall = wallWith({ override });
	expect(wall.partner).toMatchObject({
		parameters: { uid: 'who', reward: 'reward' },
		signature: { parts: ['who', 'transId', 'reward', '{secret}'] },
		successBody: 'done',
	});
	expect(wallUrlFor(wall, '8cc877ee')).toBe('https://wall.example/8cc877ee');
});

test('renamed parameters are renamed wherever the contract names them', () => {
	const renaming = (partner: string, parameters: object) => wallWith({ partner, override: { parameters } });
	const pubscale = renaming('pubscale', { reward: 'coins' });
	const text = createHash('md5').update(`${SECRET}.u1.100.t1`).digest('hex');
	const sent = Object.entries({ user_id: 'u1', coins: '100.5', token: 't1', signature: text });
	const request = { parameters: new Map(sent), url: '', header: () => undefined };
	expect(isSigned(pubscale.partner, SECRET, request)).toBe(true);
	expect(callbackUrl(pubscale, SITE)).toContain('?user_id={user_id}&coins={value}&token=');
	expect(banCallbackUrl(renaming('bitlabs', { uid: 'who' }), SITE)).toContain('?who=[%USER:UID%]&BAN:STATUS=');
	expect([...renaming('lootably', { userIp: 'address' }).formats.keys()]).toEqual(['address']);
	const pollfish = renaming('pollfish', { uid: 'who' });
	expect(pollfish.partner.signature).toMatchObject({ omitEmpty: ['who'], absentIsEmpty: ['reason'] });
	expect(renaming('pollfish', { reason: 'why' }).partner.signature).toMatchObject({ absentIsEmpty: ['why'] });
});

test('values signed without separators cause a warning until formats or addresses are known', () => {
	const warnings = (more: object) => warningsOf({ ...entry, ...more });
	expect(warnings({})[0]).toMatch(
		/^offerwall w: Ambiguous signature: Wannads signs transId, reward .*override\.formats/,
	);
	expect(warnings({ allowedIps: ['192.0.2.1'] })).toEqual([]);
	expect(warnings({ override: { formats: { transId: '[0-9a-f]{32}' } } })).toEqual([]);
	const lootably = { partner: 'lootably', pathKey: PATH_KEY };
	expect(warnings(lootably)[0]).toContain('signs revenue, currencyReward without');
	expect(warnings({ ...lootably, override: { formats: { revenue: '\\d+\\.\\d{4}' } } })).toEqual([]);
	expect(warnings({ partner: 'tapjoy' })).toEqual([]);
});

test("an entry can define the hash in the wall's URL", () => {
	const wallHash = { digest: { hash: 'sha1' }, parts: ['{uid}', '7', '{secret}'], separator: '.' };
	const override = { wallUrl: 'https://wall.example/{uid}/{hash}', wallHash };
	const wall = wallWith({ override });
	const hash = createHash('sha1').update(`user-1.7.${SECRET}`).digest('hex');
	expect(wallUrlFor(wall, 'user-1')).toBe(`https://wall.example/user-1/${hash}`);
});

test('fields that a signature leaves open cause a warning, unless a path key protects them', () => {
	const kiwi = { ...entry, partner: 'kiwiwall' };
	expect(warningsOf(kiwi)).toEqual([
		"offerwall w: The signature of KiwiWall doesn't cover the transaction ID: add a path key",
	]);
	const other = { ...entry, id: 'v', secret: 'another-7Gh', allowedIps: ['192.0.2.1'] };
	expect(warningsOf({ ...kiwi, pathKey: PATH_KEY }, other)).toEqual([]);
	expect(warningsOf({ ...entry, rate: 80 })[0]).toContain('the booked amount');
});

const SITE = 'https://rewards.example';
const keyed = (partner: string) => wallWith({ partner, pathKey: PATH_KEY, wallParams: { profile: '1' } });

test("the callback URL has the path key and the macros in the dashboard's form", () => {
	expect(callbackUrl(keyed('timewall'), SITE)).toBe(
		`${SITE}/postback/w/${PATH_KEY}?userID={userID}&transactionID={transactionID}&revenue={revenue}` +
			'&currencyAmount={currencyAmount}&type={type}&ip={ip}&hash={hash}',
	);
	expect(callbackUrl(keyed('bitlabs'), SITE)).toContain('&TX=[%TX%]&VALUE:CURRENCY=[%VALUE:CURRENCY%]');
	expect(banCallbackUrl(keyed('bitlabs'), SITE)).toBe(
		`${SITE}/postback/w/${PATH_KEY}?USER:UID=[%USER:UID%]&BAN:STATUS=[%BAN:STATUS%]` +
			'&BAN:TYPE=[%BAN:TYPE%]&BAN:REASON=[%BAN:REASON%]&BAN:UNTIL=[%BAN:UNTIL%]',
	);
	expect(banCallbackUrl(keyed('cpx'), SITE)).toBeNull();
});

test.each(['wannads', 'revlum', 'inbrain'])('%s sends its own parameters, so its URL has no query', (partner) => {
	expect(callbackUrl(keyed(partner), SITE)).toBe(`${SITE}/postback/w/${PATH_KEY}`);
});

const wantsMacros = Object.entries(partners).filter(([, { macros }]) => macros);
test.each(wantsMacros)('%s: the callback URL requests every parameter that is read', (_, partner) => {
	const { parameters, macros, kinds, appended = [] } = partner;
	const kindsBy = kinds.rules.map(({ parameter }) => parameter).filter((name) => !appended.includes(name));
	const read = [...Object.values(parameters), ...kindsBy];
	expect(Object.keys(macros ?? {})).toEqual(expect.arrayContaining(read));
});

const at = (id: string, wallUrl: string) => ({ ...entry, id, override: { wallUrl } });
const framed = toWalls(
	[
		at('one', 'https://one.example/w?u={uid}'),
		at('plain', 'http://plain.example/{uid}'),
		at('own', 'https://site.example/wall/{uid}'),
		{ ...at('off', 'https://off.example/{uid}'), enabled: false },
		{ ...entry, id: 'phone', partner: 'tapjoy' },
	],
	'test',
);
const origins = createFrameOrigins(framed, 'https://site.example');

test.each(['/earn/one', '/earn/one/', '/EARN/one', '/earn/%6Fne'])('%s may frame its wall', (path) => {
	expect(origins(path)).toBe('https://one.example');
});

const unframed =
	'/earn /earn/ /earn/ONE /earn/one/two /x/earn/one' +
	' /earn/off /earn/phone /earn/plain /earn/own /earn/no-such-wall /earn/__proto__ /earn/%E0%A4%A /withdraw';
test.each(unframed.split(' '))('%s allows no frame', (path) => expect(origins(path)).toBeUndefined());

test('the operator is warned about walls that open in their own tab', () => {
	expect(frameWarnings(framed, 'https://site.example').map((line) => line.split(':')[0])).toEqual([
		'offerwall plain',
		'offerwall own',
	]);
	expect(frameWarnings(framed, 'http://localhost:3000')).toEqual([]);
});
