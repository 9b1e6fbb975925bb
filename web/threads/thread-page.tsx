import '../ui/tickets/tickets.css';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useCall } from '../lib/calls/clients.tsx';
import { messageOf } from '../lib/calls/refusal.ts';
import { useCallQuery } from '../lib/calls/use-call-query.ts';
import { m } from '../texts/messages.js';
import { Page, RetryNotice, Skeleton } from '../ui/basics.tsx';
import { useReplyTime } from '../ui/help/use-reply-time.ts';
import { THREADS } from './query-keys.ts';
import { ThreadView } from './thread-view.tsx';

export default function ThreadPage() {
	const call = useCall();
	const queries = useQueryClient();
	const { reference = '' } = useParams();
	const replyTime = useReplyTime();
	const { data, error, refetch } = useCallQuery('getThread', { reference }, { queryKey: [...THREADS, reference] });

	async function reply(text: string): Promise<void> {
		await call('replyToThread', { reference, text });
		await queries.invalidateQueries({ queryKey: THREADS });
	}
	const title = data?.subject ?? m.threads_title();
	return (
		<Page
			title={title}
			lead={`${replyTime} ${m.threads_one_lead()}`}
			next={{ to: '/threads', label: m.threads_all() }}
			className="max-w-3xl"
		>
			{error && !data && <RetryNotice error={messageOf(error, m.threads_failed_to_load())} onRetry={refetch} />}
			{!data && !error && <Skeleton className="h-64 w-full" />}
			{data && <ThreadView thread={data} onReply={reply} />}
		</Page>
	);
}
