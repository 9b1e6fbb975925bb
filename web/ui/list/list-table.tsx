import { type ReactNode, type Ref, Suspense, useId, useState } from 'react';
import type { Rows } from '../../lib/use-history.ts';
import { Button, RetryNotice, Skeleton } from '../basics.tsx';
import { ChevronDownIcon } from '../icons.tsx';

export type Column<Row> = {
	title: string;
	head?: ReactNode;
	sort?: 'ascending' | 'descending' | undefined;
	cell: (row: Row) => ReactNode;
	isNumber?: boolean;
	width?: string;
	phone?: string;
	isLabelledOnPhone?: boolean;
};

export type ListKind = {
	texts: { loading: (caption: string) => string; more: string; loadingMore: string; tryAgain: string; open?: string };
	box: string;
	table: string;
	head: string;
	headCell: string;
	row: string;
	isRowFocusable?: boolean;
	cell: string;
	numberCell: string;
	hasTitlesOnPhone?: boolean;
	empty: string;
	foot: string;
	skeletonRows: number;
};

export type ListTableProps<Row> = Rows<Row> & {
	kind: ListKind;
	caption: string;
	columns: readonly Column<Row>[];
	keyOf?: ((row: Row) => string) | undefined;
	emptyText: string;
	whenEmpty?: ReactNode;
	whenLoading?: ReactNode;
	/** Content of an expanded row; without it rows cannot be expanded. */
	detail?: ((row: Row) => ReactNode) | undefined;
	foot?: ReactNode;
	tableRef?: Ref<HTMLTableElement>;
};

/** Sets roles, because block layout (phones) removes a table's native ones. */
const roles = { table: 'table', rowgroup: 'rowgroup', row: 'row', columnheader: 'columnheader', cell: 'cell' };

export function ListTable<Row extends object>(props: ListTableProps<Row>) {
	const { kind, rows, error, onRetry, more, emptyText, whenEmpty, whenLoading, foot } = props;
	const { texts } = kind;
	const isLoading = !rows && !error;
	return (
		<>
			<div className={`rounded-card border border-line bg-card raised ${kind.box}`} aria-busy={isLoading}>
				{rows?.length === 0 && !error ? (
					<div className={`grid place-content-center justify-items-center p-6 text-center ${kind.empty}`}>
						<p className="text-soft">{emptyText}</p>
						{whenEmpty}
					</div>
				) : (
					(rows || isLoading) && <Table {...props} />
				)}
				{isLoading && whenLoading}
				{error && (
					<div className="p-4">
						<RetryNotice error={error} onRetry={onRetry} label={texts.tryAgain} />
					</div>
				)}
			</div>
			{(more || foot) && (
				<div className={`flex flex-wrap items-center gap-3 ${kind.foot}`}>
					{more && (
						<Button look="quiet" className="min-w-40" disabled={more.isLoading} onClick={more.load}>
							{more.isLoading ? texts.loadingMore : texts.more}
						</Button>
					)}
					{foot}
				</div>
			)}
		</>
	);
}

function Table<Row extends object>(props: ListTableProps<Row>) {
	const { kind, caption, columns, rows, keyOf = idOf, detail, tableRef } = props;
	return (
		<table role={roles.table} ref={tableRef} className={`w-full max-md:block ${kind.table}`}>
			<caption className="sr-only">{rows ? caption : kind.texts.loading(caption)}</caption>
			<thead role={roles.rowgroup} className={`border-b border-line bg-sunken text-soft max-md:sr-only ${kind.head}`}>
				<tr role={roles.row}>
					{columns.map(({ title, head = title, sort, isNumber, width = '' }) => (
						<th
							key={title}
							role={roles.columnheader}
							scope="col"
							aria-sort={sort}
							className={`font-semibold ${kind.headCell} ${width} ${isNumber ? 'text-end' : 'text-start'}`}
						>
							{head}
						</th>
					))}
				</tr>
			</thead>
			<tbody role={roles.rowgroup} className="divide-y divide-line max-md:block">
				{rows
					? rows.map((row) => (
							<ListRow
								key={keyOf(row)}
								kind={kind}
								columns={columns}
								cellOf={(column) => column.cell(row)}
								detail={detail && (() => detail(row))}
							/>
						))
					: Array.from({ length: kind.skeletonRows }, (_, row) => (
							<ListRow
								// A key like an ID would move this row to the place of that item.
								key={`placeholder ${row}`}
								kind={kind}
								columns={columns}
								cellOf={() => <Skeleton className="h-4 w-20 max-w-full" />}
							/>
						))}
			</tbody>
		</table>
	);
}

/** The first of these that a row has identifies it. */
const ids = ['id', 'order_id', 'reference', 'offer_id', 'code', 'uid', 'email'];
export const idOf = (row: object): string => String(ids.flatMap((id) => Reflect.get(row, id) ?? [])[0]);

type RowProps<Row> = Pick<ListTableProps<Row>, 'kind' | 'columns'> & {
	cellOf: (column: Column<Row>) => ReactNode;
	detail?: (() => ReactNode) | undefined;
};

function ListRow<Row>({ kind, columns, cellOf, detail }: RowProps<Row>) {
	const [isOpen, setOpen] = useState(false);
	const detailId = useId();
	return (
		<>
			<tr role={roles.row} tabIndex={kind.isRowFocusable ? -1 : undefined} className={kind.row}>
				{columns.map((column, index) => (
					<td
						key={column.title}
						role={roles.cell}
						className={`${kind.cell} ${column.phone ?? ''} ${column.isNumber ? kind.numberCell : ''}`}
					>
						{(kind.hasTitlesOnPhone || column.isLabelledOnPhone) && (
							<span aria-hidden="true" className="shrink-0 text-soft md:hidden">
								{column.title}{' '}
							</span>
						)}
						{kind.hasTitlesOnPhone ? (
							<span className="min-w-0 [overflow-wrap:anywhere]">{cellOf(column)}</span>
						) : detail && index === columns.length - 1 ? (
							<span className="md:-me-4 md:flex md:items-center md:justify-between">
								{cellOf(column)}
								<button
									type="button"
									aria-label={kind.texts.open}
									aria-expanded={isOpen}
									aria-controls={isOpen ? detailId : undefined}
									onClick={() => setOpen(!isOpen)}
									className="-my-3 ms-1 inline-grid size-11 shrink-0 place-items-center rounded-full align-middle text-soft hover:bg-sunken hover:text-ink max-md:-me-3"
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
				<tr role={roles.row} id={detailId} className="bg-sunken max-md:block">
					<td role={roles.cell} colSpan={columns.length} className="max-md:block max-md:px-4 md:px-6">
						<div className="max-w-xl py-4">
							<Suspense fallback={<Skeleton className="h-24 w-full" />}>{detail()}</Suspense>
						</div>
					</td>
				</tr>
			)}
		</>
	);
}
