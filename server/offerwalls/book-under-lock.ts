import { asUsdMicros, robuxToWire } from '../../contract/money.ts';
import { WalletClosed } from '../ledger/errors.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import type { Memo } from '../ledger/transfer.ts';
import { lockWallet } from '../ledger/wallet.ts';
import type { Tx } from '../lib/database.ts';
import { notifyUser } from '../notifications/notify-user.ts';
import { whys } from './callback.ts';
import { type BookedEvent, type EventItem, memoOf } from './event-item.ts';
import { endPending, pendingId } from './held-credit.ts';
import { reverseCredit, settleWaitingReversals, toReversal } from './reverse-credit.ts';
import { creditReference, selectCredit, selectCutOtherwise, selectWaitingReversals } from './store.ts';
import { insertHeldCredit } from './store-held.ts';

const nobody: BookedEvent = { outcome: 'unknown-user', why: whys.unknownUser };

/** Books a credit that is held back: it must look before it writes, by itself and under its user's lock. */
export async function bookHeld(tx: Tx, item: EventItem): Promise<BookedEvent> {
	if (!(await lockOpenWallet(tx, item.event.uid))) return nobody;
	return item.event.kind === 'pending' ? holdPending(tx, item) : holdForTime(tx, item);
}

/** Books a reversal that needs a closer look than a batch takes: of what is held, unknown, or came with it. */
export async function bookReversal(tx: Tx, item: EventItem): Promise<BookedEvent> {
	return (await lockOpenWallet(tx, item.event.uid)) ? reverseCredit(tx, toReversal(item)) : nobody;
}

/** @returns whether there is one. */
async function lockOpenWallet(tx: Tx, uid: string): Promise<boolean> {
	try {
		await lockWallet(tx, uid);
		return true;
	} catch (error) {
		if (error instanceof WalletClosed) return false;
		throw error;
	}
}

/** Shown as pending until the partner decides. What it has decided already is not pending any more. */
async function holdPending(tx: Tx, item: EventItem): Promise<BookedEvent> {
	const { event } = item;
	const decided = await selectCredit(tx, { ...event, link: undefined });
	if (decided) return { outcome: 'replayed', transferId: decided.transferId };
	// The partner owes us nothing yet, and a reversal is of the credit that follows.
	const memo = { ...memoOf(item), payoutMicros: asUsdMicros(0), link: undefined, signedText: undefined };
	return hold(tx, { ...item, releaseAtMs: undefined }, pendingId(event.transactionId), memo);
}

async function holdForTime(tx: Tx, item: EventItem): Promise<BookedEvent> {
	const result = await hold(tx, item, item.event.transactionId, memoOf(item));
	if (result.outcome !== 'held') return result;
	if (item.wall.hasPending) await endPending(tx, item);
	await tellHeld(tx, item);
	return result;
}

/** A reward that cannot be spent yet looks like one that is missing, so its owner is told until when. */
async function tellHeld(tx: Tx, { event, releaseAtMs }: EventItem): Promise<void> {
	if (releaseAtMs === undefined) return;
	const { uid, wall, transactionId, reward, offerName } = event;
	const data = { amount: robuxToWire(reward), name: offerName ?? null, until: releaseAtMs };
	await notifyUser(tx, { uid, kind: 'credit-held', data, reference: creditReference(wall, transactionId) });
}

async function hold(tx: Tx, item: EventItem, transactionId: string, memo: Memo): Promise<BookedEvent> {
	const { event, callback, releaseAtMs } = item;
	const { uid, wall } = event;
	const booked = await selectCredit(tx, { uid, wall, transactionId, link: undefined });
	if (booked) {
		const isSame = booked.amount === event.reward;
		return isSame
			? { outcome: 'replayed', transferId: booked.transferId }
			: { outcome: 'conflict', why: whys.otherAmount };
	}
	const { signedText } = memo;
	if (signedText && (await selectCutOtherwise(tx, [{ uid, signedText }])).size > 0) {
		return { outcome: 'conflict', why: whys.otherCut };
	}
	const { id: transferId } = await postTransfer(tx, {
		kind: 'credit-hold',
		uid,
		wall,
		amount: event.reward,
		reference: creditReference(wall, transactionId),
		atMs: callback.atMs,
		memo,
	});
	await insertHeldCredit(tx, { uid, holdId: transferId, wall, transactionId }, releaseAtMs);
	const waiting = await selectWaitingReversals(tx, [uid]);
	const banned = await settleWaitingReversals(tx, waiting, callback.atMs);
	return { outcome: 'held', transferId, ...(banned.has(uid) ? { banned: true } : {}) };
}
