import { Suspense } from 'react';
import type { SourceFigures } from '../../../contract/growth.ts';
import { part } from '../../lib/optional.ts';
import { SelectField } from '../ui/forms.tsx';
import { idInWords } from '../ui/in-words.ts';
import { type DataColumn, DataTable, FilterBar } from '../ui/tables/data-table.tsx';
import { useAddressFilter } from '../ui/tables/use-address-filter.ts';
import { formatAmount, formatDollars } from '../ui/values.tsx';
import { useView, ViewTabs } from '../ui/view-tabs.tsx';
import { useAdminQuery } from '../use-admin-query.tsx';
import { SwitchSource } from './switch-source.tsx';

const views = { sources: 'Sources', partners: 'Partner codes', bounties: 'Bounties' };

const PartnerCodes = part(() => import('./partner-codes.tsx'), 'PartnerCodes');
const Bounties = part(() => import('./bounties.tsx'), 'Bounties');

const texts = { caption: 'Sources', empty: 'No visits in this period.', failed: "Couldn't load the sources." };

const columns: DataColumn<SourceFigures>[] = [
	{
		title: 'Type',
		cell: ({ kind }) => <span className="whitespace-nowrap">{kind === 'none' ? 'Direct' : idInWords(kind)}</span>,
	},
	{ title: 'Source', cell: ({ source }) => <span className="font-mono [overflow-wrap:anywhere]">{source}</span> },
	{ title: 'Visits', isNumber: true, cell: ({ visits }) => visits },
	{ title: 'Joined', isNumber: true, cell: ({ joined }) => joined },
	{
		title: 'Ever paid',
		isNumber: true,
		cell: ({ joined, ever_paid }) => `${ever_paid} (${shareOf(ever_paid, joined)})`,
	},
	{ title: 'Earned', isNumber: true, cell: ({ earned_usd }) => formatDollars(earned_usd) },
	{ title: 'Reversed', isNumber: true, cell: ({ reversed_usd }) => formatDollars(reversed_usd) },
	{ title: 'Paid out', isNumber: true, cell: ({ paid }) => formatAmount(paid) },
	{
		title: 'Margin',
		isNumber: true,
		cell: ({ margin_usd }) => (margin_usd === null ? 'Unknown' : formatDollars(margin_usd)),
	},
	{ title: 'Claims', isNumber: true, cell: ({ claims }) => claims },
	{ title: 'Bans', isNumber: true, cell: ({ bans }) => bans },
	{ title: 'Action', cell: (row) => row.source !== 'other' && <SwitchSource of={row} /> },
];

export default function GrowthPage() {
	const shown = useView(views);
	return (
		<>
			<ViewTabs label="Growth" views={views} shown={shown} />
			{shown === 'sources' && <Sources />}
			<Suspense>
				{shown === 'partners' && <PartnerCodes />}
				{shown === 'bounties' && <Bounties />}
			</Suspense>
		</>
	);
}

function Sources() {
	const { filter, bar } = useAddressFilter(['period']);
	const period = filter.period ?? '30';
	const { data, error, retry } = useAdminQuery('adminGetSources', timesOf(period, new Date()), texts);
	return (
		<>
			<p className="mb-4 max-w-prose text-sm text-soft">
				Visits in the period, and everything to date of the users who joined in it. Days are in UTC. Totals include
				deleted accounts.
			</p>
			<FilterBar {...bar}>
				<SelectField label="Period" name="period" defaultValue={period} options={periodsAt(new Date())} />
			</FilterBar>
			<DataTable
				columns={columns}
				rows={data?.items}
				texts={texts}
				error={error}
				onRetry={retry}
				keyOf={({ kind, source, enabled }) => `${kind} ${source} ${enabled}`}
			/>
		</>
	);
}

const MONTHS = 13;

function periodsAt(now: Date): [string, string][] {
	const months = Array.from({ length: MONTHS }, (_, ago): [string, string] => {
		const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago)).toISOString().slice(0, 7);
		return [month, month];
	});
	return [['1', 'Today'], ['30', 'Last 30 days'], ['90', 'Last 90 days'], ...months];
}

function timesOf(period: string, now: Date): { from: number; to: number } {
	const [, year, month] = /^(\d{4})-(\d\d)$/.exec(period) ?? [];
	if (year && month) return { from: Date.UTC(+year, +month - 1), to: Date.UTC(+year, +month) };
	const startOn = (ahead: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + ahead);
	return { from: startOn(1 - (period === '1' || period === '90' ? +period : 30)), to: startOn(1) };
}

const shareOf = (part: number, whole: number): string => (whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`);
