import { useQueryClient } from '@tanstack/react-query';
import { HISTORY_PAGE_SIZE } from '../../contract/limits.ts';
import type { OfferHistoryItem } from '../../contract/offerwalls.ts';
import { useCall, useLiveEvent } from '../lib/clients.tsx';
import { type History, type LoadedPages, useHistory, withLiveItem } from '../lib/use-history.ts';

const KEY = 'offer-history';

export function useOfferHistory(): History<OfferHistoryItem> {
	const call = useCall();
	const queries = useQueryClient();
	useLiveEvent((event) => {
		if (event.kind !== 'offer') return;
		queries.setQueryData<LoadedPages<OfferHistoryItem>>([KEY], (loaded) => withLiveItem(loaded, event.item));
	});
	return useHistory(KEY, (cursor, signal) => call('getOfferHistory', { limit: HISTORY_PAGE_SIZE, cursor }, signal));
}
