import type { CallResult } from '../../../contract/calls.ts';
import { asRobuxCents, robuxToWire } from '../../../contract/money.ts';
import type { OfferCategory } from '../../../contract/offerwalls/offer-filters.ts';
import { openWallet } from '../../ledger/wallet.ts';
import { isAmong } from '../catalogue/catalogue.ts';
import type { CatalogueOffer } from '../catalogue/catalogue-offer.ts';
import type { OffersDeps } from '../catalogue/get-offers.ts';
import { findVisitor, type VisitorCaller } from '../catalogue/visitor.ts';
import { boostShown } from '../terms/terms.ts';
import { type Wall, wallUrlFor } from './wall.ts';

export type OfferwallsDeps = OffersDeps & { walls: readonly Wall[] };
type Tile = CallResult<'getOfferwalls'>[number];

/** Partners may credit the user from now on, so a wallet must exist. */
export async function getOfferwalls(deps: OfferwallsDeps, _input: unknown, caller: VisitorCaller) {
	const { uid } = caller.actor;
	await openWallet(deps.db, uid);
	const visitor = await findVisitor(deps, caller);
	if (!visitor.isServed) return [];
	return deps.walls.flatMap((wall) => {
		const url = wallUrlFor(wall, uid);
		if (!wall.enabled || wall.minAge > visitor.age || url === undefined) return [];
		if (!isAmong(wall.countries, visitor.country)) return [];
		const { picture, offers, reaches } = deps.catalogue.ofWall(visitor, wall);
		const upTo = offers.reduce((best, { reward }) => Math.max(best, reward), 0) || (reaches ?? 0);
		return [
			{
				...{ id: wall.id, name: wall.name, partner: wall.partner.name, url },
				...{ minAge: wall.minAge, picture: picture ?? null },
				kind: kindOf(wall, offers),
				boost: boostShown(wall, deps.clock.now()),
				upTo: upTo > 0 ? robuxToWire(asRobuxCents(upTo)) : null,
			},
		];
	});
}

function kindOf({ partner }: Wall, offers: readonly CatalogueOffer[]): Tile['kind'] {
	if (offers.length === 0) return partner.shows ?? 'offers';
	const isMost = (category: OfferCategory) =>
		offers.filter((offer) => offer.category === category).length * 2 > offers.length;
	return isMost('game') ? 'games' : isMost('survey') ? 'surveys' : 'offers';
}
