import { MINUTE_MS } from '../../../contract/durations.ts';
import { asRobuxCents, type RobuxCents } from '../../../contract/money.ts';
import type { ClaimRequest } from '../../../contract/offerwalls/claims.ts';
import { callError } from '../../../contract/refusals.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { offerAt, usualMinutes } from '../catalogue/catalogue-offer.ts';
import { findVisitor, type VisitorCaller, type VisitorDeps } from '../catalogue/visitor.ts';
import { boostAt, boostOf } from '../terms/terms.ts';
import type { Wall } from '../walls/wall.ts';
import type { ClaimedOffer } from './answer-claim.ts';
import { selectClickedOffer } from './store-evidence.ts';

export type Subject = {
	wall: Wall;
	offer: ClaimedOffer | undefined;
	title: string | undefined;
	supportUrl: string | undefined;
};

export type SubjectDeps = VisitorDeps & { catalogue: Catalogue; walls: readonly Wall[] };

export async function findSubject(
	deps: SubjectDeps,
	caller: VisitorCaller,
	{ offerId, wallId, goalId }: ClaimRequest,
): Promise<Subject> {
	const { uid } = caller.actor;
	if (offerId === undefined) return ofWall(requireWall(deps, wallId), uid);
	const clicked = await selectClickedOffer(deps.db, uid, offerId);
	const visitor = await findVisitor(deps, caller);
	const found = deps.catalogue.find(visitor, offerId);
	if (found) {
		const moment = clicked
			? { atMs: clicked.at.getTime(), country: clicked.country }
			: { atMs: deps.clock.now(), country: visitor.country };
		const { wall, title, support, key, steps: shown, figures } = offerAt(found, moment);
		const minutes = usualMinutes(figures);
		const percent = boostAt(wall, moment.atMs)?.percent ?? 0;
		const steps = shown.map(({ id, reward }, index) => ({
			...{ id: id || `${index + 1}`, reward },
			withBoost: asRobuxCents(reward + boostOf(reward, percent)),
		}));
		const goal = steps.some(({ id }) => id === goalId) ? goalId : undefined;
		const usualMs = minutes === null ? undefined : minutes * MINUTE_MS;
		const subject = ofWall(wall, uid);
		return { ...subject, title, supportUrl: support ?? subject.supportUrl, offer: { key, steps, goal, usualMs } };
	}
	if (!clicked) throw callError('not-found', 'no-such-offer');
	const offer = { key: clicked.offerKey, steps: [], goal: undefined, usualMs: undefined };
	return { ...ofWall(requireWall(deps, clicked.wall), uid), title: clicked.title, offer };
}

export function shownFor(offer: ClaimedOffer | undefined): RobuxCents | undefined {
	if (!offer) return undefined;
	const { steps, goal } = offer;
	const step = steps.length === 1 ? steps[0] : steps.find(({ id }) => id === goal);
	return step?.withBoost;
}

function ofWall(wall: Wall, uid: string): Subject {
	const supportUrl = wall.supportUrl?.replaceAll('{uid}', encodeURIComponent(uid));
	return { wall, offer: undefined, title: undefined, supportUrl };
}

function requireWall({ walls }: SubjectDeps, id: string | undefined): Wall {
	const wall = walls.find((one) => one.id === id);
	if (!wall) throw callError('not-found', 'no-such-wall');
	return wall;
}
