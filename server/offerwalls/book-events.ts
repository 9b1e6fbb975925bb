import { WalletClosed } from '../ledger/errors.ts';
import { ClosedMeanwhile, type CreditOutcome, postCredits } from '../ledger/post-credits.ts';
import { lockWallet } from '../ledger/wallet.ts';
import { type Database, inTransaction, type Tx } from '../lib/database.ts';
import type { Callback, ReceivedCallback } from './callback.ts';
import type { OfferEvent } from './postback.ts';
import { reverseCredit, settleWaitingReversals } from './reverse-credit.ts';
import { creditReference, insertCallbacks, insertOffers } from './store.ts';

/** A verified credit or reversal together with the callback that brought it. */
export type EventItem = { event: OfferEvent; callback: ReceivedCallback };

/** What became of an event. `capped`: the partner wanted more back than it had given. */
export type BookedEvent = Pick<Callback, 'outcome' | 'transferId'> & { capped?: boolean };

const outcomes = { booked: 'booked', replayed: 'replayed', conflict: 'conflict', nobody: 'unknown-user' } as const;

/**
 * Writes a batch of credits and reversals, what they were for, and the log of their callbacks in one durable transaction.
 * @returns what became of each item, in order.
 */
export async function bookEvents(db: Database, items: readonly EventItem[]): Promise<BookedEvent[]> {
	try {
		return await inTransaction(db, (tx) => writeBatch(tx, items, new Set()));
	} catch (error) {
		if (!(error instanceof ClosedMeanwhile)) throw error;
		// Their accounts are gone now; for the others nothing has changed.
		return inTransaction(db, (tx) => writeBatch(tx, items, new Set(error.uids)));
	}
}

async function writeBatch(tx: Tx, items: readonly EventItem[], gone: ReadonlySet<string>): Promise<BookedEvent[]> {
	const present = items.filter(({ event }) => !gone.has(event.uid));
	const credits = present.filter(({ event }) => event.kind === 'credit');
	const booked = credits.length > 0 ? await bookCredits(tx, credits) : new Map<EventItem, BookedEvent>();
	// After the credits, so that a reversal finds one that came in the same batch; in one order, as credits lock wallets.
	const reversals = present.filter(({ event }) => event.kind === 'reversal').toSorted(byUid);
	for (const item of reversals) booked.set(item, await bookReversal(tx, item));

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

async function bookCredits(tx: Tx, items: readonly EventItem[]): Promise<Map<EventItem, BookedEvent>> {
	const credited = await postCredits(tx, items.map(toTransfer));
	const offers = items.flatMap((item, index) => {
		const outcome = credited[index];
		return outcome?.status === 'booked' ? [toOffer(item, outcome.id)] : [];
	});
	if (offers.length > 0) {
		const waiting = await insertOffers(tx, offers);
		if (waiting.length > 0) await settleWaitingReversals(tx, waiting, Math.max(...items.map(atMsOf)));
	}
	return new Map(
		items.map((item, index) => {
			const outcome = credited[index] as CreditOutcome;
			const transferId = 'id' in outcome ? outcome.id : undefined;
			return [item, { outcome: outcomes[outcome.status], transferId }];
		}),
	);
}

/** Reversals are rare and must look before they write, so each is booked by itself under its user's lock. */
async function bookReversal(tx: Tx, { event, callback }: EventItem): Promise<BookedEvent> {
	try {
		await lockWallet(tx, event.uid);
	} catch (error) {
		if (error instanceof WalletClosed) return { outcome: 'unknown-user' };
		throw error;
	}
	const reversal = { ...event, amount: event.reward || undefined, payoutMicros: event.payout };
	return reverseCredit(tx, reversal, callback.atMs);
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

function toOffer({ event, callback }: EventItem, transferId: number) {
	return {
		uid: event.uid,
		transferId,
		wall: event.wall,
		atMs: callback.atMs,
		payoutMicros: event.payout,
		link: event.link,
		offerId: event.offerId,
		offerName: event.offerName,
	};
}

function byUid(a: EventItem, b: EventItem): number {
	return a.event.uid < b.event.uid ? -1 : 1;
}

function atMsOf(item: EventItem): number {
	return item.callback.atMs;
}
