import { z } from 'zod';
import { type PlatformClient, PlatformUnavailable, pagesOf, rejected } from './client.ts';

export type Pass = {
	id: number;
	name: string;
	/** In R$; null if the pass is not for sale. */
	price: number | null;
	isForSale: boolean;
	/** Null if a group created the pass, because its R$ would not reach the user. */
	creatorId: number | null;
};

type PassUrls = { apisUrl: string; gamesUrl: string };

const PASSES_ON_PAGE = 100;
const PASS_PAGES_MAX = 10;

const price = z.int().nonnegative().nullish();

const creator = z
	.object({ creatorType: z.union([z.string(), z.number()]).nullish(), creatorId: z.int().nullish() })
	.nullish();

const pass = z.object({ id: z.int().positive(), name: z.string().nullish(), displayName: z.string().nullish(), price });
const passes = z.array(pass.extend({ isForSale: z.boolean().nullish(), creator }));
const nextPageToken = z.string().nullish();
/** The platform has returned this list under both names. */
const passesPage = z.union([
	z.object({ gamePasses: passes, nextPageToken }),
	z.object({ data: passes, nextPageToken }).transform((page) => ({ gamePasses: page.data, ...page })),
]);

export async function listPasses(client: PlatformClient, urls: PassUrls, universeId: number): Promise<Pass[]> {
	try {
		const passes = await listCurrentPasses(client, urls.apisUrl, universeId);
		if (passes) return passes;
	} catch (error) {
		if (!(error instanceof PlatformUnavailable)) throw error;
		return listOlderPasses(client, urls.gamesUrl, universeId).catch(() => {
			throw error;
		});
	}
	return listOlderPasses(client, urls.gamesUrl, universeId);
}

async function listCurrentPasses(
	client: PlatformClient,
	apisUrl: string,
	universeId: number,
): Promise<Pass[] | undefined> {
	async function readPage(pageToken: string | undefined, page: number) {
		const query = new URLSearchParams({ passView: 'Full', pageSize: String(PASSES_ON_PAGE) });
		if (pageToken) query.set('pageToken', pageToken);
		const url = `${apisUrl}/game-passes/v1/universes/${universeId}/game-passes?${query}`;
		const answer = await client.request({ url }, passesPage);
		if (answer.ok) return answer.value;
		return page === 1 && answer.code === 'UniverseNotFound' ? { gamePasses: [] } : undefined;
	}

	const passes = new Map<number, Pass>();
	for await (const page of pagesOf(PASS_PAGES_MAX, readPage, (page) => page?.nextPageToken)) {
		if (!page) return undefined;
		for (const { isForSale, creator, ...pass } of page.gamePasses) {
			passes.set(pass.id, passOf(pass, isUser(creator?.creatorType) ? creator?.creatorId : null, isForSale));
		}
	}
	return [...passes.values()];
}

function passOf(
	{ id, name, displayName, price }: z.output<typeof pass>,
	creatorId: number | null | undefined,
	isForSale?: boolean | null,
): Pass {
	return {
		id,
		name: displayName || name || '',
		price: price ?? null,
		isForSale: isForSale ?? price != null,
		creatorId: creatorId ?? null,
	};
}

function isUser(creatorType: string | number | null | undefined): boolean {
	return creatorType === 1 || (typeof creatorType === 'string' && creatorType.toLowerCase() === 'user');
}

const olderPassesPage = z.object({
	data: z.array(pass.extend({ sellerId: z.int().nullish() })),
	nextPageCursor: z.string().nullish(),
});

/** Endpoint from before August 2025, which some regions still serve. */
async function listOlderPasses(client: PlatformClient, gamesUrl: string, universeId: number): Promise<Pass[]> {
	async function readPage(cursor: string | undefined) {
		const query = new URLSearchParams({ limit: String(PASSES_ON_PAGE), sortOrder: 'Asc' });
		if (cursor) query.set('cursor', cursor);
		const url = `${gamesUrl}/v1/games/${universeId}/game-passes?${query}`;
		const answer = await client.request({ url }, olderPassesPage);
		if (answer.ok) return answer.value;
		throw rejected('every request for the passes of a game', answer);
	}

	const passes = new Map<number, Pass>();
	for await (const { data } of pagesOf(PASS_PAGES_MAX, readPage, ({ nextPageCursor }) => nextPageCursor)) {
		for (const pass of data) passes.set(pass.id, passOf(pass, pass.sellerId));
	}
	return [...passes.values()];
}

const pricing = z.object({
	isInActivePriceOptimizationExperiment: z.boolean().nullish(),
	isManagedPricingEnabled: z.boolean().nullish(),
});
const passDetails = pricing.extend({
	priceInformation: pricing
		.extend({ defaultPriceInRobux: price, enabledFeatures: z.array(z.string()).nullish() })
		.nullish(),
});

/** Features that change the price for some buyers; `UserFixedPrice` does not. */
const PRICE_CHANGING_FEATURES = new Set(['regionalpricing', 'priceoptimization', 'managedpricing']);

export type PassPricing = {
	defaultPrice: number | undefined;
	/** True if buyers in some regions pay another price. New passes have this on by default. */
	isRegional: boolean;
};

/** Never cached, because the owner may just have turned off regional pricing, as our refusal asks. */
export async function findPassPricing(client: PlatformClient, apisUrl: string, passId: number): Promise<PassPricing> {
	const answer = await client.request({ url: `${apisUrl}/game-passes/v1/game-passes/${passId}/details` }, passDetails);
	if (!answer.ok) throw rejected('the lookup of a listed pass', answer);
	const { priceInformation, ...pass } = answer.value;
	const features = priceInformation?.enabledFeatures ?? [];
	const isRegional =
		features.some((feature) => PRICE_CHANGING_FEATURES.has(feature.toLowerCase())) ||
		[pass, priceInformation].some(
			(flags) => flags?.isInActivePriceOptimizationExperiment === true || flags?.isManagedPricingEnabled === true,
		);
	return { defaultPrice: priceInformation?.defaultPriceInRobux ?? undefined, isRegional };
}
