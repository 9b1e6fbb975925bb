import { passPrice, passPriceRoundedUp } from '../platform/price.ts';
import type { Pass, PlatformWorld, User } from '../platform/world.ts';
import { VendorRefusal } from './refusal.ts';

export type PassRequest = {
	robloxUsername: string;
	robuxAmount: number;
	placeId: number;
	gamepassId: number | undefined;
	checkOwnership: boolean;
};
const featuresThatChangePrices = ['regionalpricing', 'priceoptimization', 'managedpricing'];

export function findPass(world: PlatformWorld, request: PassRequest): { user: User; pass: Pass } {
	const user = world.userNamed(request.robloxUsername);
	if (!user || user.isBanned) throw new VendorRefusal(404, 'ROBLOX_USER_NOT_FOUND', 'Roblox user not found');
	const game = world.gameAtPlace(request.placeId);
	const passes = game ? world.passesOf(game.universeId) : [];
	const pass = passes.find((each) => each.isForSale && isWanted(each, request));
	if (!pass) throw new VendorRefusal(404, 'GAMEPASS_NOT_FOUND', 'Gamepass with the required price was not found');
	if (request.checkOwnership && !(pass.creator.type === 'User' && pass.creator.id === user.id)) {
		throw new VendorRefusal(400, 'GAMEPASS_SELLER_MISMATCH', 'Gamepass does not belong to this user');
	}
	if (pass.enabledFeatures.some((feature) => featuresThatChangePrices.includes(feature.toLowerCase()))) {
		throw new VendorRefusal(400, 'REGIONAL_PRICING_NOT_SUPPORTED', 'Gamepass has regional pricing enabled');
	}
	return { user, pass };
}

/** With a pass id, either rounding of the price matches; without one, only the price rounded up. */
function isWanted(pass: Pass, { gamepassId, robuxAmount }: PassRequest): boolean {
	const roundedUp = passPriceRoundedUp(robuxAmount);
	if (gamepassId === undefined) return pass.price === roundedUp;
	return pass.id === gamepassId && (pass.price === passPrice(robuxAmount) || pass.price === roundedUp);
}
