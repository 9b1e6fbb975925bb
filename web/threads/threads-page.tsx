import type { ThreadItem } from '../../contract/accounts/threads.ts';
import { useCall } from '../lib/calls/clients.tsx';
import { m } from '../texts/messages.js';
import { TextLink } from '../ui/basics.tsx';
import type { Column } from '../ui/list/list-table.tsx';
import { TicketsPage } from '../ui/tickets/tickets-page.tsx';
import { THREADS } from './query-keys.ts';
import { ThreadBadge } from './thread-view.tsx';

export default function ThreadsPage() {
	const call = useCall();
	return (
		<TicketsPage
			queryKey={THREADS}
			load={(page, signal) => call('getThreads', page, signal)}
			texts={{
				...{ title: m.threads_title(), lead: m.threads_lead(), make: m.threads_new(), time: m.threads_changed() },
				...{ failed: m.threads_failed_to_load(), empty: m.threads_empty() },
			}}
			makeAt="/threads/new"
			timeOf={({ changed_at }) => changed_at}
			columns={columns}
		/>
	);
}

const columns: Column<ThreadItem>[] = [
	{
		title: m.threads_subject(),
		width: 'w-[45%]',
		phone: 'max-md:col-start-1 max-md:row-start-1',
		cell: ({ subject, reference }) => (
			<TextLink to={`/threads/${reference}`} className="[overflow-wrap:anywhere]">
				{subject}
			</TextLink>
		),
	},
	{
		title: m.threads_state(),
		width: 'w-[20%]',
		phone: 'max-md:col-start-1 max-md:row-start-2',
		cell: ({ state }) => <ThreadBadge state={state} />,
	},
];
