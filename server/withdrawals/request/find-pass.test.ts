import { refusal } from '../../../contract/refusals.ts';
import { PlatformUnavailable } from '../../platform/client.ts';
import type { Pass, PassPricing } from '../../platform/passes.ts';
import { findPass } from './find-pass.ts';

const SELLER = 42;

function find(passes: Partial<Pass>[], pricings: Record<number, Partial<PassPricing>> = {}) {
	const requests: number[] = [];
	const platform = {
		findUser: async () => ({ userId: SELLER, name: 'Builderman' }),
		findUniverse: async () => 7,
		listPasses: async () =>
			passes.map((pass, n) => ({ id: n + 1, name: 'P', price: 71, isForSale: true, creatorId: SELLER, ...pass })),
		async findPassPricing(id: number) {
			requests.push(id);
			const pricing = pricings[id];
			if (!pricing) throw new PlatformUnavailable('no details');
			return { defaultPrice: undefined, isRegional: false, ...pricing };
		},
		findAvatarUrl: async () => null,
		findDescription: async () => undefined,
		listGames: async () => [],
	};
	const account = { robloxUsername: 'builderman', platformUserId: SELLER };
	const found = findPass({ platform, words: { platformName: 'Roblox' } }, account, { placeId: 8, price: 71 });
	return { found, requests };
}

const regional = { code: 'failed-precondition', message: refusal('regional-pricing-on').message };
const missing = { code: 'not-found', message: refusal('no-pass-found').message };

test.each<Partial<PassPricing>>([{}, { defaultPrice: 71 }])('a pass at the price with %j is found', async (pricing) => {
	await expect(find([{}], { 1: pricing }).found).resolves.toMatchObject({ passId: 1, universeId: 7 });
});

test.each<Partial<PassPricing>>([{ isRegional: true }, { defaultPrice: 100 }, { defaultPrice: 70 }])(
	'a pass at the price with %j is refused, because not every buyer pays that price',
	async (pricing) => {
		await expect(find([{}], { 1: pricing }).found).rejects.toMatchObject(regional);
	},
);

test('a pass that is shown to us at its regional price is reported as regional pricing', async () => {
	const { found } = find([{ price: 90 }, { price: 50 }], { 2: { defaultPrice: 71, isRegional: true } });
	await expect(found).rejects.toMatchObject(regional);
});

test('a pass that its owner priced lower is reported as missing', async () => {
	await expect(find([{ price: 50 }], { 1: { defaultPrice: 50 } }).found).rejects.toMatchObject(missing);
	await expect(find([{ price: 50 }]).found).rejects.toMatchObject(missing);
});

test('only passes whose price may be a reduced one are queried, and at most five', async () => {
	const others = [{ price: 21 }, { price: 72 }, { price: null }, { price: 50, creatorId: 1 }];
	const { found, requests } = find([...others, { price: 50, isForSale: false }, ...Array(9).fill({ price: 22 })]);
	await expect(found).rejects.toMatchObject(missing);
	expect(requests).toEqual([6, 7, 8, 9, 10]);
});
