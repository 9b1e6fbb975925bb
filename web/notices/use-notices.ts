import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallResult } from '../../contract/calls.ts';
import { useCall, useDataClient, useLiveEvent } from '../lib/clients.tsx';

/** What is older is in the histories, and in the mailbox. */
const SHOWN_MAX = 30;

type Loaded = { notices?: CallResult<'getNotices'>; error?: unknown };

/**
 * The newest notices and how many are unread, kept up to date by the live stream, also when another tab has read them. By
 * itself: the header stands on pages that do without the query library.
 */
export function useNotices() {
	const call = useCall();
	const uid = useDataClient()?.uid;
	const [{ notices, error }, setLoaded] = useState<Loaded>({});
	const latestAsk = useRef(0);

	const load = useCallback(async () => {
		latestAsk.current += 1;
		const ask = latestAsk.current;
		const loaded: Loaded = await call('getNotices', { limit: SHOWN_MAX }).then(
			(answer) => ({ notices: answer }),
			(failure) => ({ error: failure }),
		);
		// An answer that was overtaken by a newer question tells nothing new. Old notices beat an error.
		if (ask === latestAsk.current) setLoaded((before) => (loaded.notices ? loaded : { ...before, ...loaded }));
	}, [call]);

	useEffect(() => {
		if (uid === undefined) return;
		void load();
		return () => {
			latestAsk.current += 1;
			setLoaded({});
		};
	}, [uid, load]);
	useLiveEvent((event) => {
		if (event.kind === 'notice') void load();
	});

	const newest = notices?.items[0];
	return {
		items: notices?.items,
		unread: notices?.unread ?? 0,
		error,
		retry: () => void load(),
		/** Everything that was shown. What arrives meanwhile stays unread. */
		markRead() {
			// Not said to be read, they are shown as new once more: that is all it costs.
			if (newest && notices.unread > 0) call('markNoticesRead', { upTo: newest.id }).then(load, () => {});
		},
	};
}
