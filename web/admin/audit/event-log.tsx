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

const texts = {
	caption: 'Events',
	time: 'Time',
	source: 'Source',
	what: 'Event',
	outcome: 'Outcome',
	outcomes: { done: 'OK', hold: 'OK', told: 'Reported' } as Readonly<Record<string, string>>,
	who: 'User',
	from: 'Origin',
	note: 'Note',
	took: (ms: number) => `${ms}\u00a0ms`,
	empty: 'No matching events.',
	failed: "Couldn't load the log.",
};

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
			texts={texts}
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
		{ title: texts.time, orders: byTime, cell: ({ at }) => <ExactTime timeMs={at} /> },
		{ title: texts.source, cell: ({ source }) => <span className="whitespace-nowrap">{sourceNames[source]}</span> },
		{ title: texts.what, cell: ({ what }) => <span className="font-mono text-xs">{what}</span> },
		{
			title: texts.outcome,
			cell: ({ outcome }) => (
				<Badge tone={outcome === 'done' ? 'good' : 'waiting'}>
					<Coded raw={outcome} label={texts.outcomes[outcome] ?? idInWords(outcome)} />
				</Badge>
			),
		},
		{
			title: texts.who,
			cell: ({ user, order_id }) =>
				(user ?? order_id) && (
					<span className="grid gap-2 max-md:justify-items-end">
						{user && <UserLink user={user} />}
						{order_id && <WithdrawalLink orderId={order_id} />}
					</span>
				),
		},
		{ title: texts.from, cell: ({ network, device }) => [network, device].filter(Boolean).join(' · ') },
		{
			title: texts.note,
			cell: ({ note, took_ms }) =>
				(note || took_ms !== null) && (
					<>
						{note} {took_ms !== null && <span className="whitespace-nowrap text-soft">{texts.took(took_ms)}</span>}
					</>
				),
		},
	];
}
