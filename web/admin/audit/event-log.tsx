import { useQueryClient } from '@tanstack/react-query';
import type { LogEntry, LogSource } from '../../../contract/admin/records.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Coded } from '../ui/coded.tsx';
import { ExactTime } from '../ui/exact-time.tsx';
import { idInWords } from '../ui/in-words.ts';
import { PagedTable } from '../ui/tables/call-table.tsx';
import type { DataColumn } from '../ui/tables/data-table.tsx';
import { byTime } from '../ui/tables/date-range.tsx';
import { useFollowed } from '../ui/use-followed.ts';
import { UserLink, WithdrawalLink } from '../ui/user-link.tsx';
import { adminPagesKey, type RequestOf, useAdminPages } from '../use-admin-pages.ts';

const outcomes = { done: 'OK', hold: 'OK', told: 'Reported' } as Readonly<Record<string, string>>;

type EventLogProps = {
	filter: RequestOf<'adminGetLog'>;
	order: string;
	isFollowing: boolean;
	sourceNames: Readonly<Record<LogSource, string>>;
};

export function EventLog({ filter, order, isFollowing, sourceNames }: EventLogProps) {
	const call = useCall();
	const queries = useQueryClient();
	const history = useAdminPages('adminGetLog', { ...filter, limit: 50 });
	const { items } = history;
	const { news, ...following } = useFollowed(['log', filter], {
		isFollowing,
		items,
		loadAfter: (after, signal) => call('adminGetLog', { ...filter, after, limit: 100 }, signal),
		reload: () => void queries.invalidateQueries({ queryKey: adminPagesKey('adminGetLog') }),
	});
	return (
		<PagedTable
			texts={{ caption: 'Events', empty: 'No matching events.', failed: "Couldn't load the log." }}
			columns={columnsWith(sourceNames)}
			order={order}
			history={{
				...history,
				items: items && [...news, ...items],
				...(following.error && !history.error ? following : {}),
			}}
		/>
	);
}

function columnsWith(sourceNames: EventLogProps['sourceNames']): DataColumn<LogEntry>[] {
	return [
		{ title: 'Time', orders: byTime, cell: ({ at }) => <ExactTime timeMs={at} /> },
		{ title: 'Source', cell: ({ source }) => <span className="whitespace-nowrap">{sourceNames[source]}</span> },
		{ title: 'Event', cell: ({ what }) => <span className="font-mono text-xs">{what}</span> },
		{
			title: 'Outcome',
			cell: ({ outcome }) => (
				<Badge tone={outcome === 'done' ? 'good' : 'waiting'}>
					<Coded raw={outcome} label={outcomes[outcome] ?? idInWords(outcome)} />
				</Badge>
			),
		},
		{
			title: 'User',
			cell: ({ user, order_id }) =>
				(user ?? order_id) && (
					<span className="grid gap-2 max-md:justify-items-end">
						{user && <UserLink user={user} />}
						{order_id && <WithdrawalLink orderId={order_id} />}
					</span>
				),
		},
		{ title: 'Origin', cell: ({ network, device }) => [network, device].filter(Boolean).join(' · ') },
		{
			title: 'Note',
			cell: ({ note, took_ms }) =>
				(note || took_ms !== null) && (
					<>
						{note} {took_ms !== null && <span className="whitespace-nowrap text-soft">{`${took_ms}\u00a0ms`}</span>}
					</>
				),
		},
	];
}
