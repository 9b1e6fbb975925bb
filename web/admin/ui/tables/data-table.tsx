import { type ReactNode, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { exportPermissions } from '../../../../contract/admin/exports.ts';
import { useMay } from '../../../lib/staff-role.tsx';
import { Button, TextButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { RetryNotice } from '../retry-notice.tsx';
import { saveShownRows } from './shown-rows.ts';

const texts = { loading: 'loading', more: 'Load more', loadingMore: 'Loading...', save: 'Save these rows' };

const exportsNeed = Object.values(exportPermissions);

export type DataColumn<Row> = {
	title: string;
	cell: (row: Row) => ReactNode;
	isNumber?: boolean;
	width?: string;
	/** What the table is ordered by it is called, in the address too: the greatest or newest first, the least or oldest first. */
	orders?: { falling: string; rising?: string };
};

export type DataTableProps<Row> = {
	texts: { caption: string; empty: string };
	columns: readonly DataColumn<Row>[];
	/** Undefined while the first page is loading. */
	rows: readonly Row[] | undefined;
	/** By its `id` where it is not said. */
	keyOf?: (row: Row) => string;
	/** How the rows are ordered; without it nothing of the head orders them. */
	order?: string | undefined;
	/** What went wrong, in words. Rows that are there stay. */
	error?: string | undefined;
	onRetry?: () => Promise<unknown>;
	more?: { load: () => void; isLoading: boolean } | undefined;
};

const SKELETON_ROWS = 8;

/** Rows are blocks on a phone. The roles are written out because a browser then forgets that a table is one. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
	const {
		texts: { caption, empty },
		columns,
		rows,
		keyOf = idOf,
		order,
		error,
		onRetry,
		more,
	} = props;
	const isLoading = !rows && !error;
	const may = useMay();
	const table = useRef<HTMLTableElement>(null);
	return (
		<>
			<div className={`rounded-card border border-line bg-card raised ${roomOf(columns).box}`} aria-busy={isLoading}>
				{rows?.length === 0 && !error ? (
					<p className="grid min-h-40 place-items-center p-6 text-center text-soft">{empty}</p>
				) : (
					(rows || isLoading) && (
						// biome-ignore lint/a11y/noRedundantRoles: see above
						<table ref={table} role="table" className="w-full text-left text-sm max-md:block">
							<caption className="sr-only">{isLoading ? `${caption}, ${texts.loading}` : caption}</caption>
							<Head columns={columns} order={order} />
							{/* biome-ignore lint/a11y/noRedundantRoles: see above */}
							<tbody role="rowgroup" className="divide-y divide-line max-md:block">
								{rows
									? rows.map((row) => <Row key={keyOf(row)} columns={columns} cellOf={(column) => column.cell(row)} />)
									: Array.from({ length: SKELETON_ROWS }, (_, row) => (
											<Row key={row} columns={columns} cellOf={() => <Skeleton className="h-4 w-20 max-w-full" />} />
										))}
							</tbody>
						</table>
					)
				)}
				{error && (
					<div className="p-4">
						<RetryNotice error={error} onRetry={onRetry} />
					</div>
				)}
			</div>
			{(more || (rows && rows.length > 0 && may(...exportsNeed))) && (
				<div className="mt-3 flex flex-wrap items-center justify-between gap-3">
					{more ? (
						<Button look="quiet" className="min-w-40" disabled={more.isLoading} onClick={more.load}>
							{more.isLoading ? texts.loadingMore : texts.more}
						</Button>
					) : (
						<span />
					)}
					{rows && rows.length > 0 && may(...exportsNeed) && (
						<TextButton
							className="min-h-11 text-sm"
							onClick={() => table.current && saveShownRows(table.current, caption)}
						>
							{texts.save}
						</TextButton>
					)}
				</div>
			)}
		</>
	);
}

function idOf(row: object): string {
	return 'id' in row ? String(row.id) : '';
}

/** More than these need a wider window than a laptop's. */
const COLUMNS_OF_A_LAPTOP = 6;

