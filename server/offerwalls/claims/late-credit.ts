import { asRobuxCents, asUsdMicros, type RobuxCents } from '../../../contract/money.ts';
import type { NewTransfer } from '../../ledger/transfer.ts';
import { CLICKS_KEPT_MS } from '../catalogue/store-clicks.ts';

/** A claim that a credit may be for: it waits for an answer, or we have paid it and some of that may have to go back. */
export type WatchedClaim = {
	uid: string;
	reference: string;
	wall: string;
	/** As postbacks name the offer; null: the claim is of the wall alone. */
	offerKey: string | null;
	title: string | null;
	goal: string | null;
	/** How many paid steps the offer has. */
	steps: number;
	openedAt: Date;
	/** Null: nobody has paid it yet. */
	adjustmentId: string | null;
	/** What of the payment may still go back. */
	left: RobuxCents;
	/** Which step the person's held credits were for, by their references. */
	heldGoals: Readonly<Record<string, string>> | null;
};

/** What a partner pays for one transaction, as it becomes spendable, with what we give on top. */
export type LateCredit = {
	uid: string;
	wall: string;
	transactionId: string;
	amount: RobuxCents;
	offerKey: string | undefined;
	/** Undefined: its partner does not say. */
	goal: string | undefined;
	atMs: number;
};

/** What a late credit does to a claim. */
export type ClaimEnd = {
	claim: WatchedClaim;
	credit: LateCredit;
	/** Of our payment; undefined: we had not paid, and the claim ends by the partner's word. */
	goesBack: RobuxCents | undefined;
};

/**
 * Each credit is for one claim at most, the oldest that it can be for. What we paid goes back as far as the credit goes: so
 * the person keeps the larger of the two, nothing is paid twice, and no balance is lower than before the credit.
 */
export function endClaims(claims: readonly WatchedClaim[], credits: readonly LateCredit[]): ClaimEnd[] {
	const watched = claims.toSorted((a, b) => a.openedAt.getTime() - b.openedAt.getTime());
	const left = new Map(watched.map((claim) => [claim, claim.left]));
	return credits.flatMap((credit): ClaimEnd[] => {
		const claim = watched.find((one) => left.has(one) && isFor(credit, { ...one, left: left.get(one) ?? one.left }));
		if (!claim) return [];
		if (claim.adjustmentId === null) {
			left.delete(claim);
			return [{ claim, credit, goesBack: undefined }];
		}
		const before = left.get(claim) ?? claim.left;
		const goesBack = asRobuxCents(Math.min(before, credit.amount));
		// An offer with one step is paid once: what is left of the payment stays.
		if (goesBack === before || claim.steps <= 1) left.delete(claim);
		else left.set(claim, asRobuxCents(before - goesBack));
		return [{ claim, credit, goesBack }];
	});
}

/**
 * Whether a credit is what was claimed. Of an offer with one step: any of that offer. Of several: that step where both sides
 * name it, else what fits into what was paid. Of a wall alone, or where the partner names no offer: just what was paid.
 */
export function isFor(credit: LateCredit, claim: WatchedClaim): boolean {
	const { uid, wall, offerKey, goal, steps, openedAt, adjustmentId, left } = claim;
	if (credit.uid !== uid || credit.wall !== wall) return false;
	// A partner that pays later is paying for something else.
	if (credit.atMs > openedAt.getTime() + CLICKS_KEPT_MS) return false;
	const isPaid = adjustmentId !== null;
	if (isPaid && left === 0) return false;
	if (offerKey === null || credit.offerKey === undefined) return isPaid && credit.amount === left;
	if (credit.offerKey !== offerKey) return false;
	if (steps <= 1) return true;
	if (goal !== null && credit.goal !== undefined) return goal === credit.goal;
	return isPaid && credit.amount <= left;
}

/** What goes back of a payment. It never takes more than its credit has just brought, so it may always be booked. */
export function toReturn({ claim, credit, goesBack }: ClaimEnd): NewTransfer[] {
	if (!goesBack) return [];
	const { uid, wall, transactionId, offerKey, atMs } = credit;
	return [
		{
			kind: 'claim-return',
			uid,
			amount: goesBack,
			reference: `adjustment/${claim.adjustmentId}/${wall}/${transactionId}`,
			atMs,
			memo: {
				payoutMicros: asUsdMicros(0),
				offerId: offerKey,
				offerName: claim.title ?? undefined,
				reason: claim.reference,
			},
		},
	];
}

type Added = Pick<NewTransfer, 'kind' | 'uid' | 'amount' | 'reference' | 'atMs' | 'memo'> & { id?: number };

const OFFER = /^offer\/([^/]+)\/(.+)\/[a-z-]+$/;

/** The credits that become spendable by these transfers, each with the boost that comes with it. */
export function lateCredits(
	added: readonly Added[],
	{ goals, claims }: { goals: readonly { transferId: number; goal: string }[]; claims: readonly WatchedClaim[] },
): LateCredit[] {
	const about = new Set(claims.map(({ uid }) => uid));
	const named = new Map(goals.map(({ transferId, goal }) => [transferId, goal]));
	const held = new Map(
		claims.flatMap(({ uid, heldGoals }) => Object.entries(heldGoals ?? {}).map(([of, goal]) => [`${uid} ${of}`, goal])),
	);
	const found = new Map<string, LateCredit>();
	for (const { id, kind, uid, amount, reference, atMs, memo } of added) {
		const [, wall, transactionId] = (about.has(uid) && OFFER.exec(reference)) || [];
		if (wall === undefined || transactionId === undefined || !spendable.has(kind)) continue;
		const stem = `offer/${wall}/${transactionId}`;
		const before = found.get(`${uid} ${stem}`);
		if (before) {
			before.amount = asRobuxCents(before.amount + amount);
			continue;
		}
		const goal = (id === undefined ? undefined : named.get(id)) ?? held.get(`${uid} ${stem}/credit`);
		found.set(`${uid} ${stem}`, { uid, wall, transactionId, amount, offerKey: memo?.offerId, goal, atMs });
	}
	return [...found.values()];
}

/** A credit and its boost have references of one stem; the credit comes first. */
const spendable: ReadonlySet<string> = new Set(['credit', 'credit-release', 'boost', 'boost-release']);
