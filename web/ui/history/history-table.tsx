import { type ReactNode, Suspense, useId, useState } from 'react';
import { m } from '../../texts/messages.js';
import { Button } from '../button.tsx';
import { ChevronDownIcon } from '../icons.tsx';
import { Notice } from '../notice.tsx';
import { SlowNotice } from '../notices/slow-notice.tsx';
import { Skeleton } from '../skeleton.tsx';

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
	/** What a row shows when it is opened; without it no row can be. */
	detail?: ((item: Item) => ReactNode) | undefined;
};

const SKELETON_ROWS = 6;
const cellLook = 'max-md:p-0 md:px-5 md:py-4 md:align-middle md:first:pl-6 md:last:pr-6';

/** Rows are blocks on a phone. The roles are written out because a browser then forgets that a table is one. */
export function HistoryTable<Item extends { id: string }>(props: HistoryTableProps<Item>) {
	const { caption, columns, items, emptyText, whenEmpty, error, onRetry, more, detail } = props;
	const isLoading = !items && !error;
	return (
		<>
			<div className="@container overflow-hidden rounded-card border border-line bg-card raised" aria-busy={isLoading}>
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
									? items.map((item) => (
											<Row
												key={item.id}
												columns={columns}
												cellOf={(column) => column.cell(item)}
												detail={detail && (() => detail(item))}
											/>
										))
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

type RowProps<Item> = {
	columns: Column<Item>[];
	cellOf: (column: Column<Item>) => ReactNode;
	detail?: (() => ReactNode) | undefined;
};

function Row<Item>({ columns, cellOf, detail }: RowProps<Item>) {
	const [isOpen, setOpen] = useState(false);
	const detailId = useId();
	return (
		<>
			<tr
				// biome-ignore lint/a11y/noRedundantRoles: see HistoryTable
				role="row"
				// Where the text is large, what stands beside one another stands below.
				className="max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-4 max-md:gap-y-1 max-md:px-4 max-md:py-3.5 @max-[15rem]:*:col-span-full! @max-[15rem]:*:row-auto! @max-[15rem]:*:text-left!"
			>
				{columns.map((column, index) => (
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
						{detail && index === columns.length - 1 ? (
							<span className="md:-mr-4 md:flex md:items-center md:justify-between">
								{cellOf(column)}
								<button
									type="button"
									aria-label={m.common_details()}
									aria-expanded={isOpen}
									aria-controls={isOpen ? detailId : undefined}
									onClick={() => setOpen(!isOpen)}
									className="-my-3 ml-1 inline-grid size-11 shrink-0 place-items-center rounded-full align-middle text-soft hover:bg-sunken hover:text-ink max-md:-mr-3"
								>
									<ChevronDownIcon className={`size-4 ${isOpen ? 'rotate-180' : ''}`} />
								</button>
							</span>
						) : (
							cellOf(column)
						)}
					</td>
				))}
			</tr>
			{detail && isOpen && (
				// biome-ignore lint/a11y/noRedundantRoles: see HistoryTable
				<tr role="row" id={detailId} className="bg-sunken max-md:block">
					{/* biome-ignore lint/a11y/noRedundantRoles: see HistoryTable */}
					<td role="cell" colSpan={columns.length} className="max-md:block max-md:px-4 md:px-6">
						<div className="max-w-xl py-4">
							<Suspense fallback={<Skeleton className="h-24 w-full" />}>{detail()}</Suspense>
						</div>
					</td>
				</tr>
			)}
		</>
	);
}
