import { messageOf } from '../../lib/calls/refusal.ts';
import type { History } from '../../lib/use-history.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';

type PagedTableProps<Row> = Omit<DataTableProps<Row>, 'rows' | 'error' | 'onRetry' | 'more'> & {
	history: History<Row>;
	/** What is said when a page cannot be read and the server gave no sentence. */
	failedText: string;
};

export function PagedTable<Row>({ history, failedText, ...table }: PagedTableProps<Row>) {
	const { items, error, retry, more } = history;
	return (
		<DataTable
			{...table}
			rows={items}
			error={error ? messageOf(error, failedText) : undefined}
			onRetry={retry}
			more={more}
		/>
	);
}
