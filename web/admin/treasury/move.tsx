import type { Move as Facts } from '../../../contract/moves.ts';
import { textLinkLook } from '../../ui/basics.tsx';
import { ActionButton, SelectField } from '../ui/forms.tsx';
import { type DataColumn, DataTable } from '../ui/tables/data-table.tsx';
import { ExactTime, formatAmount, formatDollars, UserLink } from '../ui/values.tsx';
import { useAdminQuery } from '../use-admin-query.tsx';

const texts = {
	failed: "Couldn't load the move.",
	open: { caption: 'To decide', empty: 'Nothing to decide.' },
	early: { caption: 'Reversals from before the move', empty: 'No reversals from before the move.' },
	reports: { caption: 'Import reports', empty: 'No imports yet.' },
};

const fell = 'The balance fell at the former site after its release here';
const outcomes = { paid: 'Paid by hand', returned: 'Returned to the balance' };

type OpenItem = Facts['open'][number];

const who = { title: 'User', cell: ({ user }: Pick<OpenItem, 'user'>) => <UserLink user={user} /> };
const amount = {
	...{ title: 'Amount', isNumber: true },
	cell: (row: { amount: number | null }) => row.amount !== null && formatAmount(row.amount),
};
const time = { title: 'Time', cell: ({ at }: { at: number }) => <ExactTime timeMs={at} /> };
const openColumns: DataColumn<OpenItem>[] = [
	who,
	{ title: 'Details', cell: ({ id, name }) => (id === null ? fell : `Open withdrawal ${name ?? id}`) },
	amount,
	{ title: 'Decide', cell: (item) => <Decide item={item} /> },
];
const earlyColumns: DataColumn<Facts['before_move'][number]>[] = [
	time,
	who,
	{ title: 'Offerwall', cell: ({ wall_id }) => wall_id },
	{ title: 'Transaction', cell: ({ id }) => id },
	amount,
	{ title: 'Partner deducts', isNumber: true, cell: ({ payout_usd }) => formatDollars(payout_usd) },
];
const reportColumns: DataColumn<Facts['reports'][number]>[] = [
	time,
	{ title: 'Project', cell: ({ report: { project, mode } }) => `${project} (${mode})` },
	{
		title: 'Report',
		cell: ({ id, report }) => (
			<a className={textLinkLook} download={`import-${id}.json`} href={addressOf(report)}>
				Save signed report
			</a>
		),
	},
];

export function Move() {
	const { data, error, retry } = useAdminQuery('adminGetMove', null, texts);
	return (
		<div className="grid gap-6">
			<DataTable columns={openColumns} rows={data?.open} texts={texts.open} error={error} onRetry={retry} />
			{data && (
				<>
					<DataTable columns={earlyColumns} rows={data.before_move} texts={texts.early} />
					<DataTable columns={reportColumns} rows={data.reports} texts={texts.reports} />
					<p className="text-soft">{`Users who came with an ID token of the former app in the last 7 days: ${data.app_users}`}</p>
				</>
			)}
		</div>
	);
}

const addressOf = (report: object) => `data:application/json,${encodeURIComponent(JSON.stringify(report, null, '\t'))}`;

function Decide({ item: { user, id } }: { item: OpenItem }) {
	return (
		<ActionButton
			needs="adjust-balances"
			label="Decide"
			consequence="Closes this item. Nothing is booked: adjust the balance yourself if needed."
			done="Item closed."
			run={({ call, reason, fields }) => {
				const outcome = fields.get('outcome') === 'returned' ? 'returned' : 'paid';
				return call('adminDecideImported', { uid: user.uid, id, outcome: id === null ? 'decided' : outcome, reason });
			}}
		>
			{id !== null && <SelectField label="Outcome" name="outcome" options={Object.entries(outcomes)} />}
		</ActionButton>
	);
}
