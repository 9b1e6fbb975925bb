import { type History, rowsOf } from '../../../lib/use-history.ts';
import { type ItemOf, type PagedCall, type RequestOf, useAdminPages } from '../../use-admin-pages.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';

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
