import { messageOf } from '../../../lib/calls/refusal.ts';
import type { History } from '../../../lib/use-history.ts';
import { type ItemOf, type PagedCall, type RequestOf, useAdminPages } from '../../use-admin-pages.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';

type PagedTableProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'keyOf' | 'order'> & {
	/** `failed` is said when a page cannot be read and the server gave no sentence. */
	texts: { caption: string; empty: string; failed: string };
};

export function PagedTable<Row extends object>({
	history,
	...table
}: PagedTableProps<Row> & { history: History<Row> }) {
	const { items, error, retry, more } = history;
	return (
		<DataTable
			{...table}
			rows={items}
			error={error ? messageOf(error, table.texts.failed) : undefined}
			onRetry={retry}
			more={more}
		/>
	);
}

type CallTableProps<Name extends PagedCall> = PagedTableProps<ItemOf<Name>> & { call: Name; filter: RequestOf<Name> };

/** What a call answers page by page. */
export function CallTable<Name extends PagedCall>({ call, filter, ...table }: CallTableProps<Name>) {
	return <PagedTable {...table} history={useAdminPages(call, filter)} />;
}
