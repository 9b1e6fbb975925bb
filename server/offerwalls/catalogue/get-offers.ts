import { DAY_MS } from '../../../contract/durations.ts';
import { robuxToWire } from '../../../contract/money.ts';
import type { OfferItem } from '../../../contract/offerwalls/offers.ts';
import { callError } from '../../../contract/refusals.ts';
import { findWallet } from '../../ledger/wallet.ts';
import type { CallHandler } from '../../lib/call-handler.ts';
import { readCursor, toPage } from '../../lib/db/cursor.ts';
import { boostShown } from '../terms/terms.ts';
import type { Catalogue } from './catalogue.ts';
import { type CatalogueOffer, toSearch, usualMinutes } from './catalogue-offer.ts';
import { findNext, limitInHours, matchSteps } from './match-steps.ts';
import { CLICK_RETENTION_MS, selectLastClick } from './store-clicks.ts';
import { selectOfferCredits } from './store-steps.ts';
import { findVisitor, type VisitorCaller, type VisitorDeps } from './visitor.ts';

export type OffersDeps = VisitorDeps & { catalogue: Catalogue };

const RANK_AND_ID = /^\d{1,16} [\w-]{16}$/;
const WORDS_MAX = 6;
const HOURS_A_DAY = 24;
const NEW_FOR_MS = 3 * DAY_MS;

export const getOffers: CallHandler<'getOffers', OffersDeps, VisitorCaller> = async (deps, input, caller) => {
	const { order, category, device, search, cursor, limit } = input;
	const [rank, id = ''] = readCursor(cursor, RANK_AND_ID);
	const [visitor, wallet] = await Promise.all([
		findVisitor(deps, caller),
		order === 'recommended' ? findWallet(deps.db, caller.actor.uid) : undefined,
	]);
	const words = toSearch(search ?? '')
		.split(' ')
		.slice(0, WORDS_MAX);
	const found = deps.catalogue.list(visitor, {
		order,
		isNewcomer: order === 'recommended' && !wallet?.earned,
		category,
		device,
		words,
		after: rank === undefined ? undefined : { rank: Number(rank), id },
		count: limit + 1,
	});
	const nowMs = deps.clock.now();
	return toPage(found, limit, {
		toItem: ({ offer }) => toOfferItem(offer, nowMs),
		keyOf: ({ offer, rank }) => [rank, offer.id],
	});
};

export function toOfferItem(offer: CatalogueOffer, nowMs: number): OfferItem {
	const { id, wall, title, brief, picture, reward, steps, category, devices, figures, creditedPercent } = offer;
	return {
		id,
		wall_id: wall.id,
		title,
		summary: brief,
		picture: picture ?? null,
		reward: robuxToWire(reward),
		goals: steps.length,
		is_new: offer.isAddition && nowMs - offer.firstSeenMs < NEW_FOR_MS,
		category,
		devices: [...devices],
		usually_credited_minutes: usualMinutes(figures),
		credited_percent: creditedPercent,
		held_days: Math.ceil(wall.holdHours / HOURS_A_DAY),
		complete_within_hours: limitInHours(offer.completeWithinMs),
		boost: boostShown(wall, nowMs),
		partner: wall.partner.name,
	};
}

const CREDITS_MAX = 200;
const CREDITS_FOR_SHARE = 20;

export const getOffer: CallHandler<'getOffer', OffersDeps, VisitorCaller> = async (deps, { id }, caller) => {
	const { db, clock, catalogue } = deps;
	const { uid } = caller.actor;
	const visitor = await findVisitor(deps, caller);
	const offer = catalogue.find(visitor, id);
	if (!offer || offer.isHidden) throw callError('not-found', 'no-such-offer');
	const { wall, key, steps, summary, requirements, countries, figures } = offer;
	const since = new Date(clock.now() - CLICK_RETENTION_MS);
	const [click, credits] = await Promise.all([
		selectLastClick(db, uid, { wall: wall.id, key }),
		selectOfferCredits(db, uid, { offers: [{ wall: wall.id, key }], since, limit: CREDITS_MAX }),
	]);
	const goals = matchSteps(steps, credits);
	const next = click && findNext(offer, goals, { startedAt: click.startedAt, nowMs: clock.now() });
	const isDone = goals.every(({ state }) => state === 'held' || state === 'credited');
	return {
		...toOfferItem(offer, clock.now()),
		summary,
		requirements,
		countries,
		goals_list: goals,
		taken_back_share: figures && figures.credits >= CREDITS_FOR_SHARE ? figures.takenBack / figures.credits : null,
		clicked_at: click?.at.getTime() ?? null,
		complete_by: next?.endMs ?? null,
		reason: !catalogue.isOpenTo(visitor, offer) ? 'other-country' : isDone ? 'done' : null,
	};
};
