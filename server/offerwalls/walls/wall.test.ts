import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { partners } from '../partners/registry.ts';
import { readWallsFile, toWalls, type Wall, wallUrlFor, wallWarnings } from './wall.ts';

const entry = { id: 'w', partner: 'wannads', name: 'Wall', secret: 'test-secret', appId: 'app' };

function signing(more: object): object {
	return { scheme: 'fields', parameter: 'signature', digest: { hash: 'md5' }, ...more };
}

describe('an invalid file stops the start and names entry and field', () => {
	test.each<[string, unknown, RegExp]>([
		['not a list', {}, /walls\.json: it must be a list of entries: .*array/],
		['an unknown partner', [{ ...entry, partner: 'nobody' }], /entry 1 \(w\), partner: must be one of cpx, .*wannads/],
		['a short secret', [entry, { ...entry, id: 'v', secret: 'x' }], /entry 2 \(v\), secret: .*8 characters/],
		['an id that cannot stand in an address', [{ ...entry, id: 'A b' }], /id: must be lowercase/],
		['a repeated id', [entry, entry], /the id w is used twice/],
		['a misspelt field', [{ ...entry, allowedIp: [] }], /allowedIp/],
		['an address that is none', [{ ...entry, allowedIps: ['example.com'] }], /allowedIps/],
		['a negative rate', [{ ...entry, rate: -1 }], /rate/],
		[
			'a signed payout beside a reward that anybody could change',
			[{ ...entry, partner: 'timewall' }],
			/\(w\), rate: is required, because TimeWall signs the payout, not the reward/,
		],
		['a rate without a payout', [{ ...entry, partner: 'tapjoy', rate: 80 }], /rate: cannot be used: Tapjoy/],
		[
			'a weak signature without path key and addresses',
			[{ ...entry, partner: 'cpx' }],
			/entry 1 \(w\), pathKey: is required, because what CPX Research signs .*; entry 1 \(w\), allowedIps: is required.*188\.40\.3\.73/,
		],
		[
			'a weak signature without addresses',
			[{ ...entry, partner: 'torox', pathKey: 'a-long-secret-path-key' }],
			/entry 1 \(w\), allowedIps: is required/,
		],
		[
			'a part of the address that is open',
			[{ ...entry, partner: 'adscend', pathKey: 'a-long-secret-path-key', allowedIps: ['192.0.2.1'] }],
			/entry 1 \(w\), wallParams: needs profile/,
		],
		[
			'a part of the address that is for each user',
			[{ ...entry, wallParams: { uid: '1' } }],
			/wallParams: cannot have uid/,
		],
		[
			'an address that leads into our own page',
			[{ ...entry, override: { wallUrl: 'javascript:alert({uid})' } }],
			/override.wallUrl/,
		],
		[
			'an address that is the same for everybody',
			[{ ...entry, override: { wallUrl: 'https://wall.example/' } }],
			/override.wallUrl: must contain \{uid\}/,
		],
		[
			'an address with a hash that nobody described',
			[{ ...entry, override: { wallUrl: 'https://wall.example/{uid}/{hash}' } }],
			/wallParams: needs hash/,
		],
		[
			'a recipe without the secret',
			[{ ...entry, override: { signature: signing({ parts: ['subId', 'transId', 'reward'] }) } }],
			/override.signature.parts: must contain \{secret\}/,
		],
		[
			'a digest of the address that anybody can make',
			[{ ...entry, override: { signature: signing({ scheme: 'address', position: 'last' }) } }],
			/override.signature.digest: must be keyed/,
		],
		[
			'a format that is no regular expression',
			[{ ...entry, override: { formats: { transId: '[' } } }],
			/override.formats.transId: must be a regular expression/,
		],
		['an unknown fact', [{ ...entry, override: { sucessBody: '1' } }], /override.*sucessBody/],
		[
			'a correction that unsigns a wall',
			[{ ...entry, override: { signature: { scheme: 'none' } } }],
			/entry 1 \(w\), pathKey: is required/,
		],
	])('%s', (_, entries, message) => {
		expect(() => toWalls(entries, 'OFFERWALLS_FILE walls.json')).toThrow(message);
		expect(() => toWalls(entries, 'OFFERWALLS_FILE walls.json')).toThrow(/^OFFERWALLS_FILE walls\.json/);
	});

	test('no file, no JSON', () => {
		const folder = mkdtempSync(join(tmpdir(), 'walls-'));
		expect(() => readWallsFile(join(folder, 'missing.json'), 'trial')).toThrow(/cannot be read/);
		writeFileSync(join(folder, 'half.json'), '[{');
		expect(() => readWallsFile(join(folder, 'half.json'), 'trial')).toThrow(/cannot be read/);
	});
});

test.each(Object.keys(partners))(
	'on trial %s needs nothing but its secret, and says what it needs in production',
	(partner) => {
		const trial = { id: 'w', partner, name: 'Wall', secret: 'short', appId: '1', pathKey: 'key' };
		const walls = toWalls([trial], 'test', 'trial');
		expect(() => toWalls([trial], 'test')).toThrow(/secret: must have.*pathKey: must have at least 16/);
		expect(wallWarnings(walls)).toEqual(
			expect.arrayContaining([
				expect.stringMatching(/^offerwall w: secret must have .*; in production it does not start$/),
			]),
		);
	},
);

