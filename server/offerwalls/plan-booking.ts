import { type Batch, type BatchOutcome, openBatch } from '../ledger/batch.ts';
import type { NewTransfer } from '../ledger/transfer.ts';
import type { Tx } from '../lib/database.ts';
import { together } from '../lib/pipeline.ts';
import { byUid } from './by-uid.ts';
import { whys } from './callback.ts';
import { type BookedEvent, type EventItem, memoOf } from './event-item.ts';
import { pendingId } from './held-credit.ts';
import { reverseStanding, type Taken, toReversal } from './reverse-credit.ts';
import {
	type Claim,
	claimKey,
	creditReference,
	selectCredits,
	selectCutOtherwise,
	selectOwners,
	selectWaitingReversals,
	type WaitingReversal,
} from './store.ts';

/** What became of each item, as far as it is known. */
export type Booked = Map<EventItem, BookedEvent>;

/** A batch, sorted by how its items are booked. */
export type Parts = {
	/** Most of what comes: spendable at once. */
	credits: EventItem[];
	reversals: EventItem[];
	/** Held back, by time or by the partner. */
	held: EventItem[];
	booked: Booked;
};

/** What is to be written, decided from what is locked. The lists after `batch` are what needs a closer look once it is. */
export type Plan = Pick<Parts, 'booked' | 'held'> & {
	batch: Batch;
	claims: Claim[];
	/** Standing credits that the batch takes back. */
	taken: (Taken & { item: EventItem })[];
	/** Credits whose transaction is booked with other content. */
	conflicts: EventItem[];
	/** Reversals that waited for credits of the batch. */
	waiting: WaitingReversal[];
	/** Credits whose partner had called them pending. */
	approved: EventItem[];
	/** Reversals of anything but a standing credit. */
	reversals: EventItem[];
};

const outcomes = { booked: 'booked', replayed: 'replayed', conflict: 'conflict', nobody: 'unknown-user' } as const;

export const conflict = (why: string): BookedEvent => ({ outcome: 'conflict', why });

/** @param settled what is left out, because it is known what becomes of it. */
export function partsOf(items: readonly EventItem[], settled: ReadonlyMap<EventItem, BookedEvent>): Parts {
	const parts: Parts = {
		credits: [],
		reversals: [],
		held: [],
		booked: new Map([...refuseCutTwice(items), ...settled]),
	};
	for (const item of items) if (!parts.booked.has(item)) parts[partOf(item)].push(item);
	// Whoever is locked by itself is locked in one order.
	parts.reversals.sort((a, b) => byUid(a.event, b.event));
	parts.held.sort((a, b) => byUid(a.event, b.event));
	return parts;
}

function partOf({ event, releaseAtMs }: EventItem): 'credits' | 'reversals' | 'held' {
	if (event.kind === 'reversal') return 'reversals';
	return event.kind === 'pending' || releaseAtMs !== undefined ? 'held' : 'credits';
}

/** Of callbacks in one batch that cut the same signed text differently, the first stands. */
function refuseCutTwice(items: readonly EventItem[]): Booked {
	const refused: Booked = new Map();
	const cuts = new Map<string, bigint>();
	for (const item of items) {
		const { signedText, uid, kind } = item.event;
		if (!signedText || kind === 'reversal') continue;
		const key = `${uid} ${signedText.text}`;
		const first = cuts.get(key) ?? signedText.cut;
		cuts.set(key, first);
		if (first !== signedText.cut) refused.set(item, conflict(whys.otherCut));
	}
	return refused;
}

type Looked = Awaited<ReturnType<typeof lookAt>>;

