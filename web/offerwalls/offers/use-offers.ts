import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import type { CallPayload, CallResult } from '../../../contract/calls.ts';
import { MINUTE_MS } from '../../../contract/durations.ts';
import type { OfferItem } from '../../../contract/offerwalls/offers.ts';
import { useLiveEvent } from '../../lib/calls/clients.tsx';
import { useCallQuery } from '../../lib/calls/use-call-query.ts';
import { refetchQuery } from '../../lib/refetch-query.ts';
import { type History, useCallPages } from '../../lib/use-history.ts';

export type OfferFilters = Pick<NonNullable<CallPayload<'getOffers'>>, 'category' | 'device' | 'search' | 'order'>;
export type Offer = CallResult<'getOffer'>;

export function useOffers(filters: OfferFilters): History<OfferItem> {
	return useCallPages('getOffers', filters, { queryKey: ['offers', filters], gcTime: 5 * MINUTE_MS });
}

export function useOffer(id: string): { offer: Offer | undefined; error: Error | null; retry: () => void } {
	const queries = useQueryClient();
	const queryKey = ['offer', id];
	useLiveEvent((event) => {
		if (event.kind === 'offer') void refetchQuery(queries, queryKey);
	});
	const { data, error, refetch } = useCallQuery('getOffer', { id }, { queryKey, placeholderData: keepPreviousData });
	return { offer: data, error: data ? null : error, retry: () => void refetch() };
}
