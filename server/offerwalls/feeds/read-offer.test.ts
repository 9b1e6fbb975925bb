import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { adgateOffer, adgemOffer, lootablyGame, lootablyOffer } from '../../../test/partners/feed-examples.ts';
import { adgateFeed, adgemFeed, lootablyFeed } from './feeds.ts';
import { offerIdOf, readOffer } from './read-offer.ts';

const ofLootably = (more: Record<string, unknown> = {}) =>
	readOffer(lootablyFeed, lootablyOffer('a-1', more), undefined);

test('reads a Lootably offer with one step', () => {
	const texts = { title: 'Offer a-1', summary: 'Answer twelve questions & more.', requirements: [] };
	const urls = { link: 'https://track.example/o/a-1?u={userID}', picture: 'https://pictures.example/a-1.png' };
	const audience = { countries: [], devices: ['android', 'ios', 'desktop'], category: 'survey' };
	expect(ofLootably({ bundlePackageID: 'com.example.game' })).toEqual({
		...{ key: 'a-1', ...texts, ...urls, ...audience, store: 'com.example.game' },
		steps: [{ id: '', title: 'Offer a-1', payoutMicros: 1_200_000, rewardCents: 10_050 }],
	});
});

test('reads one step for each goal of a Lootably offer', () => {
	const { steps, devices, category } = readOffer(lootablyFeed, lootablyGame('g', [10, 25.55]), undefined);
	expect(devices).toEqual(['android', 'ios']);
	expect(category).toBe('game');
	expect(steps).toMatchObject([
		{ id: 'g-1', title: 'Reach level 10', rewardCents: 1_000 },
		{ id: 'g-2', title: 'Reach level 20', rewardCents: 2_555 },
	]);
});

test('reads an AdGate offer, whose rewards are in dollars only', () => {
	const audience = { countries: ['DE', 'NL'], devices: ['android', 'ios'], category: 'other' };
	expect(readOffer(adgateFeed, adgateOffer(7), undefined)).toMatchObject({
		...{ key: '7', title: 'Offer 7', requirements: ['New users only.', 'Takes a day.'], ...audience },
		...{ support: 'https://wall.example/contact', store: 'com.example.app7' },
		steps: [{ id: '70', title: 'Completed', payoutMicros: 1_500_000 }],
	});
});

test('reads an AdGem offer with separate requirements', () => {
	expect(readOffer(adgemFeed, adgemOffer(7), undefined)).toEqual({
		...{ key: '7', title: 'Offer Name', summary: 'Offer Description', store: 'com.adgem.app' },
		...{ countries: ['US'], devices: ['android'], category: 'app', completeWithinMs: 30 * DAY_MS },
		requirements: ['Must be a new user.', 'Offer Instruction 1', 'Offer Instruction 2', 'Offer Disclaimer'],
		link: 'https://api.adgem.com/v1/click?all=1&appid=1&cid=100&playerid={playerid}',
		picture: 'https://adgem.com/images/offerwall/offerwall_icon.png',
		steps: [
			{
				id: '118093008515239936',
				title: 'Level 1',
				payoutMicros: 1_000_000,
				rewardCents: 100,
				completeWithinMs: 30 * DAY_MS,
			},
		],
	});
	const goals = [{ amount: 5, payout_usd: 1 }];
	expect(readOffer(adgemFeed, adgemOffer(7, { goals }), undefined).steps).toMatchObject([{ id: '', title: '1' }]);
	const numbered = [{ ...goals[0], id: 0 }];
	expect(readOffer(adgemFeed, adgemOffer(7, { goals: numbered }), undefined).steps).toMatchObject([{ id: '0' }]);
	const geo_targeting = { countries: [{ name: 'Kosovo', iso_alpha2: null }] };
	expect(() => readOffer(adgemFeed, adgemOffer(7, { geo_targeting }), undefined)).toThrow('invalid country');
	expect(readOffer(adgemFeed, adgemOffer(7, { goals: [] }), undefined).steps).toEqual([
		{ id: '', title: 'Offer Name', payoutMicros: 1_000_000, rewardCents: 500 },
	]);
});

test.each<[unknown, number?]>([
	[168, 168],
	['72', 72],
	[8_760, 8_760],
	...[8_761, 0, -5, 1.5, 1e9, '7 days', null, [], { toString: 1 }].map((wrong): [unknown] => [wrong]),
])('reads the time limit %j, and an invalid one as no limit', (given, hours?: number) => {
	const limit = hours === undefined ? {} : { completeWithinMs: hours * HOUR_MS };
	const { completeWithinMs } = readOffer(adgateFeed, adgateOffer(7, { session_hours: given }), undefined);
	expect({ completeWithinMs }).toEqual(limit);
	const goals = [{ id: 'g', payout_usd: 1, amount: 1, maximum_completion_time_days: given }];
	const { steps } = readOffer(adgemFeed, adgemOffer(7, { attribution_window_days: null, goals }), undefined);
	expect(steps[0]?.completeWithinMs ?? 0).toBe(hours !== undefined && hours < 365 ? hours * DAY_MS : 0);
});

