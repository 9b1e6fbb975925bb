import { Suspense, useState } from 'react';
import type { LogEntry, LogSource } from '../../../contract/admin/records.ts';
import { logSources } from '../../../contract/limits.ts';
import { part } from '../../lib/optional.ts';
import { Badge, Skeleton } from '../../ui/basics.tsx';
import type { AdminPageProps } from '../pages.ts';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { Check } from '../ui/checks.tsx';
import { PickField, SearchField } from '../ui/forms.tsx';
import { idInWords } from '../ui/in-words.ts';
import { type DataColumn, FilterBar, PagedTable } from '../ui/tables/data-table.tsx';
import { byTime, useTimeList } from '../ui/tables/date-range.tsx';
import { Coded, ExactTime, UserLink, WithdrawalLink } from '../ui/values.tsx';
import { useView, ViewTabs } from '../ui/view-tabs.tsx';
import { useAdminPages } from '../use-admin-query.tsx';

const outcomes = { done: 'OK', hold: 'OK', told: 'Reported' } as Readonly<Record<string, string>>;

const sources: Readonly<Record<LogSource, string>> = {
	'sign-in': 'Sign-ins',
	use: 'Account activity',
	refusal: 'Rejected requests',
	vendor: 'Vendor calls',
	platform: 'Game platform',
	job: 'Jobs',
	mail: 'Email',
};

const columns: DataColumn<LogEntry>[] = [
	{ title: 'Time', orders: byTime, cell: ({ at }) => <ExactTime timeMs={at} /> },
	{ title: 'Source', cell: ({ source }) => <span className="whitespace-nowrap">{sources[source]}</span> },
	{ title: 'Event', cell: ({ what }) => <span className="font-mono text-xs">{what}</span> },
	{
		title: 'Outcome',
		cell: ({ outcome }) => (
			<Badge tone={outcome === 'done' || outcome === 'hold' ? 'good' : 'waiting'}>
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

const PostbackLog = part(() => import('../offerwalls/postback-log.tsx'), 'PostbackLog');

const views = { events: 'Events', callbacks: 'Postbacks' };

export default function LogsPage({ heading, lead }: AdminPageProps) {
	const shown = useView(views);
	const [isFollowing, setFollowing] = useState(false);
	const follow = (
		<Check label="Follow live" checked={isFollowing} onChange={({ target }) => setFollowing(target.checked)} />
	);
	return (
		<>
			<AdminHeading heading={heading} lead={lead} actions={follow} />
			<ViewTabs label="Logs" views={views} shown={shown} />
			{shown === 'events' ? (
				<Events isFollowing={isFollowing} />
			) : (
				<Suspense fallback={<Skeleton className="h-64 w-full rounded-card" />}>
					<PostbackLog isFollowing={isFollowing} />
				</Suspense>
			)}
		</>
	);
}

function Events({ isFollowing }: { isFollowing: boolean }) {
	const { filter, bar, times, order, fields } = useTimeList(['source', 'outcome', 'uid', 'orderId']);
	const source = logSources.find((one) => one === filter.source);
	const failed = filter.outcome === 'failed';
	const { uid, orderId } = filter;
	const request = { source, uid, orderId, failed, ...times, limit: 50 };
	const isFollowed = isFollowing && order === 'newest' && times.until === undefined;
	return (
		<>
			<FilterBar {...bar}>
				<PickField label="Source" name="source" value={source} all="All sources" choices={Object.entries(sources)} />
				<PickField
					label="Outcome"
					name="outcome"
					value={failed ? 'failed' : ''}
					all="All outcomes"
					choices={[['failed', 'Failures only']]}
				/>
				{fields}
				<SearchField label="User ID" name="uid" value={uid} />
				<SearchField label="Order ID" name="orderId" maxLength={64} value={orderId} />
			</FilterBar>
			<PagedTable
				texts={{ caption: 'Events', empty: 'No matching events.', failed: "Couldn't load the log." }}
				columns={columns}
				order={order}
				history={useAdminPages('adminGetLog', request, isFollowed)}
			/>
		</>
	);
}
