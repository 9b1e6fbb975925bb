import { Link } from 'react-router';
import type { ThreadItem } from '../../contract/accounts/threads.ts';
import { HISTORY_PAGE_SIZE } from '../../contract/limits.ts';
import { useCall } from '../lib/calls/clients.tsx';
import { rowsOf, useHistory } from '../lib/use-history.ts';
import { m } from '../texts/messages.js';
import { buttonLook, textLinkLook } from '../ui/button.tsx';
import { HistoryTable } from '../ui/list/history-table.tsx';
import type { Column } from '../ui/list/list-table.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import './threads.css';
import { THREADS } from './query-keys.ts';
import { ThreadBadge } from './thread-view.tsx';

export default function ThreadsPage() {
	const call = useCall();
	const history = useHistory<ThreadItem>(THREADS, (cursor, signal) =>
		call('getThreads', { limit: HISTORY_PAGE_SIZE, cursor }, signal),
	);
	return (
		<div className="mx-auto max-w-5xl px-4 py-8 sm:px-6 sm:py-12">
			<PageTitle>{m.threads_title()}</PageTitle>
			<PageHeading lead={m.threads_lead()} next={{ to: '/threads/new', label: m.threads_new() }}>
				{m.threads_title()}
			</PageHeading>
			<HistoryTable
				{...rowsOf(history, m.threads_failed_to_load())}
				caption={m.threads_title()}
				columns={columns}
				keyOf={({ reference }) => reference}
				emptyText={m.threads_empty()}
				whenEmpty={
					<Link to="/threads/new" className={buttonLook('quiet')}>
						{m.threads_new()}
					</Link>
				}
			/>
		</div>
	);
}

const columns: Column<ThreadItem>[] = [
	{
		title: m.threads_subject(),
		width: 'w-[45%]',
		phone: 'max-md:col-start-1 max-md:row-start-1',
		cell: ({ subject, reference }) => (
			<Link to={`/threads/${reference}`} className={`${textLinkLook} [overflow-wrap:anywhere]`}>
				{subject}
			</Link>
		),
	},
	{
		title: m.threads_state(),
		width: 'w-[20%]',
		phone: 'max-md:col-start-1 max-md:row-start-2',
		cell: ({ state }) => <ThreadBadge state={state} />,
	},
	{
		title: m.claims_reference(),
		width: 'w-[20%]',
		phone: 'max-md:col-start-1 max-md:row-start-3 max-md:text-sm max-md:text-soft',
		cell: ({ reference }) => <span className="font-mono text-xs select-all">{reference}</span>,
	},
	{
		title: m.threads_changed(),
		width: 'w-[15%]',
		phone: 'max-md:col-start-2 max-md:row-start-1 max-md:text-right max-md:text-sm max-md:text-soft',
		cell: ({ changed_at }) => <TimeAgo timeMs={changed_at} />,
	},
];
