import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall, useLiveEvent } from '../lib/clients.tsx';

const NOTICES = 'notices';
/** What is older is in the histories, and in the mailbox. */
const SHOWN_MAX = 30;

/** The newest notices and how many are unread, kept up to date by the live stream, also when another tab has read them. */
export function useNotices() {
	const call = useCall();
	const queries = useQueryClient();
	const { data, error, refetch } = useQuery({
		queryKey: [NOTICES],
		queryFn: ({ signal }) => call('getNotices', { limit: SHOWN_MAX }, signal),
	});
	const reload = () => void queries.invalidateQueries({ queryKey: [NOTICES] });
	useLiveEvent((event) => {
		if (event.kind === 'notice') reload();
	});
	const { mutate } = useMutation({
		mutationFn: (upTo: number) => call('markNoticesRead', { upTo }),
		onSettled: reload,
	});
	const newest = data?.items[0];
	return {
		items: data?.items,
		unread: data?.unread ?? 0,
		error,
		retry: () => void refetch(),
		/** Everything that was shown. What arrives meanwhile stays unread. */
		markRead: () => {
			if (newest && data.unread > 0) mutate(newest.id);
		},
	};
}
