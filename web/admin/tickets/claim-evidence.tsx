import type { ClaimFile } from '../../../contract/admin/claims.ts';
import { postbackColumns } from '../offerwalls/postback-columns.tsx';
import { type DataColumn, DataTable, FilterBar } from '../ui/tables/data-table.tsx';
import { listedBy, useDateRange } from '../ui/tables/date-range.tsx';
import { ExactTime, formatAmount } from '../ui/values.tsx';
import { creditStates } from './words.ts';

const creditColumns: DataColumn<ClaimFile['credits'][number] & { id: number }>[] = [
	{ title: 'Time', cell: ({ at }) => <ExactTime timeMs={at} /> },
	{ title: "Partner's offer ID", cell: ({ offer_key }) => offer_key },
	{ title: 'Name', isLead: true, cell: ({ name }) => name },
	{ title: 'Paid', isLead: true, isNumber: true, cell: ({ amount }) => formatAmount(amount) },
	{ title: 'Status', cell: ({ state }) => creditStates[state] },
];

const clickColumns: DataColumn<ClaimFile['clicks'][number]>[] = [
	{ title: 'Time', cell: ({ at }) => <ExactTime timeMs={at} /> },
	{ title: "Partner's offer ID", cell: ({ offer_key }) => offer_key },
	{ title: 'Name', isLead: true, cell: ({ title }) => title },
	{ title: 'Country', cell: ({ country }) => country },
	{ title: 'Device', cell: ({ device }) => device },
];

export function ClaimEvidence({ credits, clicks, callbacks }: ClaimFile) {
	const { bar, fields, range, emptyText } = useDateRange();
	const ofRange = <Row extends { at: number }>(rows: readonly Row[]) => listedBy(rows, ({ at }) => at, range);
	return (
		<div className="grid gap-3">
			<FilterBar {...bar}>{fields}</FilterBar>
			<h2 className="font-bold">Credits from this offerwall</h2>
			<DataTable
				columns={creditColumns}
				rows={ofRange(credits.map((credit, id) => ({ ...credit, id })))}
				texts={{ caption: 'Credits from this offerwall', empty: emptyText('No credits in 90 days.') }}
			/>
			<h2 className="mt-4 font-bold">Clicks on this offerwall</h2>
			<DataTable
				columns={clickColumns}
				rows={ofRange(clicks)}
				texts={{ caption: 'Clicks on this offerwall', empty: emptyText('No clicks from our pages in 90 days.') }}
			/>
			<h2 className="mt-4 font-bold">Postbacks about this user</h2>
			<DataTable
				columns={postbackColumns}
				rows={ofRange(callbacks)}
				texts={{ caption: 'Postbacks about this user', empty: emptyText('No postbacks in 90 days.') }}
			/>
		</div>
	);
}
