import { type Batch, openBatch } from '../../ledger/batch.ts';
import type { NewTransfer } from '../../ledger/transfer.ts';
import type { Tx } from '../../lib/db/database.ts';
import { together } from '../../lib/db/pipeline.ts';
import type { EventItem } from './event-item.ts';
import { pendingId, type Reversal, toCredit, toReversal } from './offer-transfers.ts';
import {
	type BookedCredit,
	claimKey,
	creditReference,
	selectCredits,
	selectCutOtherwise,
	selectOwners,
	selectWaitingReversals,
	type WaitingReversal,
} from './store.ts';

export type Round = { paying: readonly EventItem[]; reversals: readonly Reversal[] };

export function roundOf(items: readonly EventItem[]): Round {
	const reversals = items.filter(({ event }) => event.kind === 'reversal');
	const paying = items.filter(({ event }) => event.kind !== 'reversal');
	// What is approved or was paid in the same batch is not pending any more.
	paying.sort((a, b) => Number(a.event.kind === 'pending') - Number(b.event.kind === 'pending'));
	return { paying, reversals: reversals.map(toReversal) };
}

export type Seen = {
	batch: Batch;
	transfers: Map<EventItem, NewTransfer>;
	/** Whose text is booked already, cut in another way. */
	cutOtherwise: Set<EventItem>;
	/** The keys of transactions whose walls sign too little to tell whose they are, and whose they are. */
	claimKeys: Map<EventItem, string>;
	owners: Map<string, string>;
	pending: Map<EventItem, BookedCredit | undefined>;
	credits: Map<Reversal, BookedCredit | undefined>;
	/** Reversals that wait for credits of the users who are paid. */
	waiting: WaitingReversal[];
};

/** Locks the wallets of a round and looks at all that decides over it, in one round trip. */
export async function lookAtRound(tx: Tx, { paying, reversals }: Round): Promise<Seen> {
	const transfers = new Map(paying.map((item) => [item, toCredit(item)]));
	const approvable = paying.filter(({ wall, event }) => wall.hasPending && event.kind !== 'pending');
	const called = paying.filter(({ event }) => event.kind === 'pending');
	const signed = paying.flatMap((item) => {
		const signedText = transfers.get(item)?.memo?.signedText;
		return signedText ? [{ item, uid: item.event.uid, signedText }] : [];
	});
	const claimKeys = new Map<EventItem, string>();
	for (const item of [...paying, ...reversals.map((reversal) => reversal.item)]) {
		if (item?.wall.isWeak) claimKeys.set(item, claimKey(item.event));
	}
	const paid = paying.map(({ event }) => event.uid);
	const [batch, owners, cutOtherwise, waiting, credits] = await together(
		// First: the others look under its locks.
		openBatch(tx, {
			uids: [...paid, ...reversals.map(({ uid }) => uid)],
			keys: [...transfers.values(), ...called.map(({ event }) => decidedKey(event))],
			// What is pending ends with its approval, and what is held may be released to take back a part of it.
			size: paying.length + approvable.length + 2 * reversals.length,
		}),
		selectOwners(tx, [...claimKeys.values()]),
		selectCutOtherwise(tx, signed),
		selectWaitingReversals(tx, paid),
		selectCredits(tx, [
			...reversals.map((reversal) => ({ ...reversal, pendingId: pendingId(reversal.transactionId) })),
			...approvable.map(({ event: { uid, wall, transactionId } }) => ({
				uid,
				wall,
				transactionId: pendingId(transactionId),
			})),
		]),
	);
	return {
		batch,
		transfers,
		cutOtherwise: new Set(signed.flatMap(({ item }, position) => (cutOtherwise.has(position) ? [item] : []))),
		claimKeys,
		owners,
		pending: new Map(approvable.map((item, index) => [item, credits[reversals.length + index]])),
		credits: new Map(reversals.map((reversal, index) => [reversal, credits[index]])),
		waiting,
	};
}

/** What is booked for a transaction that its partner calls pending, once it is decided. */
export function decidedKey({ uid, wall, transactionId }: EventItem['event']): { uid: string; reference: string } {
	return { uid, reference: creditReference(wall, transactionId) };
}
