import type { CallResult } from '../../contract/calls.ts';
import { messageOf } from '../lib/calls/refusal.ts';
import { useCallQuery } from '../lib/calls/use-call-query.ts';
import { m } from '../texts/messages.js';

export type Offerwall = CallResult<'getOfferwalls'>[number];

export type Offerwalls =
	| { kind: 'loading' }
	| { kind: 'failed'; message: string; retry: () => void }
	| { kind: 'ready'; walls: Offerwall[] };

/** Wall addresses identify the user: use them for the frame only and never store them. */
export function useOfferwalls(): Offerwalls {
	const { data, error, refetch } = useCallQuery('getOfferwalls', null);
	if (data) return { kind: 'ready', walls: data };
	if (!error) return { kind: 'loading' };
	return { kind: 'failed', message: messageOf(error, m.earn_failed_to_load_offerwalls()), retry: () => void refetch() };
}
