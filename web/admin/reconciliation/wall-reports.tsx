import { useState } from 'react';
import { dateForms } from '../../../contract/admin/lists.ts';
import type { CallResult } from '../../../contract/calls.ts';
import type { DateForm, WallReport } from '../../../contract/offerwalls/reconciliation.ts';
import { Badge } from '../../ui/basics.tsx';
import { ActionButton, NumberField, SelectField, TextField, textIn } from '../ui/forms.tsx';
import { type DataColumn, DataTable } from '../ui/tables/data-table.tsx';
import { ExactTime, FigureLink, formatDollars } from '../ui/values.tsx';

const countOf = (count: number, what: string) => (count === 1 ? `1 ${what}` : `${count} ${what}s`);

const texts = {
	caption: 'Reports by offerwall',
	empty: 'No offerwalls yet.',
	sources: { api: 'Imported every night', csv: 'Uploaded as CSV' },
	open: (count: number) => (count === 1 ? '1 day differs' : `${count} days differ`),
	decimals: [
		['.', 'Point (1,234.50)'],
		[',', 'Comma (1.234,50)'],
		['.3', 'Three decimals (1.234)'],
		[',3', 'Three decimals (1,234)'],
	] as const,
	uploaded: ({ rows, skipped = 0, days, usd, open }: CallResult<'adminUploadReport'>) =>
		`${countOf(rows, 'row')}${skipped > 0 ? ` (${skipped} more skipped)` : ''} for ${countOf(days, 'day')}, ${formatDollars(usd)} in total. ${open === 0 ? 'All days match.' : `${texts.open(open)}.`}`,
};

const dateFormOptions = dateForms.map((form) => [form, form] as const);

type Span = { from: string; to: string };

export function WallReports({ walls, span }: { walls: readonly WallReport[]; span: Span }) {
	return (
		<section aria-labelledby="reports">
			<h2 id="reports" className="mb-3 text-lg font-bold">
				Reports by offerwall
			</h2>
			<DataTable columns={columnsOf(span)} rows={walls} texts={texts} keyOf={({ wall_id }) => wall_id} />
		</section>
	);
}

function columnsOf(span: Span): DataColumn<WallReport>[] {
	return [
		{
			title: 'Offerwall',
			cell: ({ wall_name, source }) => (
				<>
					<span className="font-semibold">{wall_name}</span>
					<span className="block text-xs text-soft">{texts.sources[source]}</span>
				</>
			),
		},
		{
			title: 'Time zone',
			cell: ({ zone, tolerance_usd, tolerance_percent }) => (
				<>
					<span className="md:whitespace-nowrap">{zone}</span>
					<span className="block text-xs text-soft">
						{`Tolerance ${formatDollars(tolerance_usd)}`}
						{tolerance_percent > 0 && ` or ${tolerance_percent}%`}
					</span>
				</>
			),
		},
		{ title: 'Days reported', isNumber: true, cell: ({ days_told }) => days_told },
		{ title: 'Booked', isNumber: true, cell: (wall) => <Booked wall={wall} /> },
		{ title: 'Reported', isNumber: true, cell: ({ theirs_usd }) => formatDollars(theirs_usd) },
		{ title: 'Last report', cell: (wall) => <LastReport wall={wall} /> },
		{
			title: 'Actions',
			cell: (wall) => (
				<span className="flex flex-wrap gap-2 max-md:justify-end">
					<Upload wall={wall} span={span} />
					<Terms wall={wall} />
				</span>
			),
		},
	];
}

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
			{days_open === 0 && days_told > 0 && <Badge tone="good">Matches</Badge>}
			<span className="text-soft">{asked_at === null ? 'Never' : <ExactTime timeMs={asked_at} />}</span>
		</span>
	);
}

function Upload({ wall: { wall_id, wall_name }, span }: { wall: WallReport; span: Span }) {
	const [file, setFile] = useState<File>();
	return (
		<ActionButton
			needs="change-treasury"
			label="Upload report"
			title={`Upload a report for ${wall_name}`}
			action="Upload report"
			consequence="The partner's time zone counts. Missing days are $0."
			run={async ({ reason, fields, call }) => {
				const text = (name: string) => textIn(fields, name);
				return texts.uploaded(
					await call('adminUploadReport', {
						wall_id,
						from: text('from'),
						to: text('to'),
						csv: file ? await textOf(file) : '',
						columns: { date: text('date'), usd: text('usd') },
						date_form: text('date_form') as DateForm,
						decimal: text('decimal').slice(0, 1) as '.' | ',',
						...(text('decimal').length > 1 && { three_decimals: true }),
						reason,
					}),
				);
			}}
		>
			<TextField
				label="CSV file"
				type="file"
				accept=".csv,text/csv,text/plain"
				required
				className="[&>input]:py-2.5 [&>input]:text-sm"
				onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
			/>
			<div className="grid items-end gap-4 sm:grid-cols-2">
				<TextField label="First day covered" name="from" type="date" required defaultValue={span.from} />
				<TextField label="Last day covered" name="to" type="date" required />
				<TextField label="Date column" name="date" required maxLength={100} defaultValue="Date" />
				<TextField label="Amount column" name="usd" required maxLength={100} defaultValue="Payout" />
				<SelectField label="Date format" name="date_form" options={dateFormOptions} />
				<SelectField label="Decimal separator" name="decimal" options={texts.decimals} />
			</div>
		</ActionButton>
	);
}

/** Spreadsheets save UTF-16 with a byte order mark. */
async function textOf(file: File): Promise<string> {
	const bytes = new Uint8Array(await file.arrayBuffer());
	const encoding = { '255,254': 'utf-16le', '254,255': 'utf-16be' }[`${bytes.slice(0, 2)}`];
	return new TextDecoder(encoding).decode(bytes);
}

function Terms({ wall: { wall_id, wall_name, zone, tolerance_usd, tolerance_percent } }: { wall: WallReport }) {
	return (
		<ActionButton
			needs="change-treasury"
			label="Comparison settings"
			title={`Comparison settings for ${wall_name}`}
			action="Comparison settings"
			consequence="Compares the last 60 days again."
			done="Saved."
			run={({ reason, fields, call }) =>
				call('adminSetReportTerms', {
					wall_id,
					zone: textIn(fields, 'zone'),
					tolerance_usd: Number(fields.get('tolerance_usd')),
					tolerance_percent: Number(fields.get('tolerance_percent')),
					reason,
				})
			}
		>
			<TextField
				label="Partner's time zone (America/New_York)"
				name="zone"
				required
				maxLength={50}
				defaultValue={zone}
			/>
			<NumberField
				label="Ignore up to ($)"
				name="tolerance_usd"
				required
				min={0}
				max={10_000}
				step={0.01}
				defaultValue={tolerance_usd}
			/>
			<NumberField
				label="Ignore up to (% of booked)"
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
