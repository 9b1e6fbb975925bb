import type { Branding } from '../../../contract/branding.ts';
import { CallError } from '../../../contract/errors.ts';
import { callError, refusal } from '../../../contract/refusals.ts';
import type { NoPassDetails } from '../../../contract/withdrawals/withdrawals.ts';
import { PlatformUnavailable } from '../../platform/client.ts';
import type { Pass } from '../../platform/passes.ts';
import type { Platform } from '../../platform/platform.ts';

export type GameAccount = { robloxUsername: string; platformUserId: number };

export type FindPassDeps = { platform: Platform; words: Pick<Branding, 'platformName'> };

export type FoundPass = { passId: number; universeId: number; robloxUsername: string };

const PASSES_SHOWN_MAX = 50;

/** @throws CallError `not-found` with the passes for sale. */
export async function findPass(
	{ platform, words }: FindPassDeps,
	account: GameAccount,
	wanted: { placeId: number; price: number },
): Promise<FoundPass> {
	try {
		const user = await platform.findUser(account.robloxUsername);
		if (user?.userId !== account.platformUserId) {
			throw callError('permission-denied', 'game-account-gone', { platform: words.platformName });
		}
		const universeId = await platform.findUniverse(wanted.placeId);
		const passes = universeId === undefined ? [] : await platform.listPasses(universeId);
		const pass = passes.find((one) => one.isForSale && one.price === wanted.price && one.creatorId === user.userId);
		if (!pass || universeId === undefined) {
			const isRegional = await isShownAtRegionalPrice(platform, passes, { ...wanted, sellerId: user.userId });
			if (isRegional) throw callError('failed-precondition', 'regional-pricing-on');
			throw new CallError('not-found', refusal('no-pass-found'), listForSale(passes));
		}
		const { isRegional, defaultPrice = pass.price } = await platform.findPassPricing(pass.id);
		if (isRegional || defaultPrice !== pass.price) throw callError('failed-precondition', 'regional-pricing-on');
		return { passId: pass.id, universeId, robloxUsername: user.name };
	} catch (error) {
		if (error instanceof PlatformUnavailable)
			throw callError('unavailable', 'platform-away', { platform: words.platformName });
		throw error;
	}
}

/** The platform's largest regional discount leaves this share of the price. */
const REGIONAL_SHARE_MIN = 0.3;
const PASSES_CHECKED_MAX = 5;

async function isShownAtRegionalPrice(
	platform: Platform,
	passes: readonly Pass[],
	{ price: wanted, sellerId }: { price: number; sellerId: number },
): Promise<boolean> {
	const lower = passes.filter(
		({ price, isForSale, creatorId }) =>
			isForSale && creatorId === sellerId && price !== null && price < wanted && price >= wanted * REGIONAL_SHARE_MIN,
	);
	const pricing = lower.slice(0, PASSES_CHECKED_MAX).map(({ id }) => platform.findPassPricing(id));
	const answers = await Promise.allSettled(pricing);
	return answers.some((answer) => answer.status === 'fulfilled' && answer.value.defaultPrice === wanted);
}

function listForSale(passes: readonly Pass[]): NoPassDetails {
	const forSale = passes.flatMap(({ id, name, price, isForSale }) =>
		isForSale && price !== null ? [{ id, name, price }] : [],
	);
	return { passes: forSale.slice(0, PASSES_SHOWN_MAX) };
}
