import type { Database, Tx } from '../lib/database.ts';
import { inPipeline, together } from '../lib/pipeline.ts';
import { bookHeld, bookReversal } from './book-under-lock.ts';
import { type Callback, whys } from './callback.ts';
import { type BookedEvent, Contradicted, type EventItem } from './event-item.ts';
import { endPending } from './held-credit.ts';
import { type Booked, conflict, lookAt, type Plan, partsOf, planBooking } from './plan-booking.ts';
import { judgeTaken, outcomeOfTaken, settleWaitingReversals } from './reverse-credit.ts';
import { insertCallbacks, insertClaims, selectCredit } from './store.ts';

/**
 * Writes a batch of credits and reversals, what they were for, and the log of their callbacks in one durable transaction.
 * Nearly always that takes two turns to the database: one that locks and looks, one that writes. Reversals take a third,
 * whatever needs a closer look more.
 *
 * @returns what became of each item, in order.
 */
export async function bookEvents(db: Database, items: readonly EventItem[]): Promise<BookedEvent[]> {
	const contradicted: Booked = new Map();
	for (;;) {
		try {
			const booked = await bookTogether(db, items, contradicted);
			return items.map((item) => booked.get(item) as BookedEvent);
		} catch (error) {
			// Only these are left out the next time; for the others nothing has changed.
			if (!(error instanceof Contradicted)) throw error;
			for (const item of error.items) contradicted.set(item, conflict(error.why));
		}
	}
}

function bookTogether(db: Database, items: readonly EventItem[], contradicted: Booked): Promise<Booked> {
	return inPipeline(db, async (tx, last) => {
		const parts = partsOf(items, contradicted);
		const plan = planBooking(parts, await lookAt(tx, parts));
		const { batch, booked, claims, taken } = plan;
		const keep = () =>
			insertCallbacks(
				tx,
				items.map((item) => toCallback(item, booked.get(item) as BookedEvent)),
			);
		if (taken.length === 0 && !needsCloserLook(plan)) {
			await last(batch.write(tx), insertClaims(tx, claims), keep());
			return booked;
		}
		const [, , banned] = await together(batch.write(tx), insertClaims(tx, claims), judgeTaken(tx, taken));
		for (const one of taken) {
			booked.set(one.item, { ...outcomeOfTaken(one), banned: banned.delete(one.item.event.uid) });
		}
		if (needsCloserLook(plan)) await lookCloser(tx, plan, parts.credits);
		await last(keep());
		return booked;
	});
}

function needsCloserLook({ conflicts, waiting, approved, reversals, held }: Plan): boolean {
	return [conflicts, waiting, approved, reversals, held].some((list) => list.length > 0);
}

/** One by one, each under its user's lock, after the credits: so that a reversal finds one that came in the same batch. */
async function lookCloser(tx: Tx, plan: Plan, credits: readonly EventItem[]): Promise<void> {
	const { booked, conflicts, waiting, approved, reversals, held } = plan;
	for (const item of conflicts) booked.set(item, await explainConflict(tx, item));
	const banned = await settleWaitingReversals(tx, waiting, Math.max(...credits.map(({ callback }) => callback.atMs)));
	for (const item of credits) {
		if (banned.delete(item.event.uid)) booked.set(item, { ...(booked.get(item) as BookedEvent), banned: true });
	}
	for (const item of approved) await endPending(tx, item);
	for (const item of reversals) booked.set(item, await bookReversal(tx, item));
	for (const item of held) booked.set(item, await bookHeld(tx, item));
}

/** It may have been held back when it came first, under settings that have changed since. */
async function explainConflict(tx: Tx, { event }: EventItem): Promise<BookedEvent> {
	const held = await selectCredit(tx, { ...event, link: undefined });
	if (held?.kind !== 'credit-hold' || held.amount !== event.reward) return conflict(whys.otherAmount);
	return { outcome: 'replayed', transferId: held.transferId };
}

function toCallback({ event, callback }: EventItem, { outcome, why, transferId }: BookedEvent): Callback {
	return { ...callback, outcome, why, uid: event.uid, transferId };
}
