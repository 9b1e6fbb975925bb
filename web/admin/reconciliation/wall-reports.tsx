import { useId, useState } from 'react';
import { dateForms } from '../../../contract/admin/lists.ts';
import type { DateForm, WallReport } from '../../../contract/admin/reconciliation.ts';
import type { CallResult } from '../../../contract/calls.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { Badge } from '../../ui/badge.tsx';
import { controlLook } from '../../ui/field.tsx';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { formatDollars } from '../ui/dollars.ts';
import { ExactTime } from '../ui/exact-time.tsx';
import { FigureLink } from '../ui/figure-link.tsx';
import { type DataColumn, DataTable } from '../ui/tables/data-table.tsx';
import { NumberField, SelectField, TextField } from '../ui/tables/filter-fields.tsx';

const texts = {
	title: 'Reports by offerwall',
	caption: 'Reports by offerwall',
	empty: 'There is no offerwall yet.',
	wall: 'Offerwall',
	source: 'Comes',
	sources: { api: 'each night, from the partner', csv: 'as a file, from you' },
	zone: 'Days of',
	tolerance: 'Told from',
	toleranceWords: (usd: string, percent: number) => (percent > 0 ? `above ${usd} or ${percent} %` : `above ${usd}`),
	days: 'Days told',
	ours: 'Booked',
	theirs: 'Reported',
	asked: 'Last report',
	never: 'Never',
	open: (count: number) => (count === 1 ? '1 day differs' : `${count} days differ`),
	agrees: 'Agrees',
	actions: 'Actions',
	upload: 'Bring a file',
	uploadTitle: (name: string) => `Report of ${name}`,
	uploadConsequence:
		'It is compared with the books by this partner’s days. It tells of all days from the first to the last: a day without rows is 0 there. Nothing is booked.',
	file: 'CSV file',
	from: 'First day that it tells of',
	to: 'Last day',
	dateColumn: 'Column of the date',
	usdColumn: 'Column of the $',
	dateForm: 'Dates look like',
	decimal: 'Decimals begin with',
	decimals: [
		['.', 'a point: 1,234.50'],
		[',', 'a comma: 1.234,50'],
	] as const,
	uploaded: ({ rows, days, usd, open }: CallResult<'adminUploadReport'>) =>
		`${rows} rows of ${days} days, ${formatDollars(usd)} in all. ${open === 0 ? 'Every day agrees.' : `${texts.open(open)}.`}`,
	terms: 'Zone and tolerance',
	termsTitle: (name: string) => `How ${name} is compared`,
	termsConsequence: 'The last 60 days are compared again at once.',
	zoneField: 'Time zone whose days the partner counts by, as America/New_York',
	usd: 'Differences up to this many $ are not told',
	percent: 'Nor up to this many percent of what we booked',
	termsSet: 'It is compared like this from now on.',
};

const dateFormOptions = dateForms.map((form) => [form, form] as const);

type Span = { from: string; to: string };

export function WallReports({ walls, span }: { walls: readonly WallReport[]; span: Span }) {
	return (
		<section aria-labelledby="reports">
			<h2 id="reports" className="mb-3 text-lg font-bold">
				{texts.title}
			</h2>
			<DataTable columns={columnsOf(span)} rows={walls} texts={texts} keyOf={({ wall_id }) => wall_id} />
		</section>
	);
}

function columnsOf(span: Span): DataColumn<WallReport>[] {
	return [
		{
			title: texts.wall,
			cell: ({ wall_name, source }) => (
				<>
					<span className="font-semibold">{wall_name}</span>
					<span className="block text-xs text-soft">{texts.sources[source]}</span>
				</>
			),
		},
		{
			title: texts.zone,
			cell: ({ zone, tolerance_usd, tolerance_percent }) => (
				<>
					<span className="md:whitespace-nowrap">{zone}</span>
					<span className="block text-xs text-soft">
						{texts.toleranceWords(formatDollars(tolerance_usd), tolerance_percent)}
					</span>
				</>
			),
		},
		{ title: texts.days, isNumber: true, cell: ({ days_told }) => days_told },
		{ title: texts.ours, isNumber: true, cell: (wall) => <Booked wall={wall} /> },
		{ title: texts.theirs, isNumber: true, cell: ({ theirs_usd }) => formatDollars(theirs_usd) },
		{ title: texts.asked, cell: (wall) => <LastReport wall={wall} /> },
		{
			title: texts.actions,
			cell: (wall) => (
				<span className="flex flex-wrap gap-2 max-md:justify-end">
					<Upload wall={wall} span={span} />
					<Terms wall={wall} />
				</span>
			),
		},
	];
}

