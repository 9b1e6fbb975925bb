import { lootablyOffer } from '../../test/partners/feed-examples.ts';
import { openOffersWorld } from '../../test/partners/offers-world.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { offersToShow } from './get-public-stats.ts';

const { app, owner } = openTestDatabase();
const { deps, walls, fill } = openOffersWorld(app, owner);
const offer = (id: string, more: Record<string, unknown> = {}) => lootablyOffer(id, { name: id, ...more });
const titles = (ip: string) =>
	offersToShow(deps, ip)
		.map(({ title }) => title)
		.sort();

test('guests see three to six offers of their country, without partner details', async () => {
	const many = Array.from({ length: 9 }, (_, n) => offer(`o${n}`));
	await fill(many);
	expect(titles('192.0.2.1')).toHaveLength(6);
	await fill([offer('a', { currencyReward: 2.5 }), offer('b'), offer('dutch', { countries: ['NL'] })]);
	expect(titles('192.0.2.1')).toEqual(['a', 'b', 'dutch']);
	const a = offersToShow(deps, '192.0.2.1').find(({ title }) => title === 'a');
	expect(a).toEqual({ title: 'a', reward: 2.5, category: 'survey', picture: null });
	expect(titles('192.0.2.2'), 'two are not enough').toEqual([]);
});

test('shows no offers of an adult wall, in an unserved region, or when the catalogue is empty', async () => {
	await fill([offer('a'), offer('b'), offer('c')]);
	walls[0].minAge = 18;
	expect(titles('192.0.2.1')).toEqual([]);
	walls[0].minAge = 13;
	expect(titles('192.0.2.1')).toHaveLength(3);
	expect(offersToShow({ ...deps, isServed: () => false }, '192.0.2.1')).toEqual([]);
	await fill([]);
	expect(titles('192.0.2.1')).toEqual([]);
});
