import { useEffect, useRef, useState } from 'react';
import type { CallResult } from '../../contract/calls.ts';
import { useCall, useDataClient } from '../lib/calls/clients.tsx';
import { followNotices } from './follow-notices.ts';

type Shown = { notices?: CallResult<'getNotices'>; error?: unknown };

export function useNotices() {
	const call = useCall();
	const data = useDataClient();
	const [{ notices, error }, setShown] = useState<Shown>({});
	const load = useRef(() => {});

	useEffect(() => {
		if (!data) return;
		const followed = followNotices(call, data, (loaded) =>
			setShown((before) => ('notices' in loaded ? loaded : { ...before, ...loaded })),
		);
		load.current = followed.load;
		return () => {
			followed.stop();
			load.current = () => {};
			setShown({});
		};
	}, [call, data]);

	const newest = notices?.items[0];
	return {
		items: notices?.items,
		unread: notices?.unread ?? 0,
		error,
		retry: () => load.current(),
		markRead() {
			if (!newest || notices.unread === 0 || data?.isEnding.get()) return;
			call('markNoticesRead', { upTo: newest.id }).then(
				() => load.current(),
				() => {},
			);
		},
	};
}