/** Leads to what was booked in the days that were told of. */
function Booked({ wall: { wall_id, ours_usd, told_from, told_until } }: { wall: WallReport }) {
	if (told_from === null) return formatDollars(ours_usd);
	const rows = `/admin/books?account=partner:${wall_id}&since=${told_from}&until=${told_until}`;
	return <FigureLink to={rows}>{formatDollars(ours_usd)}</FigureLink>;
}

function LastReport({ wall: { asked_at, problem, days_told, days_open } }: { wall: WallReport }) {
	return (
		<span className="grid justify-items-start gap-1 max-md:justify-items-end">
			{problem !== null && <span className="text-danger">{problem}</span>}
			{days_open > 0 && <Badge tone="bad">{texts.open(days_open)}</Badge>}
			{days_open === 0 && days_told > 0 && <Badge tone="good">{texts.agrees}</Badge>}
			<span className="text-soft">{asked_at === null ? texts.never : <ExactTime timeMs={asked_at} />}</span>
		</span>
	);
}

function Upload({ wall: { wall_id, wall_name }, span }: { wall: WallReport; span: Span }) {
	const call = useCall();
	const fileId = useId();
	const [file, setFile] = useState<File>();
	return (
		<ActionButton
			needs="change-treasury"
			label={texts.upload}
			title={texts.uploadTitle(wall_name)}
			action={texts.upload}
			consequence={texts.uploadConsequence}
			run={async ({ reason, fields }) => {
				const text = (name: string) => String(fields.get(name)).trim();
				return texts.uploaded(
					await call('adminUploadReport', {
						wall_id,
						from: text('from'),
						to: text('to'),
						csv: (await file?.text()) ?? '',
						columns: { date: text('date'), usd: text('usd') },
						date_form: text('date_form') as DateForm,
						decimal: text('decimal') as '.' | ',',
						reason,
					}),
				);
			}}
		>
			<div>
				<label htmlFor={fileId} className="mb-1.5 block text-sm font-semibold">
					{texts.file}
				</label>
				<input
					id={fileId}
					type="file"
					accept=".csv,text/csv,text/plain"
					required
					className={`${controlLook} py-2.5 text-sm`}
					onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
				/>
			</div>
			<div className="grid items-end gap-4 sm:grid-cols-2">
				<TextField label={texts.from} name="from" type="date" required defaultValue={span.from} />
				<TextField label={texts.to} name="to" type="date" required />
				<TextField label={texts.dateColumn} name="date" required maxLength={100} defaultValue="Date" />
				<TextField label={texts.usdColumn} name="usd" required maxLength={100} defaultValue="Payout" />
				<SelectField label={texts.dateForm} name="date_form" options={dateFormOptions} />
				<SelectField label={texts.decimal} name="decimal" options={texts.decimals} />
			</div>
		</ActionButton>
	);
}

function Terms({ wall: { wall_id, wall_name, zone, tolerance_usd, tolerance_percent } }: { wall: WallReport }) {
	const call = useCall();
	return (
		<ActionButton
			needs="change-treasury"
			label={texts.terms}
			title={texts.termsTitle(wall_name)}
			action={texts.terms}
			consequence={texts.termsConsequence}
			done={texts.termsSet}
			run={({ reason, fields }) =>
				call('adminSetReportTerms', {
					wall_id,
					zone: String(fields.get('zone')).trim(),
					tolerance_usd: Number(fields.get('tolerance_usd')),
					tolerance_percent: Number(fields.get('tolerance_percent')),
					reason,
				})
			}
		>
			<TextField label={texts.zoneField} name="zone" required maxLength={50} defaultValue={zone} />
			<NumberField
				label={texts.usd}
				name="tolerance_usd"
				required
				min={0}
				max={10_000}
				step={0.01}
				defaultValue={tolerance_usd}
			/>
			<NumberField
				label={texts.percent}
				name="tolerance_percent"
				required
				min={0}
				max={100}
				step={0.1}
				defaultValue={tolerance_percent}
			/>
		</ActionButton>
	);
}
