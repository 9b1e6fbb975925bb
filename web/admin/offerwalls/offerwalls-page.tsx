import { Suspense } from 'react';
import { useLocation } from 'react-router';
import type { AdminOfferwall } from '../../../contract/offerwalls/staff-offerwalls.ts';
import { part } from '../../lib/optional.ts';
import { Skeleton } from '../../ui/basics.tsx';
import { type DataColumn, DataTable } from '../ui/tables/data-table.tsx';
import { RowLink } from '../ui/values.tsx';
import { useAdminQuery } from '../use-admin-query.tsx';
import { LastDay, LastPostback, strengthInWords, WallState } from './last-postbacks.tsx';
import { AddWall, OrderWalls } from './wall-editor.tsx';

const columns: DataColumn<AdminOfferwall>[] = [
	{ title: 'Name', cell: ({ id, name }) => <RowLink to={`/admin/offerwalls/${id}`}>{name}</RowLink> },
	{ title: 'Partner', cell: ({ partnerName }) => partnerName },
	{ title: 'Status', cell: (wall) => <WallState wall={wall} /> },
	{
		title: 'Signature',
		cell: (wall) => (
			<>
				{strengthInWords(wall)}
				{wall.findings.length > 0 && (
					<span className="block text-xs text-warn">
						{wall.findings.length === 1 ? '1 warning' : `${wall.findings.length} warnings`}
					</span>
				)}
			</>
		),
	},
	{ title: 'Postbacks in 24 hours', cell: (wall) => <LastDay wall={wall} /> },
	{ title: 'Last postback', cell: (wall) => <LastPostback wall={wall} /> },
];

const OfferPromises = part(() => import('./offer-promises.tsx'), 'OfferPromises');

export default function OfferwallsPage({ heading }: { heading: string }) {
	const { data, error, retry } = useAdminQuery('adminGetOfferwalls', null, { failed: "Couldn't load offerwalls." });
	const isHiddenShown = useLocation().search === '?show=hidden';
	return (
		<>
			{isHiddenShown && (
				<Suspense fallback={<Skeleton className="mb-6 h-64 w-full" />}>
					{data?.map(({ id, name, feed }) => feed && <OfferPromises key={id} wall={id} hiddenOf={name} />)}
				</Suspense>
			)}
			<div className="mb-5 flex flex-wrap gap-2">
				<AddWall />
				{data && <OrderWalls walls={data} />}
			</div>
			<DataTable
				columns={columns}
				rows={data}
				error={error}
				onRetry={retry}
				texts={{ caption: heading, empty: 'No offerwalls yet. Add one, or set OFFERWALLS_FILE.' }}
			/>
		</>
	);
}
