import { asRobuxCents, robuxToWire } from '../../../contract/money.ts';
import type { MyOffer } from '../../../contract/offerwalls/offers.ts';
import type { CallHandler } from '../../lib/call-handler.ts';
import { readCursor, toPage } from '../../lib/db/cursor.ts';
import type { Visitor } from './catalogue.ts';
import { type OffersDeps, toOfferItem } from './get-offers.ts';
import { findNext, matchSteps } from './match-steps.ts';
import { CLICK_RETENTION_MS, type OpenedOffer, selectOpenedOffers } from './store-clicks.ts';
import { type OfferCredit, selectOfferCredits } from './store-steps.ts';
import { findVisitor, type VisitorCaller } from './visitor.ts';

const BATCH = 200;
const CREDITS_MAX = 5_000;
const wantedInMails = { state: 'started', limit: 3, cursor: undefined } as const;

export const getMyOffers: CallHandler<'getMyOffers', OffersDeps, VisitorCaller> = async (deps, input, caller) => {
	const { state, cursor, limit } = input;
	const [lastMs, offerId = ''] = readCursor(cursor, /^\d{1,15} [\w-]{16}$/);
	const visitor = await findVisitor(deps, caller);
	const { uid } = caller.actor;
	const since = new Date(deps.clock.now() - CLICK_RETENTION_MS);
	const size = state ? BATCH : limit + 1;
	const found: { opened: OpenedOffer; item: MyOffer }[] = [];
	let after = lastMs === undefined ? undefined : { lastAt: new Date(Number(lastMs)), offerId };
	for (let isLast = false; !isLast && found.length <= limit; ) {
		const offers = await selectOpenedOffers(deps.db, uid, { since, after, limit: size });
		const credits = await selectOfferCredits(deps.db, uid, { offers, since, limit: CREDITS_MAX });
		for (const opened of offers) {
			const own = credits.filter(({ wall, key }) => wall === opened.wall && key === opened.key);
			const item = toMyOffer(deps, visitor, opened, own);
			if (!state || item.state === state) found.push({ opened, item });
		}
		after = offers.at(-1);
		isLast = offers.length < size;
	}
	return toPage(found, limit, { toItem: ({ item }) => item, keyOf: ({ opened }) => [opened.lastAt, opened.offerId] });
};

export const offersInMails = (deps: OffersDeps) => ({
	async listStartedOffers(uid: string): Promise<MyOffer[]> {
		const anywhere = { ...deps, findCountry: () => undefined, isServed: () => true };
		const { items } = await getMyOffers(anywhere, wantedInMails, { actor: { uid }, ip: '' });
		return items.filter(({ offer }) => offer);
	},
});

function toMyOffer(deps: OffersDeps, visitor: Visitor, opened: OpenedOffer, credits: readonly OfferCredit[]): MyOffer {
	const { offerId, wall, title, startedAt } = opened;
	const offer = deps.catalogue.find(visitor, offerId);
	const goals = offer && matchSteps(offer.steps, credits);
	const valid = credits.filter(({ takenBackAt, isApproved }) => !takenBackAt && !isApproved);
	const [held, credited] = [valid.filter(({ isHeld }) => isHeld), valid.filter(({ isHeld }) => !isHeld)];
	const isDone = goals ? goals.every((goal) => goal.state === 'credited') : credited.length > 0 && held.length === 0;
	const isTakenBack = valid.length === 0 && credits.length > 0;
	const isOver = isDone || isTakenBack || !goals;
	const next = isOver ? undefined : findNext(offer, goals, { startedAt, nowMs: deps.clock.now() });
	return {
		offer: offer && !offer.isHidden ? toOfferItem(offer, deps.clock.now()) : null,
		offer_id: offerId,
		wall_id: wall,
		title: offer?.title ?? title,
		state: isTakenBack ? 'taken-back' : isDone ? 'credited' : 'started',
		started_at: startedAt.getTime(),
		next_step: next?.step ?? null,
		complete_by: next?.endMs ?? null,
		earned: sumOf(credited),
		pending: sumOf(held),
	};
}

function sumOf(credits: readonly OfferCredit[]): number {
	return robuxToWire(asRobuxCents(credits.reduce((sum, { amount }) => sum + amount, 0)));
}
