import { ClosedMeanwhile, type CreditOutcome, postCredits } from '../ledger/post-credits.ts';
import { type Database, inTransaction, type Tx } from '../lib/database.ts';
import { bookUnderLock } from './book-under-lock.ts';
import { type BookedEvent, CutOtherwise, type EventItem, toOffer } from './event-item.ts';
import { endPending } from './held-credit.ts';
import { settleWaitingReversals } from './reverse-credit.ts';
import {
	claimTransactions,
	creditReference,
	insertCallbacks,
	insertOffers,
	selectCredit,
	selectCutOtherwise,
} from './store.ts';

const outcomes = { booked: 'booked', replayed: 'replayed', conflict: 'conflict', nobody: 'unknown-user' } as const;
const conflict: BookedEvent = { outcome: 'conflict' };

/**
 * Writes a batch of credits and reversals, what they were for, and the log of their callbacks in one durable transaction.
 * @returns what became of each item, in order.
 */
export async function bookEvents(db: Database, items: readonly EventItem[]): Promise<BookedEvent[]> {
	const settled = refuseCutTwice(items);
	for (;;) {
		try {
			return await inTransaction(db, (tx) => writeBatch(tx, items, settled));
		} catch (error) {
			// Only these are left out the next time; for the others nothing has changed.
			if (error instanceof ClosedMeanwhile) {
				const gone = new Set(error.uids);
				for (const item of items) if (gone.has(item.event.uid)) settled.set(item, { outcome: 'unknown-user' });
			} else if (error instanceof CutOtherwise) {
				for (const item of error.items) settled.set(item, conflict);
			} else throw error;
		}
	}
}

async function writeBatch(
	tx: Tx,
	items: readonly EventItem[],
	settled: ReadonlyMap<EventItem, BookedEvent>,
): Promise<BookedEvent[]> {
	const booked = new Map(settled);
	for (const item of await findForeign(tx, items)) booked.set(item, conflict);
	const open = items.filter((item) => !booked.has(item));
	const credits = open.filter(isPlainCredit);
	if (credits.length > 0) await bookCredits(tx, credits, booked);
	// After the credits, so that a reversal finds one that came in the same batch; in one order, as credits lock wallets.
	const others = open.filter((item) => !isPlainCredit(item)).toSorted(byUid);
	for (const item of others) booked.set(item, await bookUnderLock(tx, item));

	const results = items.map((item) => booked.get(item) ?? { outcome: 'unknown-user' as const });
	await insertCallbacks(
		tx,
		items.map(({ event, callback }, index) => {
			const { outcome, transferId } = results[index] as BookedEvent;
			return { ...callback, outcome, uid: event.uid, transferId };
		}),
	);
	return results;
}

/** Most of what comes: spendable at once, so it is written without looking first. */
function isPlainCredit({ event, releaseAtMs }: EventItem): boolean {
	return (event.kind === 'credit' || event.kind === 'bonus') && releaseAtMs === undefined;
}

async function bookCredits(tx: Tx, items: readonly EventItem[], booked: Map<EventItem, BookedEvent>): Promise<void> {
	const credited = await postCredits(tx, items.map(toTransfer));
	const written = items.flatMap((item, index) => {
		const outcome = credited[index];
		return outcome?.status === 'booked' ? [{ item, offer: toOffer(item, outcome.id) }] : [];
	});
	const offers = written.map(({ offer }) => offer);
	const cutOtherwise = await selectCutOtherwise(tx, offers);
	if (cutOtherwise.size > 0) {
		throw new CutOtherwise(written.filter(({ offer }) => cutOtherwise.has(offer.transferId)).map(({ item }) => item));
	}
	const atMs = Math.max(...items.map(atMsOf));
	const waiting = offers.length > 0 ? await insertOffers(tx, offers) : [];
	const banned = await settleWaitingReversals(tx, waiting, atMs);
	for (const [index, item] of items.entries()) {
		const result = await resultOf(tx, item, credited[index] as CreditOutcome);
		booked.set(item, banned.delete(item.event.uid) ? { ...result, banned: true } : result);
	}
	for (const { item } of written) if (item.wall.hasPending) await endPending(tx, item);
}

async function resultOf(tx: Tx, { event }: EventItem, credited: CreditOutcome): Promise<BookedEvent> {
	if ('id' in credited) return { outcome: outcomes[credited.status], transferId: credited.id };
	if (credited.status !== 'conflict') return { outcome: outcomes[credited.status] };
	// It may have been held back when it came first, under settings that have changed since.
	const held = await selectCredit(tx, { ...event, link: undefined });
	if (held?.kind !== 'credit-hold' || held.amount !== event.reward) return conflict;
	return { outcome: 'replayed', transferId: held.transferId };
}

/** Of callbacks in one batch that cut the same signed text differently, the first stands. */
function refuseCutTwice(items: readonly EventItem[]): Map<EventItem, BookedEvent> {
	const refused = new Map<EventItem, BookedEvent>();
	const cuts = new Map<string, bigint>();
	for (const item of items) {
		const { signedText, uid, kind } = item.event;
		if (!signedText || kind === 'reversal') continue;
		const key = `${uid} ${signedText.text}`;
		const first = cuts.get(key) ?? signedText.cut;
		cuts.set(key, first);
		if (first !== signedText.cut) refused.set(item, conflict);
	}
	return refused;
}

/** Where the user is not signed, a transaction that is somebody else's cannot be this user's too. */
async function findForeign(tx: Tx, items: readonly EventItem[]): Promise<EventItem[]> {
	const weak = items.filter(({ wall }) => wall.isWeak);
	if (weak.length === 0) return [];
	const foreign = await claimTransactions(
		tx,
		weak.map(({ event }) => event),
	);
	return weak.filter((_, index) => foreign.has(index));
}

function toTransfer({ event, callback }: EventItem) {
	return {
		kind: 'credit' as const,
		uid: event.uid,
		wall: event.wall,
		amount: event.reward,
		reference: creditReference(event.wall, event.transactionId),
		atMs: callback.atMs,
	};
}

function byUid(a: EventItem, b: EventItem): number {
	return a.event.uid < b.event.uid ? -1 : a.event.uid > b.event.uid ? 1 : 0;
}

function atMsOf(item: EventItem): number {
	return item.callback.atMs;
}
