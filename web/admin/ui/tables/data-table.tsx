import { type FormEvent, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { exportPermissions } from '../../../../contract/admin/exports.ts';
import { part } from '../../../lib/optional.ts';
import { useMay } from '../../../lib/staff-role.tsx';
import {
	type History,
	type ItemOf,
	type PagedCall,
	type RequestOf,
	type Rows,
	rowsOf,
} from '../../../lib/use-history.ts';
import { useWindowEvent } from '../../../lib/use-window-event.ts';
import { Button, TextButton } from '../../../ui/basics.tsx';
import { isDialogOpen } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { type Column, idOf, type ListKind, ListTable } from '../../../ui/list/list-table.tsx';
import { useAdminPages } from '../../use-admin-query.tsx';
import { AdminButton } from '../forms.tsx';
import type { Bulk, BulkBar } from './bulk-bar.tsx';
import { useDateRange } from './date-range.tsx';
import type { AddressFilter } from './use-address-filter.ts';

type PagedTableProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'keyOf' | 'order' | 'bulk'> & {
	/** `failed` is the fallback error message. */
	texts: { caption: string; empty: string; failed: string };
};

export function PagedTable<Row extends object>({
	history,
	...table
}: PagedTableProps<Row> & { history: History<Row> }) {
	return <DataTable {...table} {...rowsOf(history, table.texts.failed)} />;
}

type CallTableProps<Name extends PagedCall> = PagedTableProps<ItemOf<Name>> & { call: Name; filter: RequestOf<Name> };

export function CallTable<Name extends PagedCall>({ call, filter, ...table }: CallTableProps<Name>) {
	return <PagedTable {...table} history={useAdminPages(call, filter)} />;
}

type DatedTableProps<Name extends PagedCall> = CallTableProps<Name> & { labels?: { from: string; to: string } };

export function DatedTable<Name extends PagedCall>({ filter, labels, texts, ...table }: DatedTableProps<Name>) {
	const { bar, fields, range, emptyText } = useDateRange(labels);
	return (
		<>
			<FilterBar {...bar}>{fields}</FilterBar>
			<CallTable {...table} filter={{ ...filter, ...range }} texts={{ ...texts, empty: emptyText(texts.empty) }} />
		</>
	);
}

const SavedViews = part(() => import('./saved-views.tsx'), 'SavedViews');

type FilterBarProps = AddressFilter<never>['bar'] & { children: ReactNode };

export function FilterBar({ formKey, count, onApply, children }: FilterBarProps) {
	const [isOpen, setOpen] = useState(false);
	const id = useId();
	const fold = useRef<HTMLButtonElement>(null);
	function submit(event: FormEvent<HTMLFormElement>): void {
		event.preventDefault();
		onApply(new FormData(event.currentTarget));
		if (isOpen) fold.current?.focus();
		setOpen(false);
	}
	return (
		<search aria-label="Filters" className="mb-5 block">
			<AdminButton
				ref={fold}
				className="w-full sm:hidden"
				aria-expanded={isOpen}
				aria-controls={id}
				onClick={() => setOpen(!isOpen)}
			>
				{count > 0 ? `Filters (${count})` : 'Filters'}
			</AdminButton>
			<div id={id} className={`flex-wrap items-end gap-x-6 gap-y-3 sm:flex ${isOpen ? 'mt-3 flex' : 'hidden'}`}>
				<form
					key={formKey}
					onSubmit={submit}
					className="flex flex-wrap items-end gap-3 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:*:col-span-2"
				>
					{children}
					<Button type="submit" look="quiet" className="max-sm:w-full">
						Apply filters
					</Button>
				</form>
				<Suspense>
					<SavedViews />
				</Suspense>
			</div>
		</search>
	);
}

type State = { chosen: ReadonlySet<string>; anchor?: string; base: ReadonlySet<string> };

const nothing: State = { chosen: new Set(), base: new Set() };

/** Selects rows one by one, or as a range from the last row that was selected alone. Escape clears the selection. */
function useSelection(keys: readonly string[]) {
	const [state, setState] = useState(nothing);
	const { chosen, anchor, base } = state;
	const isAny = keys.some((key) => chosen.has(key));
	const clear = () => setState(nothing);

	function choose(key: string, isRange: boolean): void {
		const [from, to] = [keys.indexOf(anchor ?? ''), keys.indexOf(key)].sort((a, b) => a - b) as [number, number];
		if (isRange && from >= 0) {
			setState({ ...state, chosen: new Set([...base, ...keys.slice(from, to + 1)]) });
			return;
		}
		const next = new Set(chosen);
		if (!next.delete(key)) next.add(key);
		setState({ chosen: next, base: next, anchor: key });
	}

	useWindowEvent('keydown', ({ key, target }) => {
		if (!isAny || key !== 'Escape' || isDialogOpen()) return;
		if (!(target as HTMLElement).matches('input:not([type=checkbox]), select, textarea')) clear();
	});

	const chooseAll = () => setState({ chosen: new Set(keys), base: new Set(keys) });
	return { chosen, choose, chooseAll, clear };
}

const LazyBulkBar = part(() => import('./bulk-bar.tsx'), 'BulkBar') as typeof BulkBar;

const exportsNeed = Object.values(exportPermissions);

export type DataColumn<Row> = Pick<Column<Row>, 'title' | 'head' | 'cell' | 'isNumber' | 'width'> & {
	/** Values of `orderBy`; `falling` is largest or newest first. */
	orders?: { falling: string; rising?: string };
	/** Comes first on phones. */
	isLead?: boolean;
};

type DataTableProps<Row> = Rows<Row> & {
	texts: { caption: string; empty: string };
	columns: readonly DataColumn<Row>[];
	keyOf?: (row: Row) => string;
	bulk?: Bulk<Row> | undefined;
	order?: string | undefined;
};

export function DataTable<Row extends object>({ bulk, ...props }: DataTableProps<Row>) {
	const may = useMay();
	const actions = bulk?.actions.filter(({ needs }) => may(needs)) ?? [];
	if (!bulk || actions.length === 0) return <PlainTable {...props} />;
	return <BulkTable {...props} bulk={{ ...bulk, actions }} />;
}

function BulkTable<Row extends object>({ bulk, ...props }: DataTableProps<Row> & { bulk: Bulk<Row> }) {
	const { rows = [], keyOf = idOf } = props;
	const { chosen, choose, chooseAll, clear } = useSelection(rows.map(keyOf));
	const shown = rows.filter((row) => chosen.has(keyOf(row)));
	const isAll = shown.length > 0 && shown.length === rows.length;
	const room = <div className="mt-3 min-h-13" />;
	const select: DataColumn<Row> = {
		title: 'Select',
		isLead: true,
		width: 'w-10',
		head: (
			<Box
				label="Select all shown"
				isChecked={isAll}
				isDisabled={rows.length === 0}
				onChoose={isAll ? clear : chooseAll}
			/>
		),
		cell: (row) => {
			const key = keyOf(row);
			return (
				<Box
					label={`Select ${bulk.nameOf(row)}`}
					isChecked={chosen.has(key)}
					onChoose={(isRange) => choose(key, isRange)}
				/>
			);
		},
	};
	return (
		<div>
			<PlainTable {...props} columns={[select, ...props.columns]} />
			<Suspense fallback={room}>
				{rows.length === 0 ? room : <LazyBulkBar bulk={bulk} chosen={shown} onClear={clear} onChooseAll={chooseAll} />}
			</Suspense>
		</div>
	);
}

type BoxProps = { label: string; isChecked: boolean; isDisabled?: boolean; onChoose: (isRange: boolean) => void };

function Box({ label, isChecked, isDisabled, onChoose }: BoxProps) {
	return (
		<input
			type="checkbox"
			className="size-5 align-middle accent-accent"
			aria-label={label}
			disabled={isDisabled}
			checked={isChecked}
			onChange={({ nativeEvent }) => onChoose((nativeEvent as MouseEvent).shiftKey)}
		/>
	);
}

function PlainTable<Row extends object>(props: Omit<DataTableProps<Row>, 'bulk'>) {
	const {
		texts: { caption, empty },
		columns,
		order,
		...list
	} = props;
	const may = useMay();
	const table = useRef<HTMLTableElement>(null);
	async function save(): Promise<void> {
		const { saveShownRows } = await import('./shown-rows.ts');
		if (table.current) saveShownRows(table.current, caption);
	}
	return (
		<ListTable
			{...list}
			caption={caption}
			emptyText={empty}
			columns={columns.map((column) => ({ ...column, ...headOf(column, order), ...phoneOf(column) }))}
			kind={kindOf(columns)}
			tableRef={table}
			foot={
				list.rows &&
				list.rows.length > 0 &&
				may(...exportsNeed) && (
					<TextButton className="ms-auto min-h-11 text-sm" onClick={() => void save()}>
						Export CSV
					</TextButton>
				)
			}
		/>
	);
}

const dense = {
	texts: {
		loading: (caption: string) => `${caption}, loading`,
		more: 'Load more',
		loadingMore: 'Loading...',
		tryAgain: 'Try again',
	},
	table: 'text-sm',
	headCell: 'px-3 py-2.5 2xl:whitespace-nowrap first:ps-5 last:pe-5',
	row: '-outline-offset-2 focus:bg-sunken has-checked:bg-tint max-md:flex max-md:flex-col max-md:px-4 max-md:py-3',
	isRowFocusable: true,
	cell: "max-md:flex max-md:min-h-7 max-md:items-baseline max-md:py-1 max-md:justify-between max-md:gap-4 max-md:text-end max-md:has-[>:last-child:empty]:hidden md:px-3 md:py-3 md:first:ps-5 md:last:pe-5 md:*:last:empty:before:content-['–']",
	numberCell: 'figures md:text-end md:whitespace-nowrap',
	hasTitlesOnPhone: true,
	empty: 'min-h-40',
	foot: 'mt-3',
	skeletonRows: 8,
};
const fitsLaptop: ListKind = {
	...dense,
	box: 'max-xl:overflow-x-auto xl:overflow-clip',
	head: 'xl:sticky xl:top-[4.0625rem] xl:z-1',
};
const fitsWideWindow: ListKind = {
	...dense,
	box: 'max-2xl:overflow-x-auto 2xl:overflow-clip',
	head: '2xl:sticky 2xl:top-[4.0625rem] 2xl:z-1',
};
const COLUMNS_OF_A_LAPTOP = 7;

function kindOf({ length }: readonly unknown[]): ListKind {
	return length > COLUMNS_OF_A_LAPTOP ? fitsWideWindow : fitsLaptop;
}

const phoneOf = ({ isLead }: DataColumn<never>) => isLead && { phone: '-order-1 max-md:font-semibold' };

function headOf<Row>({ title, orders }: DataColumn<Row>, order?: string): Pick<Column<Row>, 'head' | 'sort'> {
	if (!orders || order === undefined) return {};
	return { head: <OrderLink title={title} orders={orders} order={order} />, sort: sortOf(orders, order) };
}

type Orders = NonNullable<DataColumn<never>['orders']>;

function sortOf(orders: Orders, order: string) {
	if (orders.falling === order) return 'descending';
	return orders.rising === order ? 'ascending' : undefined;
}

function OrderLink({ title, orders, order }: { title: string; orders: Orders; order: string }) {
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
