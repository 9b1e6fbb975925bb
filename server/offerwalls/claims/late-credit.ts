import { asRobuxCents, asUsdMicros, type RobuxCents } from '../../../contract/money.ts';
import type { NewTransfer } from '../../ledger/transfer.ts';
import { CLICK_RETENTION_MS } from '../catalogue/store-clicks.ts';

/** A claim that is open, or was paid by the site with a payment that may be taken back. */
export type WatchedClaim = {
	uid: string;
	reference: string;
	wall: string;
	/** Null if the claim names a wall but no offer. */
	offerKey: string | null;
	title: string | null;
	goal: string | null;
	steps: number;
	openedAt: Date;
	/** Null if the claim was not paid. */
	adjustmentId: string | null;
	/** Part of our payment that may still be taken back. */
	left: RobuxCents;
	heldGoals: Readonly<Record<string, string>> | null;
};

export type LateCredit = {
	uid: string;
	wall: string;
	transactionId: string;
	amount: RobuxCents;
	offerKey: string | undefined;
	goal: string | undefined;
	atMs: number;
};

export type ClaimEnd = {
	claim: WatchedClaim;
	credit: LateCredit;
	/** Undefined if the site paid nothing. */
	goesBack: RobuxCents | undefined;
};

/** Each credit resolves the oldest matching claim. It takes back the site's payment up to the credit's amount. */
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
		if (goesBack === before || claim.steps <= 1) left.delete(claim);
		else left.set(claim, asRobuxCents(before - goesBack));
		return [{ claim, credit, goesBack }];
	});
}

/**
 * A claim for an offer with several steps matches the named step, or else an amount within the payment. A claim without an offer matches its exact amount.
 */
export function isFor(credit: LateCredit, claim: WatchedClaim): boolean {
	const { uid, wall, offerKey, goal, steps, openedAt, adjustmentId, left } = claim;
	if (credit.uid !== uid || credit.wall !== wall) return false;
	// A credit so long after the claim has another cause.
	if (credit.atMs > openedAt.getTime() + CLICK_RETENTION_MS) return false;
	const isPaid = adjustmentId !== null;
	if (isPaid && left === 0) return false;
	if (offerKey === null || credit.offerKey === undefined) return isPaid && credit.amount === left;
	if (credit.offerKey !== offerKey) return false;
	if (steps <= 1) return true;
	if (goal !== null && credit.goal !== undefined) return goal === credit.goal;
	return isPaid && credit.amount <= left;
}

/** The amount never exceeds the credit, so the booking cannot fail. */
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

type Watching = { goals: readonly { transferId: number; goal: string }[]; claims: readonly WatchedClaim[] };

export function lateCredits(added: readonly Added[], { goals, claims }: Watching): LateCredit[] {
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

const spendable: ReadonlySet<string> = new Set(['credit', 'credit-release', 'boost', 'boost-release']);
