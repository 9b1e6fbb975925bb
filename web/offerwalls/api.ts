import { useQueryClient } from '@tanstack/react-query';
import { HISTORY_PAGE_SIZE } from '../../contract/limits.ts';
import type { OfferHistoryItem } from '../../contract/offerwalls/history.ts';
import { useCall } from '../lib/calls/clients.tsx';
import { type History, useLiveHistory } from '../lib/use-history.ts';
import { OFFER_HISTORY, takeLiveOffer } from './live-offers.ts';

export function useOfferHistory(): History<OfferHistoryItem> {
	const call = useCall();
	const queries = useQueryClient();
	return useLiveHistory(
		OFFER_HISTORY,
		(cursor, signal) => call('getOfferHistory', { limit: HISTORY_PAGE_SIZE, cursor }, signal),
		(event) => {
			if (event.kind === 'offer') takeLiveOffer(queries, event.item);
		},
	);
}
