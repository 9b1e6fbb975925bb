import type { CallResult } from '../../../contract/calls.ts';
import { DAY_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { CLAIM_PICTURE_SIDE_MAX } from '../../../contract/limits.ts';
import { asRobuxCents, type RobuxCents, robuxToWire } from '../../../contract/money.ts';
import type { ClaimAnswer, ClaimRequest } from '../../../contract/offerwalls/claims.ts';
import { callError } from '../../../contract/refusals.ts';
import { lockWallet, openWallet } from '../../ledger/wallet.ts';
import type { CallHandler } from '../../lib/call-handler.ts';
import { type Database, type DbDeps, inTransaction, type Tx } from '../../lib/db/database.ts';
import { Overloaded } from '../../lib/jobs/batcher.ts';
import { enqueue } from '../../lib/jobs/jobs.ts';
import { newReference } from '../../lib/new-reference.ts';
import { addEvents } from '../../lib/outbox.ts';
import { PictureRefused, type PictureRemaker } from '../../lib/pictures/remake-pictures.ts';
import { requireFewToday } from '../../tickets/store-tickets.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { offerAt, usualMinutes } from '../catalogue/catalogue-offer.ts';
import { CLICK_RETENTION_MS } from '../catalogue/store-clicks.ts';
import { findVisitor, type VisitorCaller, type VisitorDeps } from '../catalogue/visitor.ts';
import { findPostbacks } from '../postbacks/stored/find-postbacks.ts';
import { storedParameters } from '../postbacks/stored/stored-postback.ts';
import { boostAt, boostOf } from '../terms/terms.ts';
import type { Wall } from '../walls/wall.ts';
import { type Answer, answerClaim, type ClaimedOffer, refusedReasonOf } from './answer-claim.ts';
import { claimKind, insertClaim, openedBy, selectPaidClaim, selectWaitingClaim } from './store-claims.ts';
import { selectClickedOffer, selectClicksOfWall, selectWallCredits } from './store-evidence.ts';
import { SUBMIT_CLAIM_TASK } from './submit-claim.ts';

export type OpenClaimDeps = VisitorDeps & SubjectDeps & { pictures: Pick<PictureRemaker, 'remake'> };

/** Opens at most one claim per offer. */
export const openClaim: CallHandler<'openClaim', OpenClaimDeps, VisitorCaller> = async (deps, request, caller) => {
	const { db, clock } = deps;
	const { uid } = caller.actor;
	const subject = await findSubject(deps, caller, request);
	const { wall } = subject;
	await openWallet(db, uid);
	const refused = await findRefused(deps, { uid, wall });
	const decide = async (tx: Database | Tx = db) => {
		const nowMs = clock.now();
		const of = { uid, wall: wall.id, since: new Date(nowMs - CLICK_RETENTION_MS) };
		const found = { credits: await selectWallCredits(tx, of), clicks: await selectClicksOfWall(tx, of) };
		const answer = answerClaim(subject.offer, { ...found, refused, nowMs });
		return (answer.isOpen && (await findPayment(tx, uid, subject))) || answer;
	};

	const first = await decide();
	if (!first.isOpen && !request.insists) return answered(first, subject);
	const pictures = await remakeAll(deps, uid, request.pictures);
	return inTransaction(db, async (tx) => {
		// With this lock, concurrent bookings finish first or see this claim.
		await lockWallet(tx, uid);
		const answer = await decide(tx);
		if (!answer.isOpen && !request.insists) return answered(answer, subject);
		const offerKey = subject.offer?.key ?? null;
		const waiting = await selectWaitingClaim(tx, { uid, wall: wall.id, offerKey });
		if (waiting) throw callError('aborted', 'claim-open', { reference: waiting.reference });
		const openedAt = new Date(clock.now());
		await requireFewToday(tx, { sent: openedBy(uid), now: openedAt, reason: 'too-many-claims' });
		const reference = newReference(claimKind.letter);
		await insertClaim(
			tx,
			{
				...{ uid, reference, openedAt, wall: wall.id, offerId: request.offerId ?? null, offerKey },
				title: subject.title ?? null,
				goal: subject.offer?.goal ?? null,
				steps: subject.offer?.steps.length ?? 0,
				shown: shownFor(subject.offer) ?? null,
				note: request.note ?? null,
				answer: answer.kind,
			},
			pictures,
		);
		const data = { reference, wall_id: wall.id };
		await addEvents(tx, [{ type: 'claim.opened', uid, atMs: openedAt.getTime(), data }]);
		if (wall.claims) await enqueue(tx, SUBMIT_CLAIM_TASK, { reference });
		return { reference, answer: toWire(answer, subject), state: 'open' };
	});
};

/** A payment by the site for an earlier claim counts as a credit. */
async function findPayment(db: Database | Tx, uid: string, { wall, offer }: Subject): Promise<Answer | undefined> {
	if (!offer) return undefined;
	const { key: offerKey, goal = null } = offer;
	const paid = await selectPaidClaim(db, { uid, wall: wall.id, offerKey, goal });
	if (!paid || paid.amount === null) return undefined;
	const { amount, title: name, changedAt } = paid;
	const nothing = { boost: asRobuxCents(0), untilMs: null, takenBackAtMs: null, reason: null };
	const credit = { atMs: changedAt.getTime(), offerKey, name, goal, amount, state: 'credited' as const, ...nothing };
	return { kind: 'credited', credit, isOpen: false };
}

async function remakeAll({ pictures: remaker }: OpenClaimDeps, uid: string, pictures: readonly string[]) {
	const made: Buffer[] = [];
	for (const picture of pictures) {
		const sent = Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64');
		const shape = { side: CLAIM_PICTURE_SIDE_MAX, fit: 'inside' } as const;
		made.push(
			await remaker.remake(sent, shape, uid).catch((error) => {
				if (error instanceof Overloaded) throw callError('unavailable', 'overloaded');
				if (error instanceof PictureRefused) throw callError('invalid-argument', 'picture-unreadable');
				throw error;
			}),
		);
	}
	return made;
}

function answered(answer: Answer, subject: Subject): CallResult<'openClaim'> {
	return { reference: null, answer: toWire(answer, subject), state: 'answered' };
}

function toWire({ kind, untilMs = null, reason = null, credit }: Answer, { supportUrl }: Subject): ClaimAnswer {
	return {
		kind,
		until: untilMs,
		reason,
		url: (kind === 'never-arrived' && !untilMs && supportUrl) || null,
		amount: credit ? robuxToWire(asRobuxCents(credit.amount + credit.boost)) : null,
		name: credit?.name ?? null,
		at: credit ? (credit.takenBackAtMs ?? credit.atMs) : null,
	};
}

/** Only this time is searched, because the log has no index by user. */
const REFUSED_MS = 30 * DAY_MS;
const POSTBACKS_MAX = 100;

async function findRefused({ db, clock }: DbDeps, { uid, wall }: { uid: string; wall: Wall }) {
	const since = clock.now() - REFUSED_MS;
	const { items } = await findPostbacks({ db }, { uid, wall: wall.id, since, limit: POSTBACKS_MAX, cursor: undefined });
	const offerId = wall.partner.parameters.offerId;
	return items.toReversed().flatMap(({ at, outcome, why, request }) => {
		const reason = refusedReasonOf({ outcome, why });
		if (!reason) return [];
		return [{ atMs: at, reason, offerKey: offerId && storedParameters(request)?.get(offerId) }];
	});
}

type Subject = {
	wall: Wall;
	offer: ClaimedOffer | undefined;
	title: string | undefined;
	supportUrl: string | undefined;
};

type SubjectDeps = VisitorDeps & { catalogue: Catalogue; walls: readonly Wall[] };

async function findSubject(
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

function shownFor(offer: ClaimedOffer | undefined): RobuxCents | undefined {
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
