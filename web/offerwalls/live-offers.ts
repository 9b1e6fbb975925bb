import type { QueryClient } from '@tanstack/react-query';
import type { OfferHistoryItem } from '../../contract/offerwalls/history.ts';
import { askAgain, takeLive } from '../lib/ask-again.ts';
import { type LoadedPages, withLiveItem } from '../lib/use-history.ts';

export const OFFER_HISTORY = ['offer-history'];

/** Puts a line that came live into the history that was loaded. */
export function takeLiveOffer(queries: QueryClient, item: OfferHistoryItem): void {
	const loaded = queries.getQueryData<LoadedPages<OfferHistoryItem>>(OFFER_HISTORY);
	takeLive(queries, OFFER_HISTORY, withLiveItem(loaded, item));
	// Only what is new is told. The line of a credit that is not held any more has gone or changed: it is asked for.
	if (mayEndHold(loaded, item)) void askAgain(queries, OFFER_HISTORY);
}

/** A held credit ends with another line of its wall: its release, what was approved in its place, or its reversal. */
function mayEndHold(
	loaded: LoadedPages<OfferHistoryItem> | undefined,
	{ kind, earning_source }: OfferHistoryItem,
): boolean {
	if (kind === 'pending' || !loaded) return false;
	const lines = loaded.pages.flatMap(({ items }) => items);
	return lines.some((line) => line.kind === 'pending' && line.earning_source === earning_source);
}
