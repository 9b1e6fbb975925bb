import { DAY_MS } from '../../../contract/durations.ts';
import { lootablyGame, lootablyOffer } from '../../../test/partners/feed-examples.ts';
import { openOffersWorld } from '../../../test/partners/offers-world.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { getOffers } from './get-offers.ts';
import type { VisitorCaller } from './visitor.ts';

const { app, owner } = openTestDatabase();
const { deps, walls, fill, person, pass, clock } = openOffersWorld(app, owner);
type ListInput = Partial<Parameters<typeof getOffers>[1]>;

async function titles(input: ListInput = {}, who?: VisitorCaller): Promise<string[]> {
	return (await page(input, who)).items.map(({ title }) => title);
}

async function page(input: ListInput = {}, who?: VisitorCaller) {
	const all = { category: undefined, device: undefined, search: undefined, order: 'reward' as const };
	return getOffers(deps, { ...all, cursor: undefined, limit: 24, ...input }, who ?? (await person()));
}

const paying = (id: string, currencyReward: number, more: Record<string, unknown> = {}) =>
	lootablyOffer(id.replaceAll(' ', '-').replace(/[^\w-]/g, ''), { name: id, currencyReward, ...more });

test('a listed offer contains the fields of its card and nothing else about the partner', async () => {
	await fill([lootablyGame('game', [10, 25.5], { name: 'Island farm' })]);
	const { items } = await page();
	const card = { title: 'Island farm', summary: 'Answer twelve questions & more.', partner: 'Lootably', picture: null };
	const facts = {
		reward: 35.5,
		goals: 2,
		is_new: false,
		category: 'game',
		devices: ['android', 'ios'],
		held_days: 0,
		boost: null,
	};
	const id = expect.stringMatching(/^[\w-]{16}$/);
	expect(items).toEqual([
		{
			id,
			wall_id: 'one',
			...card,
			...facts,
			usually_credited_minutes: null,
			credited_percent: null,
			complete_within_hours: null,
		},
	]);
});

test('an offer is new for three days, unless the wall began with it', async () => {
	const both = [paying('first', 3), paying('second', 2)];
	await fill([both[0]]);
	pass(2 * DAY_MS);
	await fill(both);
	const areNew = async () => Object.fromEntries((await page()).items.map(({ title, is_new }) => [title, is_new]));
	expect(await areNew()).toEqual({ first: false, second: true });
	pass(3 * DAY_MS);
	await fill(both);
	expect(await areNew()).toEqual({ first: false, second: false });
});

test('filters by category and device; offers without devices match every device', async () => {
	await fill([
		paying('survey', 3),
		paying('phone game', 2, { categories: ['mobilegame'], devices: ['android'] }),
		paying('computer game', 1, { categories: ['desktopgame'], devices: ['windows'] }),
	]);
	expect(await titles()).toEqual(['survey', 'phone game', 'computer game']);
	expect(await titles({ category: 'game' })).toEqual(['phone game', 'computer game']);
	expect(await titles({ device: 'android' })).toEqual(['survey', 'phone game']);
	expect(await titles({ category: 'game', device: 'desktop' })).toEqual(['computer game']);
	expect(await titles({ device: 'ios', category: 'game' })).toEqual([]);
});

test('a search matches all words in title and text, ignoring accents', async () => {
	await fill([paying('Café Müller: level 30', 2), paying('Cafe at sea', 1, { description: 'drink' })]);
	expect(await titles({ search: 'cafe' })).toHaveLength(2);
	expect(await titles({ search: 'MULLER café' })).toEqual(['Café Müller: level 30']);
	expect(await titles({ search: 'drink' })).toEqual(['Cafe at sea']);
	expect(await titles({ search: '%_\\' })).toHaveLength(2);
	expect(await titles({ search: 'nothing like it' })).toEqual([]);
});

test('filters by the country of the IP address; an unknown country sees only unrestricted offers', async () => {
	await fill([
		paying('all', 3),
		paying('dutch', 2, { countries: ['NL'] }),
		paying('american', 1, { countries: ['US'] }),
	]);
	const { actor } = await person();
	expect(await titles({}, { actor, ip: '192.0.2.1' })).toEqual(['all', 'dutch']);
	expect(await titles({}, { actor, ip: '192.0.2.2' })).toEqual(['all', 'american']);
	expect(await titles({}, { actor, ip: '127.0.0.1' })).toEqual(['all']);
});

test('hides a wall from users below its minimum age', async () => {
	await fill([paying('a', 1)]);
	walls[0].minAge = 18;
	expect(await titles({}, await person(2010))).toEqual([]);
	expect(await titles({}, await person(1990))).toEqual(['a']);
	walls[0].minAge = 13;
});