/** Locks the wallets of a batch and looks at all that decides over it, in one turn. */
export async function lookAt(tx: Tx, { credits, reversals, held }: Parts) {
	const items = [...credits, ...reversals, ...held];
	const signed = credits.flatMap((item) => {
		const { uid, signedText } = item.event;
		return signedText ? [{ item, uid, signedText }] : [];
	});
	const pending = credits.filter(({ wall }) => wall.hasPending);
	const weak = items.filter(({ wall }) => wall.isWeak).map((item) => ({ item, key: claimKey(item.event) }));
	const transfers = new Map(credits.map((item) => [item, toTransfer(item)]));
	const [batch, owners, cutOtherwise, waiting, standing, undecided] = await together(
		// First, because the others look under its locks.
		openBatch(tx, {
			uids: items.map(uidOf),
			keys: [...transfers.values()],
			size: credits.length + reversals.length,
		}),
		selectOwners(
			tx,
			weak.map(({ key }) => key),
		),
		selectCutOtherwise(tx, signed),
		selectWaitingReversals(tx, credits.map(uidOf)),
		selectCredits(
			tx,
			reversals.map(({ event }) => event),
		),
		selectCredits(
			tx,
			pending.map(({ event }) => ({ ...event, link: undefined, transactionId: pendingId(event.transactionId) })),
		),
	);
	return {
		batch,
		weak,
		owners,
		transfers,
		cutOtherwise: new Set([...cutOtherwise].map((position) => signed[position]?.item)),
		waiting,
		standing: new Map(reversals.map((item, index) => [item, standing[index]])),
		hasPending: new Set(pending.filter((_, index) => undecided[index])),
	};
}

/** Decides what becomes of each item; nothing is written yet. */
export function planBooking(parts: Parts, looked: Looked): Plan {
	const { booked } = parts;
	const { batch } = looked;
	const claims = claimOrRefuse(looked, booked);
	const isOpen = (item: EventItem) => !booked.has(item);
	const plan = { batch, booked, claims, conflicts: [] as EventItem[], approved: [] as EventItem[] };
	const credited = new Set<string>();
	for (const item of parts.credits.filter(isOpen)) {
		if (looked.cutOtherwise.has(item)) {
			booked.set(item, conflict(whys.otherCut));
			continue;
		}
		const outcome = batch.add(looked.transfers.get(item) as NewTransfer);
		booked.set(item, toResult(outcome));
		if (outcome.status === 'conflict') plan.conflicts.push(item);
		if (outcome.status !== 'booked') continue;
		credited.add(item.event.uid);
		if (looked.hasPending.has(item)) plan.approved.push(item);
	}
	const reversals = parts.reversals.filter(isOpen);
	const taken = reverseStanding(
		batch,
		reversals.map(toReversal),
		reversals.map((item) => looked.standing.get(item)),
	);
	return {
		...plan,
		taken: reversals.flatMap((item, index) => {
			const one = taken[index];
			return one ? [{ ...one, item }] : [];
		}),
		waiting: looked.waiting.filter(({ uid }) => credited.has(uid)),
		reversals: reversals.filter((_, index) => !taken[index]),
		held: parts.held.filter(isOpen),
	};
}

/** Where the user is not signed, a transaction that is somebody else's cannot be this user's too. */
function claimOrRefuse({ weak, owners, batch }: Looked, booked: Booked): Claim[] {
	const claims = new Map<string, string>();
	for (const { item, key } of weak) {
		const { uid } = item.event;
		const owner = owners.get(key) ?? claims.get(key);
		if (owner !== undefined && owner !== uid) booked.set(item, conflict(whys.otherUser));
		else if (owner === undefined && batch.isOpen(uid)) claims.set(key, uid);
	}
	// In one order, so that two batches that claim the same wait for each other instead of deadlocking.
	return [...claims].map(([key, uid]) => ({ key, uid })).sort((a, b) => (a.key < b.key ? -1 : 1));
}

function toResult(outcome: BatchOutcome): BookedEvent {
	const why = outcome.status === 'nobody' ? whys.unknownUser : undefined;
	return { outcome: outcomes[outcome.status], why, transferId: 'id' in outcome ? outcome.id : undefined };
}

function toTransfer(item: EventItem): NewTransfer {
	const { event, callback } = item;
	return {
		kind: 'credit',
		uid: event.uid,
		wall: event.wall,
		amount: event.reward,
		reference: creditReference(event.wall, event.transactionId),
		atMs: callback.atMs,
		memo: memoOf(item),
	};
}

function uidOf({ event }: EventItem): string {
	return event.uid;
}
