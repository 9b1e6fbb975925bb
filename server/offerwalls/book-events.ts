import { type BatchOutcome, postBatch } from '../ledger/post-batch.ts';
import type { NewTransfer } from '../ledger/transfer.ts';
import { type Database, inTransaction, type Tx } from '../lib/database.ts';
import { bookHeld, bookReversals } from './book-under-lock.ts';
import { byUid } from './by-uid.ts';
import { whys } from './callback.ts';
import { type BookedEvent, Contradicted, type EventItem, memoOf } from './event-item.ts';
import { endPending } from './held-credit.ts';
import { settleWaitingReversals } from './reverse-credit.ts';
import {
	claimTransactions,
	creditReference,
	insertCallbacks,
	planOnce,
	selectCredit,
	selectCutOtherwise,
	selectWaitingReversals,
} from './store.ts';

const outcomes = { booked: 'booked', replayed: 'replayed', conflict: 'conflict', nobody: 'unknown-user' } as const;
const conflict = (why: string): BookedEvent => ({ outcome: 'conflict', why });

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
			if (!(error instanceof Contradicted)) throw error;
			for (const item of error.items) settled.set(item, conflict(error.why));
		}
	}
}

async function writeBatch(
	tx: Tx,
	items: readonly EventItem[],
	settled: ReadonlyMap<EventItem, BookedEvent>,
): Promise<BookedEvent[]> {
	await planOnce(tx);
	const booked = new Map(settled);
	for (const item of await findForeign(tx, items)) booked.set(item, conflict(whys.otherUser));
	const open = items.filter((item) => !booked.has(item));
	const credits = open.filter(isPlainCredit);
	if (credits.length > 0) await bookCredits(tx, credits, booked);
	// After the credits, so that a reversal finds one that came in the same batch; in one order, as credits lock wallets.
	const others = open.filter((item) => !isPlainCredit(item)).toSorted((a, b) => byUid(a.event, b.event));
	const reversals = others.filter(({ event }) => event.kind === 'reversal');
	const reversed = reversals.length > 0 ? await bookReversals(tx, reversals) : [];
	for (const [index, item] of reversals.entries()) booked.set(item, reversed[index] as BookedEvent);
	for (const item of others) if (item.event.kind !== 'reversal') booked.set(item, await bookHeld(tx, item));

	const results = items.map((item) => booked.get(item) ?? { outcome: 'unknown-user' as const, why: whys.unknownUser });
	await insertCallbacks(
		tx,
		items.map(({ event, callback }, index) => {
			const { outcome, why, transferId } = results[index] as BookedEvent;
			return { ...callback, outcome, why, uid: event.uid, transferId };
		}),
	);
	return results;
}

/** Most of what comes: spendable at once, so it is written without looking first. */
function isPlainCredit({ event, releaseAtMs }: EventItem): boolean {
	return (event.kind === 'credit' || event.kind === 'bonus') && releaseAtMs === undefined;
}

async function bookCredits(tx: Tx, items: readonly EventItem[], booked: Map<EventItem, BookedEvent>): Promise<void> {
	const credited = await postBatch(tx, items.map(toTransfer));
	const written = items.flatMap((item, index) => {
		const outcome = credited[index];
		return outcome?.status === 'booked' ? [{ item, uid: item.event.uid, transferId: outcome.id }] : [];
	});
	const signed = written.flatMap((one) => {
		const { signedText } = one.item.event;
		return signedText ? [{ ...one, signedText }] : [];
	});
	const cutOtherwise = await selectCutOtherwise(tx, signed);
	if (cutOtherwise.size > 0) {
		const items = signed.filter(({ transferId }) => cutOtherwise.has(transferId)).map(({ item }) => item);
		throw new Contradicted(items, whys.otherCut);
	}
	const waiting = written.length > 0 ? await selectWaitingReversals(tx, written.map(uidOf)) : [];
	const banned = await settleWaitingReversals(tx, waiting, Math.max(...items.map(atMsOf)));
	for (const [index, item] of items.entries()) {
		const outcome = credited[index] as BatchOutcome;
		const result = outcome.status === 'conflict' ? await explainConflict(tx, item) : toResult(outcome);
		booked.set(item, banned.delete(item.event.uid) ? { ...result, banned: true } : result);
	}
	for (const { item } of written) if (item.wall.hasPending) await endPending(tx, item);
}

function toResult(outcome: BatchOutcome): BookedEvent {
	const why = outcome.status === 'nobody' ? whys.unknownUser : undefined;
	return { outcome: outcomes[outcome.status], why, transferId: 'id' in outcome ? outcome.id : undefined };
}

/** It may have been held back when it came first, under settings that have changed since. */
async function explainConflict(tx: Tx, { event }: EventItem): Promise<BookedEvent> {
	const held = await selectCredit(tx, { ...event, link: undefined });
	if (held?.kind !== 'credit-hold' || held.amount !== event.reward) return conflict(whys.otherAmount);
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
		if (first !== signedText.cut) refused.set(item, conflict(whys.otherCut));
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

function uidOf({ uid }: { uid: string }): string {
	return uid;
}

function atMsOf(item: EventItem): number {
	return item.callback.atMs;
}
