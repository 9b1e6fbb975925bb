import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { HISTORY_PAGE_SIZE } from '../../contract/limits.ts';
import type { OfferHistoryItem } from '../../contract/offerwalls/history.ts';
import type { MyOffer } from '../../contract/offerwalls/offers.ts';
import { useLiveEvent } from '../lib/calls/clients.tsx';
import { useCallQuery } from '../lib/calls/use-call-query.ts';
import { refetchQuery, takeLive } from '../lib/refetch-query.ts';
import { type History, type LoadedPages, useCallPages, withLiveItem } from '../lib/use-history.ts';
import { hasEnded } from './offers/offer-times.ts';

const OFFER_HISTORY = ['offer-history'];

function takeLiveOffer(queries: QueryClient, item: OfferHistoryItem): void {
	const loaded = queries.getQueryData<LoadedPages<OfferHistoryItem>>(OFFER_HISTORY);
	takeLive(queries, OFFER_HISTORY, withLiveItem(loaded, item));
	// The stream sends only new lines; a reload updates the held one.
	if (mayEndHold(loaded, item)) void refetchQuery(queries, OFFER_HISTORY);
}

/** A hold ends with a release, a reversal, or a credit of another amount. Each is a new history entry of the wall. */
function mayEndHold(
	loaded: LoadedPages<OfferHistoryItem> | undefined,
	{ kind, earning_source }: OfferHistoryItem,
): boolean {
	if (kind === 'pending' || !loaded) return false;
	const lines = loaded.pages.flatMap(({ items }) => items);
	return lines.some((line) => line.kind === 'pending' && line.earning_source === earning_source);
}

export function useOfferHistory(): History<OfferHistoryItem> {
	const queries = useQueryClient();
	useLiveEvent((event) => {
		if (event.kind === 'offer') takeLiveOffer(queries, event.item);
	});
	return useCallPages('getOfferHistory', { limit: HISTORY_PAGE_SIZE }, { queryKey: OFFER_HISTORY });
}

const CURRENT_SHOWN = 3;

export type Progress = { hasWithdrawn: boolean | undefined; current: MyOffer[] };

/** @returns undefined until it is known whether the user has something to continue. */
export function useProgress(): Progress | undefined {
	const withdrawn = useCallQuery('getWithdrawHistory', { limit: 1 }, { queryKey: ['first-steps', 'withdrawn'] });
	const hasWithdrawn = withdrawn.data && withdrawn.data.items.length > 0;
	const started = useCallQuery('getMyOffers', { state: 'started', limit: 5 });
	const current = started.data?.items.filter((offer) => !hasEnded(offer)).slice(0, CURRENT_SHOWN) ?? [];
	if (current.length === 0 && (hasWithdrawn === undefined || started.isPending)) return undefined;
	return { hasWithdrawn, current };
}
