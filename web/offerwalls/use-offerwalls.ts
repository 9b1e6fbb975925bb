import { useQuery } from '@tanstack/react-query';
import type { CallResult } from '../../contract/calls.ts';
import { useCall } from '../lib/calls/clients.tsx';
import { messageOf } from '../lib/calls/refusal.ts';
import { m } from '../texts/messages.js';

export type Offerwall = CallResult<'getOfferwalls'>[number];

export type Offerwalls =
	| { kind: 'loading' }
	| { kind: 'failed'; message: string; retry: () => void }
	| { kind: 'ready'; walls: Offerwall[] };

/** The walls that this person may open. Their addresses name the person: they are for the frame, and kept nowhere. */
export function useOfferwalls(): Offerwalls {
	const call = useCall();
	const { data, error, refetch } = useQuery({
		queryKey: ['offerwalls'],
		queryFn: ({ signal }) => call('getOfferwalls', null, signal),
	});
	if (data) return { kind: 'ready', walls: data };
	if (!error) return { kind: 'loading' };
	return {
		kind: 'failed',
		message: messageOf(error, m.earn_failed_to_load_offerwalls()),
		retry: () => void refetch(),
	};
}
