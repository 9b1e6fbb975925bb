import { useEffect, useState } from 'react';
import type { PublicStats } from '../../contract/site/home.ts';
import { useCall } from '../lib/calls/clients.tsx';

/** Undefined: not known yet. */
export function usePublicStats(): PublicStats | 'unknown' | undefined {
	const call = useCall();
	const [stats, setStats] = useState<PublicStats | 'unknown'>();
	useEffect(() => {
		const leaving = new AbortController();
		call('getPublicStats', null, leaving.signal).then(setStats, () => {
			if (!leaving.signal.aborted) setStats('unknown');
		});
		return () => leaving.abort();
	}, [call]);
	return stats;
}
