import { openBatch } from '../../ledger/batch.ts';
import type { Tx } from '../../lib/db/database.ts';
import { together } from '../../lib/db/pipeline.ts';
import { type ClickKey, selectClicksBefore } from '../catalogue/store-clicks.ts';
import { selectWatchedClaims } from '../claims/store-watched.ts';
import type { Moment } from '../terms/terms.ts';
import type { EventItem } from './event-item.ts';
import { bookedId, pendingId, type Reversal, signedTextToKeep, toReversal } from './offer-transfers.ts';
import * as store from './store.ts';

export type Round = { paying: readonly EventItem[]; reversals: readonly Reversal[] };

export function roundOf(items: readonly EventItem[]): Round {
	const reversals = items.filter(({ event }) => event.kind === 'reversal');
	const paying = items.filter(({ event }) => event.kind !== 'reversal');
	paying.sort((a, b) => Number(a.event.kind === 'pending') - Number(b.event.kind === 'pending'));
	return { paying, reversals: reversals.map(toReversal) };
}

export type RoundState = Awaited<ReturnType<typeof lookAtRound>>;

/** Also locks the wallets; takes one round trip. */
export async function lookAtRound(tx: Tx, { paying, reversals }: Round, onLocked: () => void) {
	const approvable = paying.filter(({ wall, event }) => wall.hasPending && event.kind !== 'pending');
	const boosted = paying.filter(({ wall }) => wall.boosts.length > 0);
	const called = paying.filter(({ event }) => event.kind === 'pending');
	const signed = paying.flatMap((item) => {
		const signedText = signedTextToKeep(item);
		return signedText ? [{ item, uid: item.event.uid, signedText }] : [];
	});
	// Transactions whose walls do not sign the user unambiguously.
	const claimKeys = new Map<EventItem, string>();
	for (const item of [...paying, ...reversals.map((reversal) => reversal.item)]) {
		const key = item && keyToClaim(item);
		if (key) claimKeys.set(item, key);
	}
	const paid = paying.map(({ event }) => event.uid);
	const clicked = paying.flatMap(toClicked);
	const [batch, owners, cutOtherwise, waiting, watched, credits, clicks, imported] = await together(
		// This statement must come first, because it takes the locks.
		openBatch(tx, {
			uids: [...paid, ...reversals.map(({ uid }) => uid)],
			keys: [...paying.map(bookedKey), ...called.map(({ event }) => decidedKey(event))],
			// Upper bound of the batch's transfers.
			size: paying.length + boosted.length + 2 * approvable.length + 4 * reversals.length,
			onLocked,
		}),
		store.selectOwners(tx, [...claimKeys.values()]),
		store.selectCutOtherwise(tx, signed),
		store.selectWaitingReversals(tx, paid),
		selectWatchedClaims(tx, [...paid, ...reversals.map(({ uid }) => uid)]),
		store.selectCredits(tx, [
			...reversals.map((reversal) => ({ ...reversal, pendingId: pendingId(reversal.transactionId) })),
			...approvable.map(({ event: { uid, wall, transactionId } }) => ({
				uid,
				wall,
				transactionId: pendingId(transactionId),
			})),
		]),
		selectClicksBefore(tx, clicked),
		store.selectImportedCredits(tx, reversals),
	);
	return {
		batch,
		cutOtherwise: new Set(signed.flatMap(({ item }, position) => (cutOtherwise.has(position) ? [item] : []))),
		claimKeys,
		owners,
		pending: new Map(approvable.map((item, index) => [item, credits[reversals.length + index]])),
		credits: new Map(reversals.map((reversal, index) => [reversal, credits[index] ?? imported.get(index)])),
		clicks: new Map(
			clicked.flatMap(({ item }, position): [EventItem, Moment][] => {
				const click = clicks.get(position);
				return click ? [[item, click]] : [];
			}),
		),
		waiting,
		watched,
	};
}

/** Old ids vary in length, so undelimited signed text could be cut for another user. */
function keyToClaim({ wall, event }: EventItem): string | undefined {
	if (wall.isWeak) return store.claimKey(event);
	const { alias, signedText } = event;
	return alias && signedText && store.claimKey({ wall: event.wall, transactionId: `signed text ${signedText.text}` });
}

/** Skips the lookup of clicks if the wall's terms never change. */
function toClicked(item: EventItem): (ClickKey & { item: EventItem })[] {
	const { wall, event, received } = item;
	const { uid, offerId: key, clickId: id } = event;
	if ((key ?? id) === undefined || wall.rates.length + wall.boosts.length === 0) return [];
	return [{ item, uid, wall: wall.id, key, id, untilMs: received.atMs }];
}

export function bookedKey({ event }: EventItem): { uid: string; reference: string } {
	return { uid: event.uid, reference: store.creditReference(event.wall, bookedId(event)) };
}

/** The key that a pending transaction gets once the partner decides. */
export function decidedKey({ uid, wall, transactionId }: EventItem['event']): { uid: string; reference: string } {
	return { uid, reference: store.creditReference(wall, transactionId) };
}