test('a page continues after the last item even if offers were added or removed', async () => {
	const all = Array.from({ length: 60 }, (_, n) => paying(`o${n}`, 100 - n));
	await fill(all);
	const first = await page({ limit: 25 });
	expect(first.items.map(({ title }) => title)).toEqual(all.slice(0, 25).map(({ name }) => name));
	await fill([paying('new on top', 900), ...all.filter((_, n) => n !== 24 && n !== 25)]);
	const second = await page({ limit: 25, cursor: first.nextCursor ?? undefined });
	expect(second.items.map(({ title }) => title)).toEqual(all.slice(26, 51).map(({ name }) => name));
	const third = await page({ limit: 25, cursor: second.nextCursor ?? undefined });
	expect(third.items).toHaveLength(9);
	expect(third.nextCursor).toBeNull();
	await expect(page({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'invalid-argument' });
});

test('mixes kinds at the top of the recommended offers; a purchase is no quick win', async () => {
	const shops = ['s1', 's2', 's3', 's4', 's5'].map((id, n) => paying(id, 90 - n, { categories: ['shopping'] }));
	const games = ['g1', 'g2'].map((id, n) => lootablyGame(id, [5 - n], { name: id }));
	const quizzes = ['q1', 'q2', 'q3'].map((id, n) => paying(id, 0.3 - n / 10, { categories: ['quiz'] }));
	const offers = [...shops, ...games, ...quizzes, paying('survey', 0.1)];
	await fill(offers);
	const newcomer = await person();
	const order = 'recommended';
	expect(await titles({ order }, newcomer)).toEqual(
		['q1', 'q2', 'survey', 'q3'].concat('s1', 's2', 'g1', 's3', 's4', 'g2', 's5'),
	);
	expect(await titles({ order, category: 'shop' }, newcomer)).toEqual(shops.map(({ name }) => name));

	const first = await page({ order, limit: 5 }, newcomer);
	await fill([paying('q0', 1, { categories: ['quiz'] }), ...offers.filter(({ name }) => name !== 's2')]);
	const second = await titles({ order, cursor: first.nextCursor ?? undefined }, newcomer);
	expect(second).toEqual(['s3', 'g1', 's4', 's5', 'g2']);
});

test('orders by newest or by highest reward', async () => {
	await fill([paying('old', 9)]);
	pass(60_000);
	await fill([paying('old', 9), paying('new', 1)]);
	expect(await titles({ order: 'new' })).toEqual(['new', 'old']);
	expect(await titles({ order: 'reward' })).toEqual(['old', 'new']);
});

test('an offer of two walls is shown once, at the better wall open to the user', async () => {
	const store = { bundlePackageID: 'com.example.farm', categories: ['mobilegame'] };
	await fill(
		[paying('Farm', 10, { ...store, countries: ['NL'] }), paying('Only here', 1)],
		[paying('Farm: the game', 8, store)],
	);
	const { actor } = await person();
	expect(await titles({}, { actor, ip: '192.0.2.1' })).toEqual(['Farm', 'Only here']);
	expect(await titles({}, { actor, ip: '192.0.2.2' })).toEqual(['Farm: the game', 'Only here']);
	walls[0].enabled = false;
	expect(await titles({}, { actor, ip: '192.0.2.1' })).toEqual(['Farm: the game']);
	walls[0].enabled = true;
});

test('offers are equal if title, devices and countries are equal', async () => {
	await fill(
		[paying('Tile Puzzle!', 10), paying('Typing', 6, { countries: ['NL'] })],
		[paying('tile  puzzle', 8), paying('Typing', 5, { countries: ['BE', 'NL'] })],
	);
	expect(await titles()).toEqual(['Tile Puzzle!', 'Typing', 'Typing']);
});

test('equal offers of the same wall are all shown', async () => {
	await fill([paying('Same', 10), lootablyOffer('other-id', { name: 'Same', currencyReward: 10 })]);
	expect(await titles()).toEqual(['Same', 'Same']);
});

test("orders by current prices: the country's rate plus the boost", async () => {
	const [one, two] = walls;
	const nothing = { rateCents: undefined, rates: [], boosts: [] };
	const offers = [paying('a', 1, { revenue: 1 }), paying('b', 1, { revenue: 1.1 })];
	Object.assign(one, { rateCents: 10_000 });
	Object.assign(two, { rateCents: 10_000 });
	await fill(offers, [paying('c', 1, { revenue: 1.2 }), paying('d', 1, { revenue: 0.9 })]);
	const dutch = await person();
	const american = { ...dutch, ip: '192.0.2.2' };
	const shown = async (who: VisitorCaller, order: 'reward' | 'recommended' = 'reward') =>
		(await page({ order }, who)).items.map(({ title, reward }) => `${title} ${reward}`);
	expect(await shown(dutch)).toEqual(['c 120', 'b 110', 'a 100', 'd 90']);

	one.rates = [{ id: 1, country: 'NL', rateCents: 12_600, fromMs: clock.now() + 1_000 }];
	expect(await shown(dutch)).toEqual(['c 120', 'b 110', 'a 100', 'd 90']);
	pass(1_000);
	expect(await shown(dutch)).toEqual(['b 138.6', 'a 126', 'c 120', 'd 90']);
	expect(await shown(dutch, 'recommended')).toEqual(await shown(dutch));
	expect(await shown(american)).toEqual(['c 120', 'b 110', 'a 100', 'd 90']);

	two.boosts = [{ id: 1, percent: 50, fromMs: clock.now() + 1_000, untilMs: clock.now() + 2_000 }];
	pass(1_000);
	// Rewards with the boost: 180, 138.60, 135 and 126.
	expect(await shown(dutch)).toEqual(['c 120', 'b 138.6', 'd 90', 'a 126']);
	expect(await shown(american)).toEqual(['c 120', 'd 90', 'b 110', 'a 100']);
	pass(1_000);
	expect(await shown(american, 'recommended')).toEqual(['c 120', 'b 110', 'a 100', 'd 90']);
	for (const wall of walls) Object.assign(wall, nothing);
});
