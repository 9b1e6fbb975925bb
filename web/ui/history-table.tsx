import type { ReactNode } from 'react';
import { m } from '../texts/messages.js';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { Skeleton } from './skeleton.tsx';
import { SlowNotice } from './slow-notice.tsx';

export type Column<Item> = {
	title: string;
	cell: (item: Item) => ReactNode;
	/** Where the cell stands on a phone, where a row is a small block of two columns. */
	phone: string;
	/** On a phone the title is repeated before the value, because the value alone would not say what it is. */
	isLabelledOnPhone?: boolean;
	isNumber?: boolean;
	width: string;
};

type HistoryTableProps<Item> = {
	caption: string;
	columns: Column<Item>[];
	/** Undefined while the first page is loading. */
	items: Item[] | undefined;
	emptyText: string;
	whenEmpty?: ReactNode;
	error: string | undefined;
	onRetry: () => void;
	more: { load: () => void; isLoading: boolean } | undefined;
};

const SKELETON_ROWS = 6;
const cellLook = 'max-md:p-0 md:px-5 md:py-4 md:align-middle md:first:pl-6 md:last:pr-6';

/** Rows are blocks on a phone. The roles are written out because a browser then forgets that a table is one. */
export function HistoryTable<Item extends { id: string }>(props: HistoryTableProps<Item>) {
	const { caption, columns, items, emptyText, whenEmpty, error, onRetry, more } = props;
	const isLoading = !items && !error;
	return (
		<>
			<div className="overflow-hidden rounded-card border border-line bg-card raised" aria-busy={isLoading}>
				{items?.length === 0 ? (
					<div className="grid min-h-48 place-content-center justify-items-center gap-4 p-6 text-center">
						<p className="text-soft">{emptyText}</p>
						{whenEmpty}
					</div>
				) : (
					(items || isLoading) && (
						// biome-ignore lint/a11y/noRedundantRoles: see above
						<table role="table" className="w-full text-left max-md:block md:table-fixed">
							<caption className="sr-only">{isLoading ? m.common_caption_loading({ caption }) : caption}</caption>
							<TableHead columns={columns} />
							{/* biome-ignore lint/a11y/noRedundantRoles: see above */}
							<tbody role="rowgroup" className="divide-y divide-line max-md:block">
								{items
									? items.map((item) => <Row key={item.id} columns={columns} cellOf={(column) => column.cell(item)} />)
									: Array.from({ length: SKELETON_ROWS }, (_, row) => (
											<Row key={row} columns={columns} cellOf={() => <Skeleton className="h-4 w-20" />} />
										))}
							</tbody>
						</table>
					)
				)}
				{isLoading && <SlowNotice />}
				{error && (
					<div className="p-4">
						<Notice tone="error">
							<p>{error}</p>
							<Button look="quiet" className="mt-3 min-h-11 text-ink" onClick={onRetry}>
								{m.common_try_again()}
							</Button>
						</Notice>
					</div>
				)}
			</div>
			{more && (
				<div className="mt-5 text-center">
					<Button look="quiet" className="min-w-40" disabled={more.isLoading} onClick={more.load}>
						{more.isLoading ? m.common_loading_more() : m.common_load_more()}
					</Button>
				</div>
			)}
		</>
	);
}

function TableHead<Item>({ columns }: { columns: Column<Item>[] }) {
	return (
		// biome-ignore lint/a11y/noRedundantRoles: see HistoryTable
		<thead role="rowgroup" className="border-b border-line bg-sunken text-sm text-soft max-md:sr-only">
			{/* biome-ignore lint/a11y/noRedundantRoles: see HistoryTable */}
			<tr role="row">
				{columns.map((column) => (
					<th
						key={column.title}
						// biome-ignore lint/a11y/noRedundantRoles: see HistoryTable
						role="columnheader"
						scope="col"
						className={`px-5 py-3 font-semibold first:pl-6 last:pr-6 ${column.width} ${column.isNumber ? 'text-right' : ''}`}
					>
						{column.title}
					</th>
				))}
			</tr>
		</thead>
	);
}

function Row<Item>({ columns, cellOf }: { columns: Column<Item>[]; cellOf: (column: Column<Item>) => ReactNode }) {
	return (
		<tr
			// biome-ignore lint/a11y/noRedundantRoles: see HistoryTable
			role="row"
			className="max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-4 max-md:gap-y-1 max-md:px-4 max-md:py-3.5"
		>
			{columns.map((column) => (
				<td
					key={column.title}
					// biome-ignore lint/a11y/noRedundantRoles: see HistoryTable
					role="cell"
					className={`${cellLook} ${column.phone} ${column.isNumber ? 'text-right font-semibold whitespace-nowrap figures' : ''}`}
				>
					{column.isLabelledOnPhone && (
						<span aria-hidden="true" className="md:hidden">
							{column.title}{' '}
						</span>
					)}
					{cellOf(column)}
				</td>
			))}
		</tr>
	);
}