test.each<[string, Record<string, unknown>, string]>([
	['a variable reward', { currencyReward: 'variable', revenue: 'variable' }, 'invalid amount'],
	['a negative reward', { currencyReward: -1 }, 'invalid amount'],
	['an infinite reward', { currencyReward: 1e21 }, 'invalid amount'],
	['no payout', { currencyReward: 0, revenue: 0 }, 'no payout'],
	['no title', { name: ' \u0000 ' }, 'no title'],
	['a title of another type', { name: { evil: true } }, 'no title'],
	['an id of another type', { offerID: ['a'] }, 'invalid ID'],
	['a script as the URL', { link: 'javascript:alert(1)' }, 'no URL'],
	['an http URL', { link: 'http://track.example/' }, 'no URL'],
	['a URL with credentials', { link: 'https://a:b@track.example/' }, 'no URL'],
	['a URL with a NUL', { link: 'https://track.example/\u0000' }, 'no URL'],
	['an invalid country', { countries: ['NL', 7] }, 'invalid country'],
	['an invalid device', { devices: ['fridge'] }, 'unknown device'],
	['too many steps', { goals: Array.from({ length: 61 }, () => ({})) }, 'too many steps'],
])('an offer is rejected: %s', (_, more, problem) => expect(() => ofLootably(more)).toThrow(problem));

test.each([null, 7, 'text', [], {}])('a value that is no offer is rejected: %j', (item) => {
	expect(() => readOffer(lootablyFeed, item, undefined)).toThrow('no title');
});

test('omits a picture at an unsafe address and keeps the offer', () => {
	expect(ofLootably({ image: 'http://pictures.example/a.png' })).not.toHaveProperty('picture');
});

test("only the entry's own origin may use plain http", () => {
	const link = 'http://localhost:3001/o?u={userID}';
	expect(readOffer(lootablyFeed, lootablyOffer('a', { link }), 'http://localhost:3001').link).toBe(link);
	expect(() => readOffer(lootablyFeed, lootablyOffer('a', { link }), 'http://localhost:3002')).toThrow('no URL');
});

test('texts become one bounded line without tags and control characters', () => {
	const { title, summary } = ofLootably({
		name: `<script>alert(1)</script>${'x'.repeat(500)}`,
		description: 'one\n\u202etwo\u0007 &lt;three&gt; \ud800',
	});
	expect(title).toHaveLength(120);
	expect(title).toMatch(/^alert\(1\) x+…$/);
	expect(summary).toBe('one two <three> �');
});

test('a text of only brackets is read quickly', () => {
	const startedMs = performance.now();
	for (let n = 0; n < 2_000; n += 1) ofLootably({ description: '<'.repeat(4_000) });
	expect(performance.now() - startedMs).toBeLessThan(5_000);
});

test("an offer's id is stable, and differs between walls", () => {
	expect(offerIdOf('a', 'k')).toBe(offerIdOf('a', 'k'));
	expect(offerIdOf('a', 'k')).not.toBe(offerIdOf('b', 'k'));
});

test.each(['*', 'all', 'WW', 'worldwide', ' any '])('the country %j opens an offer to all', (code) => {
	expect(ofLootably({ countries: [code] }).countries).toEqual([]);
	expect(ofLootably({ countries: code }).countries).toEqual([]);
	expect(ofLootably({ countries: ['NL', code] }).countries).toEqual([]);
});

test.each([
	[
		['nl', 'UK', 'de'],
		['DE', 'GB', 'NL'],
	],
	['us, ca', ['CA', 'US']],
	[[], []],
])('reads the countries %j', (countries, codes) => expect(ofLootably({ countries }).countries).toEqual(codes));

test('shows a goal with a variable amount without an amount', () => {
	const game = lootablyGame('g', [10, 25.55]) as { goals: object[] };
	const goals = game.goals.map((goal, n) =>
		n === 0 ? { ...goal, revenue: 'variable', currencyReward: 'variable' } : goal,
	);
	expect(readOffer(lootablyFeed, { ...game, goals }, undefined).steps).toMatchObject([
		{ id: 'g-1', payoutMicros: 0, isVariable: true },
		{ id: 'g-2', rewardCents: 2_555 },
	]);
});

const names: [string, string][] = [
	['Don&#x27;t Stop&trade; &amp; Go', "Don't Stop™ & Go"],
	['Don&#146;t Stop &#x96; Go', 'Don\u2019t Stop \u2013 Go'],
	['👨\u200d👩\u200d👧 Family', '👨\u200d👩\u200d👧 Family'],
	['می\u200cخواهم', 'می\u200cخواهم'],
	['Deposit >$10 within <48h> of install', 'Deposit >$10 within <48h> of install'],
	['<b>Play</b> &lt;now&gt;', 'Play <now>'],
	['{offer_name}', '–'],
	['{{offer}}', '–'],
	['[%OFFER:NAME%]', '–'],
	['[ONM]', '–'],
	['$name$', '–'],
	['[Bonus]', '[Bonus]'],
	['$5 + $10', '$5 + $10'],
];
test.each(names)('the name %j is shown as %j', (name, shown) => expect(ofLootably({ name }).title).toBe(shown));

test('a long text ends between letters', () => {
	const family = '👨\u200d👩\u200d👧';
	const { title } = ofLootably({ name: family.repeat(60) });
	expect(title).toBe(`${family.repeat(14)}…`);
});
