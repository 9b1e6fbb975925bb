import { DAY_MS } from '../../../contract/durations.ts';
import type { RobuxCents } from '../../../contract/money.ts';
import type { ClaimAnswerKind, RefusedReason } from '../../../contract/offerwalls/claims.ts';
import { type PostbackOutcome, whys } from '../postbacks/received-postback.ts';

/** Pure rules: what we can say of a missing reward from what we hold. */

/** A credit of the wall, and what became of it. */
export type HeldCreditOf = {
	atMs: number;
	offerKey: string | null;
	name: string | null;
	goal: string | null;
	amount: RobuxCents;
	/** What we gave on top. */
	boost: RobuxCents;
	state: 'held' | 'credited' | 'taken-back';
	/** Of one that is held; null until its partner decides. */
	untilMs: number | null;
	takenBackAtMs: number | null;
	/** What the partner wrote when it took it back. */
	reason: string | null;
};

/** A postback of the wall that came for this person and booked nothing. */
export type RefusedPostback = { atMs: number; offerKey: string | undefined; reason: RefusedReason };

export type ClaimedOffer = {
	key: string;
	/** What each paid step was worth to this person, without the boost of then and with it. */
	steps: readonly { id: string; reward: RobuxCents; withBoost: RobuxCents }[];
	/** The step that is missing, where the person says. */
	goal: string | undefined;
	/** From click to credit, as it usually takes; undefined: not known. */
	usualMs: number | undefined;
};

export type Evidence = {
	/** Oldest first. */
	credits: readonly HeldCreditOf[];
	refused: readonly RefusedPostback[];
	/** When this person went last to each offer of the wall from our pages, by its key. */
	clicks: ReadonlyMap<string, number>;
	nowMs: number;
};

export type Answer = {
	kind: ClaimAnswerKind;
	untilMs?: number | null;
	reason?: string | null;
	credit?: HeldCreditOf;
	/** Whether a person is to look at it all the same: it is our set-up, or nobody knows. */
	isOpen: boolean;
};

const CREDITED_LATELY_MS = DAY_MS;
/** Ours or the partner's to mend, and then it can be booked after all. */
const mendable: ReadonlySet<RefusedReason> = new Set(['wall-off', 'not-understood']);

export function answerClaim(offer: ClaimedOffer | undefined, evidence: Evidence): Answer {
	return offer ? answerForOffer(offer, evidence) : answerForWall(evidence);
}

function answerForOffer(offer: ClaimedOffer, { credits, refused, clicks, nowMs }: Evidence): Answer {
	const { key, steps } = offer;
	const own = credits.filter((credit) => credit.offerKey === key);
	const named = own.filter((credit) => isOfStep(credit, offer));
	const isAllPaid = offer.goal !== undefined || own.filter(({ state }) => state === 'credited').length >= steps.length;
	const last = named.at(-1);
	if (last && (last.state !== 'credited' || isAllPaid)) return toldOf(last);

	const turnedAway = refused.findLast((postback) => postback.offerKey === key);
	if (turnedAway) return refusedFor(turnedAway);

	const clickedMs = clicks.get(key);
	const other = credits.findLast(
		({ atMs, offerKey, amount, state }) =>
			offerKey !== key &&
			state !== 'taken-back' &&
			clickedMs !== undefined &&
			atMs >= clickedMs &&
			!(offerKey !== null && clicks.has(offerKey)) &&
			steps.some(({ reward }) => reward === amount),
	);
	if (other) return { kind: 'other-offer', credit: other, isOpen: false };

	const usuallyByMs = clickedMs !== undefined && offer.usualMs !== undefined ? clickedMs + offer.usualMs : 0;
	if (nowMs < usuallyByMs) return { kind: 'never-arrived', untilMs: usuallyByMs, isOpen: false };
	return { kind: 'never-arrived', isOpen: true };
}

/** Of a wall alone the last thing that came from it says the most. */
function answerForWall({ credits, refused, nowMs }: Evidence): Answer {
	const lastRefused = refused.at(-1);
	const last = credits.toSorted((a, b) => changedMs(a) - changedMs(b)).at(-1);
	if (lastRefused && (!last || lastRefused.atMs > changedMs(last))) return refusedFor(lastRefused);
	const isLately = last !== undefined && nowMs - changedMs(last) <= CREDITED_LATELY_MS;
	if (last && (last.state !== 'credited' || isLately)) return toldOf(last);
	return { kind: 'never-arrived', isOpen: true };
}

function toldOf(credit: HeldCreditOf): Answer {
	const { state, untilMs, reason } = credit;
	return { kind: state, untilMs: state === 'held' ? untilMs : null, reason, credit, isOpen: false };
}

function refusedFor({ reason }: RefusedPostback): Answer {
	return { kind: 'refused', reason, isOpen: mendable.has(reason) };
}

/** Where the partner names no step, by what it is worth. */
function isOfStep({ goal, amount }: HeldCreditOf, { goal: claimed, steps }: ClaimedOffer): boolean {
	if (claimed === undefined || steps.length <= 1) return true;
	return goal === null ? steps.some(({ id, reward }) => id === claimed && reward === amount) : goal === claimed;
}

function changedMs({ atMs, takenBackAtMs }: HeldCreditOf): number {
	return takenBackAtMs ?? atMs;
}

/** What a kept postback that booked nothing says to the person; undefined for what is no business of theirs. */
export function refusedReasonOf({ outcome, why }: { outcome: string; why: string | null }): RefusedReason | undefined {
	return outcome === 'conflict' ? conflicts.get(why ?? '') : refusals[outcome];
}

const refusals: Readonly<Record<string, RefusedReason>> = {
	'screen-out': 'not-eligible',
	zero: 'nothing-paid',
	'switched-off': 'wall-off',
	'not-understood': 'not-understood',
} satisfies Partial<Record<PostbackOutcome, RefusedReason>>;

const conflicts: ReadonlyMap<string, RefusedReason> = new Map([
	[whys.otherAmount, 'other-amount'],
	[whys.otherUser, 'other-user'],
	[whys.rejectedBefore, 'rejected-before'],
	[whys.otherCut, 'not-understood'],
]);
