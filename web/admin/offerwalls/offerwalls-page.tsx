import type { AdminOfferwall } from '../../../contract/offerwalls/staff-offerwalls.ts';
import { TextLink } from '../../ui/basics.tsx';
import { type DataColumn, DataTable } from '../ui/tables/data-table.tsx';
import { useAdminQuery } from '../use-admin-query.tsx';
import { LastDay, LastPostback, strengthInWords, WallState } from './last-postbacks.tsx';
import { AddWall, OrderWalls } from './wall-editor.tsx';

const columns: DataColumn<AdminOfferwall>[] = [
	{
		title: 'Name',
		cell: ({ id, name }) => (
			<TextLink to={`/admin/offerwalls/${id}`} className="[overflow-wrap:anywhere]">
				{name}
			</TextLink>
		),
	},
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

export default function OfferwallsPage({ heading }: { heading: string }) {
	const { data, error, retry } = useAdminQuery('adminGetOfferwalls', null, { failed: "Couldn't load offerwalls." });
	return (
		<>
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
