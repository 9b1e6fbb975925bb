import type { CallResult } from '../../../contract/calls.ts';
import { callError } from '../../../contract/refusals.ts';
import { type OffersDeps, toOfferItem } from './get-offers.ts';
import { matchSteps } from './match-steps.ts';
import { CLICK_RETENTION_MS, selectLastClick } from './store-clicks.ts';
import { selectOfferCredits } from './store-steps.ts';
import { findVisitor, type VisitorCaller } from './visitor.ts';

const CREDITS_MAX = 200;
const CREDITS_FOR_SHARE = 20;

export async function getOffer(
	deps: OffersDeps,
	{ id }: { id: string },
	caller: VisitorCaller,
): Promise<CallResult<'getOffer'>> {
	const { db, clock, catalogue } = deps;
	const { uid } = caller.actor;
	const visitor = await findVisitor(deps, caller);
	const offer = catalogue.find(visitor, id);
	if (!offer) throw callError('not-found', 'no-such-offer');
	const { wall, key, steps, summary, requirements, countries, figures } = offer;
	const since = new Date(clock.now() - CLICK_RETENTION_MS);
	const [click, credits] = await Promise.all([
		selectLastClick(db, uid, { wall: wall.id, key }),
		selectOfferCredits(db, uid, { offers: [{ wall: wall.id, key }], since, limit: CREDITS_MAX }),
	]);
	const goals = matchSteps(steps, credits);
	const isDone = goals.every(({ state }) => state === 'held' || state === 'credited');
	return {
		...toOfferItem(offer, clock.now()),
		summary,
		requirements,
		countries,
		goals_list: goals,
		taken_back_share: figures && figures.credits >= CREDITS_FOR_SHARE ? figures.takenBack / figures.credits : null,
		clicked_at: click?.at.getTime() ?? null,
		reason: !catalogue.isOpenTo(visitor, offer) ? 'other-country' : isDone ? 'done' : null,
	};
}
