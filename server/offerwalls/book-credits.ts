import { ClosedMeanwhile, type CreditOutcome, postCredits } from '../ledger/post-credits.ts';
import { type Database, inTransaction, type Tx } from '../lib/database.ts';
import type { Callback, ReceivedCallback } from './callback.ts';
import type { OfferEvent } from './postback.ts';
import { settleWaitingReversals } from './reverse-credit.ts';
import { creditReference, insertCallbacks, insertOffers } from './store.ts';

/** A verified credit together with the callback that brought it. */
export type CreditItem = { event: OfferEvent; callback: ReceivedCallback };

const outcomes = { booked: 'booked', replayed: 'replayed', conflict: 'conflict', nobody: 'unknown-user' } as const;

/**
 * Writes a batch of credits, what they were for, and the log of their callbacks in one durable transaction.
 * @returns the callbacks as kept, one for each item, in order.
 */
export async function bookCredits(db: Database, items: readonly CreditItem[]): Promise<Callback[]> {
	try {
		return await inTransaction(db, (tx) => writeBatch(tx, items, new Set()));
	} catch (error) {
		if (!(error instanceof ClosedMeanwhile)) throw error;
		// Their accounts are gone now; for the others nothing has changed.
		return inTransaction(db, (tx) => writeBatch(tx, items, new Set(error.uids)));
	}
}

async function writeBatch(tx: Tx, items: readonly CreditItem[], gone: ReadonlySet<string>): Promise<Callback[]> {
	const present = items.filter(({ event }) => !gone.has(event.uid));
	const credited = await postCredits(tx, present.map(toTransfer));
	const outcomeOf = new Map(present.map((item, index) => [item, credited[index] as CreditOutcome]));

	const booked = present.flatMap((item) => {
		const outcome = outcomeOf.get(item);
		return outcome?.status === 'booked' ? [{ item, transferId: outcome.id }] : [];
	});
	if (booked.length > 0) {
		const waiting = await insertOffers(
			tx,
			booked.map(({ item: { event, callback }, transferId }) => ({
				uid: event.uid,
				transferId,
				wall: event.wall,
				atMs: callback.atMs,
				payoutMicros: event.payout,
				link: event.link,
				offerId: event.offerId,
				offerName: event.offerName,
			})),
		);
		if (waiting.length > 0) await settleWaitingReversals(tx, waiting, Math.max(...items.map(atMsOf)));
	}

	const callbacks = items.map((item) => toCallback(item, outcomeOf.get(item) ?? { status: 'nobody' }));
	await insertCallbacks(tx, callbacks);
	return callbacks;
}

function toTransfer({ event, callback }: CreditItem) {
	return {
		kind: 'credit' as const,
		uid: event.uid,
		wall: event.wall,
		amount: event.reward,
		reference: creditReference(event.wall, event.transactionId),
		atMs: callback.atMs,
	};
}

function toCallback({ event, callback }: CreditItem, outcome: CreditOutcome): Callback {
	const transferId = 'id' in outcome ? outcome.id : undefined;
	return { ...callback, outcome: outcomes[outcome.status], uid: event.uid, transferId };
}

function atMsOf(item: CreditItem): number {
	return item.callback.atMs;
}
