import type { CallInput, CallResult } from '../../../contract/calls.ts';
import { robuxToWire } from '../../../contract/money.ts';
import type { OfferItem } from '../../../contract/offerwalls/offers.ts';
import { readCursor, toPage } from '../../lib/db/cursor.ts';
import { boostShown } from '../terms/terms.ts';
import type { Catalogue } from './catalogue.ts';
import { type CatalogueOffer, toSearch, usualMinutes } from './catalogue-offer.ts';
import { findVisitor, type VisitorCaller, type VisitorDeps } from './visitor.ts';

export type OffersDeps = VisitorDeps & { catalogue: Catalogue };

export const RANK_AND_ID = /^\d{1,16} [\w-]{16}$/;
const WORDS_MAX = 6;
const HOURS_A_DAY = 24;

export async function getOffers(
	deps: OffersDeps,
	{ order, category, device, search, cursor, limit }: CallInput<'getOffers'>,
	caller: VisitorCaller,
): Promise<CallResult<'getOffers'>> {
	const [rank, id = ''] = readCursor(cursor, RANK_AND_ID);
	const visitor = await findVisitor(deps, caller);
	const words = toSearch(search ?? '')
		.split(' ')
		.slice(0, WORDS_MAX);
	const found = deps.catalogue.list(visitor, {
		order,
		category,
		device,
		words,
		after: rank === undefined ? undefined : { rank: Number(rank), id },
		count: limit + 1,
	});
	const nowMs = deps.clock.now();
	return toPage(found, limit, {
		toItem: (offer) => toOfferItem(offer, nowMs),
		keyOf: (offer) => [offer.rank[order], offer.id],
	});
}

export function toOfferItem(offer: CatalogueOffer, nowMs: number): OfferItem {
	const { id, wall, title, brief, picture, reward, steps, category, devices, figures } = offer;
	return {
		id,
		wall_id: wall.id,
		title,
		summary: brief,
		picture: picture ?? null,
		reward: robuxToWire(reward),
		goals: steps.length,
		category,
		devices: [...devices],
		usually_credited_minutes: usualMinutes(figures),
		held_days: Math.ceil(wall.holdHours / HOURS_A_DAY),
		boost: boostShown(wall, nowMs),
		partner: wall.partner.name,
	};
}