test('on trial a wall whose address has an open part works and is not shown', () => {
	const [wall] = toWalls([{ ...entry, partner: 'adscend' }], 'test', 'trial') as [Wall];
	expect(wallUrlFor(wall, '8cc877ee')).toBeUndefined();
	expect(wallWarnings([wall]).join()).toContain('wallParams needs profile');
});

test("a wall's address carries the app, the extra parameters and this user", () => {
	const [wall] = toWalls([{ ...entry, appId: 'app 1&x=2', wallParams: { theme: 'dark&x' } }], 'test') as [Wall];
	expect(wallUrlFor(wall, '8cc877ee')).toBe(
		'https://wall.wannads.com/wall?apiKey=app+1%26x%3D2&userId=8cc877ee&theme=dark%26x',
	);
});

test('an id may have an underscore, and what the dashboard numbers may be written as a number', () => {
	const adscend = { ...entry, partner: 'adscend', pathKey: 'a-long-secret-path-key', allowedIps: ['192.0.2.1'] };
	const [wall] = toWalls([{ ...adscend, id: 'my_wall', appId: 5, wallParams: { profile: 7 } }], 'test') as [Wall];
	expect(wall.id).toBe('my_wall');
	expect(wallUrlFor(wall, '8cc877ee')).toBe('https://asmwall.com/adwall/publisher/5/profile/7?subid1=8cc877ee');
});

test('parameters go where the address names them', () => {
	const adscend = { ...entry, partner: 'adscend', pathKey: 'a-long-secret-path-key', allowedIps: ['192.0.2.1'] };
	const [wall] = toWalls([{ ...adscend, appId: '5', wallParams: { profile: '7', theme: 'dark' } }], 'test') as [Wall];
	expect(wallUrlFor(wall, '8cc877ee')).toBe(
		'https://asmwall.com/adwall/publisher/5/profile/7?subid1=8cc877ee&theme=dark',
	);
});

test('a fact of a partner is corrected by the entry, and a renamed parameter in its hash too', () => {
	const override = { parameters: { uid: 'who' }, successBody: 'done', wallUrl: 'https://wall.example/{uid}' };
	const [wall] = toWalls([{ ...entry, override }], 'test') as [Wall];
	expect(wall.partner).toMatchObject({
		parameters: { uid: 'who', reward: 'reward' },
		signature: { parts: ['who', 'transId', 'reward', '{secret}'] },
		successBody: 'done',
	});
	expect(wallUrlFor(wall, '8cc877ee')).toBe('https://wall.example/8cc877ee');
});

test('values that are signed without anything between them: told at start until it is known where they end', () => {
	const warningsOf = (more: object) => wallWarnings(toWalls([{ ...entry, ...more }], 'test'));
	const [warning = ''] = warningsOf({});
	expect(warning).toMatch(/^offerwall w: what Wannads signs can be split between transId, reward .*override\.formats/);
	expect(warningsOf({ allowedIps: ['192.0.2.1'] })).toEqual([]);
	expect(warningsOf({ override: { formats: { transId: '[0-9a-f]{32}' } } })).toEqual([]);
	// Lootably's address is known to be one; of the two amounts one has to be.
	const lootably = { partner: 'lootably', pathKey: 'a-long-secret-path-key' };
	expect(warningsOf(lootably)[0]).toContain('between revenue, currencyReward in');
	expect(warningsOf({ ...lootably, override: { formats: { revenue: '\\d+\\.\\d{4}' } } })).toEqual([]);
	expect(warningsOf({ partner: 'tapjoy' })).toEqual([]);
});

test("a wall's own hash follows the entry too", () => {
	const wallHash = { digest: { hash: 'sha1' }, parts: ['{uid}', '7', '{secret}'], separator: '.' };
	const override = { wallUrl: 'https://wall.example/{uid}/{hash}', wallHash };
	const [wall] = toWalls([{ ...entry, override }], 'test') as [Wall];
	const hash = createHash('sha1').update('user-1.7.test-secret').digest('hex');
	expect(wallUrlFor(wall, 'user-1')).toBe(`https://wall.example/user-1/${hash}`);
});

test('a wall whose address is not complete works, is not shown, and says so at start', () => {
	const walls = toWalls([{ ...entry, appId: '', allowedIps: ['192.0.2.1'] }], 'test');
	expect(walls[0]?.url).toBeUndefined();
	expect(wallWarnings(walls)).toEqual(['offerwall w: not shown to users, because its address needs an appId']);
});

test('what a signature leaves open is told at start, unless a path key closes it', () => {
	const kiwi = { ...entry, partner: 'kiwiwall' };
	expect(wallWarnings(toWalls([kiwi], 'test'))).toEqual([
		'offerwall w: the signature of KiwiWall does not cover the transaction id; give it a pathKey',
	]);
	expect(
		wallWarnings(
			toWalls(
				[
					{ ...kiwi, pathKey: 'a-long-secret-path-key' },
					{ ...entry, id: 'v', allowedIps: ['192.0.2.1'] },
				],
				'test',
			),
		),
	).toEqual([]);
	expect(wallWarnings(toWalls([{ ...entry, rate: 80 }], 'test'))[0]).toContain('the amount that is booked');
});
