import { asUsdMicros } from '../../contract/money.ts';
import { WalletClosed } from '../ledger/errors.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { lockWallet } from '../ledger/wallet.ts';
import type { Tx } from '../lib/database.ts';
import { type BookedEvent, CutOtherwise, type EventItem, toOffer } from './event-item.ts';
import { endPending, pendingId } from './held-credit.ts';
import { reverseCredit, settleWaitingReversals } from './reverse-credit.ts';
import { creditReference, insertOffers, type OfferRow, selectCredit, selectCutOtherwise } from './store.ts';
import { insertHeldCredit } from './store-held.ts';

/** Books what must look before it writes, by itself and under its user's lock: reversals, and credits that are held back. */
export async function bookUnderLock(tx: Tx, item: EventItem): Promise<BookedEvent> {
	const { event, callback } = item;
	try {
		await lockWallet(tx, event.uid);
	} catch (error) {
		if (error instanceof WalletClosed) return { outcome: 'unknown-user' };
		throw error;
	}
	if (event.kind === 'reversal') {
		const reversal = { ...event, amount: event.reward || undefined, payoutMicros: event.payout };
		return reverseCredit(tx, reversal, callback.atMs);
	}
	return event.kind === 'pending' ? holdPending(tx, item) : holdForTime(tx, item);
}

/** Shown as pending until the partner decides. What it has decided already is not pending any more. */
async function holdPending(tx: Tx, item: EventItem): Promise<BookedEvent> {
	const { event } = item;
	const decided = await selectCredit(tx, { ...event, link: undefined });
	if (decided) return { outcome: 'replayed', transferId: decided.transferId };
	return hold(tx, { ...item, releaseAtMs: undefined }, pendingId(event.transactionId), (offer) => ({
		...offer,
		// The partner owes us nothing yet, and a reversal is of the credit that follows.
		payoutMicros: asUsdMicros(0),
		link: undefined,
		signedText: undefined,
	}));
}

async function holdForTime(tx: Tx, item: EventItem): Promise<BookedEvent> {
	const result = await hold(tx, item, item.event.transactionId, (offer) => offer);
	if (result.outcome === 'held' && item.wall.hasPending) await endPending(tx, item);
	return result;
}

async function hold(
	tx: Tx,
	item: EventItem,
	transactionId: string,
	adapt: (offer: OfferRow) => OfferRow,
): Promise<BookedEvent> {
	const { event, callback, releaseAtMs } = item;
	const { uid, wall } = event;
	const booked = await selectCredit(tx, { uid, wall, transactionId, link: undefined });
	if (booked) {
		const isSame = booked.amount === event.reward;
		return isSame ? { outcome: 'replayed', transferId: booked.transferId } : { outcome: 'conflict' };
	}
	const { id: transferId } = await postTransfer(tx, {
		kind: 'credit-hold',
		uid,
		wall,
		amount: event.reward,
		reference: creditReference(wall, transactionId),
		atMs: callback.atMs,
	});
	const offer = adapt(toOffer(item, transferId));
	if ((await selectCutOtherwise(tx, [offer])).size > 0) throw new CutOtherwise([item]);
	await insertHeldCredit(tx, { uid, holdId: transferId, wall, transactionId }, releaseAtMs);
	const waiting = await insertOffers(tx, [offer]);
	const banned = await settleWaitingReversals(tx, waiting, callback.atMs);
	return { outcome: 'held', transferId, ...(banned.has(uid) ? { banned: true } : {}) };
}
