import { DAY_MS } from '../../../contract/durations.ts';
import type { RobuxCents } from '../../../contract/money.ts';
import type { ClaimAnswerKind, RefusedReason } from '../../../contract/offerwalls/claims.ts';
import { type PostbackOutcome, rejectionReasons } from '../postbacks/received-postback.ts';

export type HeldCreditOf = {
	atMs: number;
	offerKey: string | null;
	name: string | null;
	goal: string | null;
	amount: RobuxCents;
	boost: RobuxCents;
	state: 'held' | 'credited' | 'taken-back';
	/** Null until the partner decides. */
	untilMs: number | null;
	takenBackAtMs: number | null;
	reason: string | null;
};

export type RefusedPostback = { atMs: number; offerKey: string | undefined; reason: RefusedReason };

export type ClaimedOffer = {
	key: string;
	/** Rewards at the time of the click. */
	steps: readonly { id: string; reward: RobuxCents; withBoost: RobuxCents }[];
	goal: string | undefined;
	usualMs: number | undefined;
};

export type Evidence = {
	credits: readonly HeldCreditOf[];
	refused: readonly RefusedPostback[];
	clicks: ReadonlyMap<string, number>;
	nowMs: number;
};

export type Answer = {
	kind: ClaimAnswerKind;
	untilMs?: number | null;
	reason?: string | null;
	credit?: HeldCreditOf;
	/** True if staff must review the claim. */
	isOpen: boolean;
};

const CREDITED_LATELY_MS = DAY_MS;
/** Refusals whose cause admins can remove before they book the postback. */
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
	if (last && (last.state !== 'credited' || isAllPaid)) return answerFor(last);

	const rejected = refused.findLast((postback) => postback.offerKey === key);
	if (rejected) return refusedFor(rejected);

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

/** Uses the wall's latest event. */
function answerForWall({ credits, refused, nowMs }: Evidence): Answer {
	const lastRefused = refused.at(-1);
	const last = credits.toSorted((a, b) => changedMs(a) - changedMs(b)).at(-1);
	if (lastRefused && (!last || lastRefused.atMs > changedMs(last))) return refusedFor(lastRefused);
	const isLately = last !== undefined && nowMs - changedMs(last) <= CREDITED_LATELY_MS;
	if (last && (last.state !== 'credited' || isLately)) return answerFor(last);
	return { kind: 'never-arrived', isOpen: true };
}

function answerFor(credit: HeldCreditOf): Answer {
	const { state, untilMs, reason } = credit;
	return { kind: state, untilMs: state === 'held' ? untilMs : null, reason, credit, isOpen: false };
}

function refusedFor({ reason }: RefusedPostback): Answer {
	return { kind: 'refused', reason, isOpen: mendable.has(reason) };
}

function isOfStep({ goal, amount }: HeldCreditOf, { goal: claimed, steps }: ClaimedOffer): boolean {
	if (claimed === undefined || steps.length <= 1) return true;
	return goal === null ? steps.some(({ id, reward }) => id === claimed && reward === amount) : goal === claimed;
}

function changedMs({ atMs, takenBackAtMs }: HeldCreditOf): number {
	return takenBackAtMs ?? atMs;
}

/** @returns undefined if the refusal does not concern the user. */
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
	[rejectionReasons.otherAmount, 'other-amount'],
	[rejectionReasons.otherUser, 'other-user'],
	[rejectionReasons.rejectedBefore, 'rejected-before'],
	[rejectionReasons.otherCut, 'not-understood'],
]);