/** The head stays in sight while the rows go by, but where the table may have to be scrolled sideways for its last columns. */
function roomOf({ length }: readonly unknown[]): { box: string; head: string } {
	return length > COLUMNS_OF_A_LAPTOP
		? { box: 'max-2xl:overflow-x-auto 2xl:overflow-clip', head: '2xl:sticky 2xl:top-[4.0625rem] 2xl:z-1' }
		: { box: 'max-xl:overflow-x-auto xl:overflow-clip', head: 'xl:sticky xl:top-[4.0625rem] xl:z-1' };
}

function Head<Row>({ columns, order }: Pick<DataTableProps<Row>, 'columns' | 'order'>) {
	return (
		<thead
			// biome-ignore lint/a11y/noRedundantRoles: see DataTable
			role="rowgroup"
			className={`border-b border-line bg-sunken text-soft max-md:sr-only ${roomOf(columns).head}`}
		>
			{/* biome-ignore lint/a11y/noRedundantRoles: see DataTable */}
			<tr role="row">
				{columns.map(({ title, isNumber, width = '', orders }) => (
					<th
						key={title}
						// biome-ignore lint/a11y/noRedundantRoles: see DataTable
						role="columnheader"
						scope="col"
						aria-sort={order === undefined ? undefined : sortOf(orders, order)}
						className={`px-3 py-2.5 font-semibold whitespace-nowrap first:pl-5 last:pr-5 ${width} ${isNumber ? 'text-right' : ''}`}
					>
						{orders && order !== undefined ? <OrderLink title={title} orders={orders} order={order} /> : title}
					</th>
				))}
			</tr>
		</thead>
	);
}

type OrderProps = { title: string; orders: NonNullable<DataColumn<never>['orders']>; order: string };

function sortOf(orders: OrderProps['orders'] | undefined, order: string) {
	if (orders?.falling === order) return 'descending';
	return orders?.rising === order ? 'ascending' : undefined;
}

/** Turns the order round, or takes it over from another column. */
function OrderLink({ title, orders, order }: OrderProps) {
	const parameters = new URLSearchParams(useLocation().search);
	const sort = sortOf(orders, order);
	parameters.set('orderBy', sort === 'descending' && orders.rising ? orders.rising : orders.falling);
	return (
		<Link to={`?${parameters}`} replace preventScrollReset className="inline-flex items-center gap-1 hover:text-ink">
			{title}
			<Icon className={`size-3.5 ${sort ? 'text-ink' : 'opacity-40'} ${sort === 'ascending' ? 'rotate-180' : ''}`}>
				<path d="M12 5v14m-6-6 6 6 6-6" />
			</Icon>
		</Link>
	);
}

/** On a phone a title without a value only takes room. */
function isNothing(content: ReactNode): boolean {
	return content === null || content === undefined || content === false || content === '';
}

type RowProps<Row> = { columns: readonly DataColumn<Row>[]; cellOf: (column: DataColumn<Row>) => ReactNode };

function Row<Row>({ columns, cellOf }: RowProps<Row>) {
	return (
		// biome-ignore lint/a11y/noRedundantRoles: see DataTable
		<tr role="row" tabIndex={-1} className="-outline-offset-2 focus:bg-sunken max-md:block max-md:px-4 max-md:py-3">
			{columns.map((column) => {
				const content = cellOf(column);
				return (
					<td
						key={column.title}
						// biome-ignore lint/a11y/noRedundantRoles: see DataTable
						role="cell"
						className={`${isNothing(content) ? 'max-md:hidden' : 'max-md:flex'} max-md:min-h-7 max-md:items-baseline max-md:justify-between max-md:gap-4 max-md:text-right md:px-3 md:py-3 md:first:pl-5 md:last:pr-5 ${column.isNumber ? 'figures md:text-right md:whitespace-nowrap' : ''}`}
					>
						<span aria-hidden="true" className="shrink-0 text-soft md:hidden">
							{column.title}
						</span>
						<span className="min-w-0 [overflow-wrap:anywhere]">{content}</span>
					</td>
				);
			})}
		</tr>
	);
}
