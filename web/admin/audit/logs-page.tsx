import { lazy, Suspense, useState } from 'react';
import { logSources } from '../../../contract/limits.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { AdminPageProps } from '../pages.ts';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { useTimeList } from '../ui/tables/date-range.tsx';
import { FilterBar } from '../ui/tables/filter-bar.tsx';
import { SelectField, TextField } from '../ui/tables/filter-fields.tsx';
import { useView, ViewTabs } from '../ui/view-tabs.tsx';
import { EventLog } from './event-log.tsx';

const PostbackLog = lazy(() =>
	import('../offerwalls/postback-log.tsx').then(({ PostbackLog }) => ({ default: PostbackLog })),
);

const sources = {
	'sign-in': 'Sign-ins',
	use: 'Account activity',
	refusal: 'Rejected requests',
	vendor: 'Vendor calls',
	platform: 'Game platform',
	job: 'Jobs',
	mail: 'Email',
};

const views = [
	{ name: 'events', label: 'Events' },
	{ name: 'callbacks', label: 'Postbacks' },
] as const;

export default function LogsPage({ heading, lead }: AdminPageProps) {
	const shown = useView(views);
	const [isFollowing, setFollowing] = useState(false);
	return (
		<>
			<AdminHeading
				lead={lead}
				actions={
					<label className="flex min-h-11 items-center gap-2 font-semibold">
						<input
							type="checkbox"
							className="size-5 accent-accent"
							checked={isFollowing}
							onChange={({ target }) => setFollowing(target.checked)}
						/>
						Follow live
					</label>
				}
			>
				{heading}
			</AdminHeading>
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
	return (
		<>
			<FilterBar {...bar}>
				<SelectField
					label="Source"
					name="source"
					defaultValue={source ?? ''}
					className="w-44"
					options={[['', 'All sources'], ...logSources.map((one) => [one, sources[one]] as const)]}
				/>
				<SelectField
					label="Outcome"
					name="outcome"
					defaultValue={failed ? 'failed' : ''}
					className="w-52"
					options={[
						['', 'All outcomes'],
						['failed', 'Failures only'],
					]}
				/>
				{fields}
				<TextField label="User ID" name="uid" maxLength={36} defaultValue={uid} className="min-w-44 flex-1" />
				<TextField label="Order ID" name="orderId" maxLength={64} defaultValue={orderId} className="min-w-44 flex-1" />
			</FilterBar>
			<EventLog
				filter={{ ...(source && { source }), ...(uid && { uid }), ...(orderId && { orderId }), failed, ...times }}
				order={order}
				isFollowing={isFollowing && order === 'newest' && times.until === undefined}
				sourceNames={sources}
			/>
		</>
	);
}
