import './tickets.css';
import { HISTORY_PAGE_SIZE } from '../../../contract/limits.ts';
import type { Page as PageOf } from '../../../contract/paging.ts';
import { rowsOf, useHistory } from '../../lib/use-history.ts';
import { m } from '../../texts/messages.js';
import { ButtonLink, Page } from '../basics.tsx';
import { HistoryTable } from '../list/history-table.tsx';
import type { Column } from '../list/list-table.tsx';
import { TimeAgo } from '../time-ago.tsx';

type TicketsPageProps<Item> = {
	queryKey: readonly string[];
	load: (page: { limit: number; cursor: string | null }, signal: AbortSignal) => Promise<PageOf<Item>>;
	texts: { title: string; lead: string; failed: string; empty: string; make: string; time: string };
	makeAt: string;
	timeOf: (item: Item) => number;
	columns: readonly Column<Item>[];
	foot?: string;
};

export function TicketsPage<Item extends { reference: string }>(props: TicketsPageProps<Item>) {
	const { queryKey, load, texts, makeAt, timeOf, columns, foot } = props;
	const history = useHistory<Item>(queryKey, (cursor, signal) => load({ limit: HISTORY_PAGE_SIZE, cursor }, signal));
	const allColumns: Column<Item>[] = [
		...columns,
		{
			title: m.claims_reference(),
			width: 'w-[20%]',
			phone: 'max-md:col-start-1 max-md:row-start-3 max-md:text-sm max-md:text-soft',
			cell: ({ reference }) => <span className="font-mono text-xs select-all">{reference}</span>,
		},
		{
			title: texts.time,
			width: 'w-[15%]',
			phone: 'max-md:col-start-2 max-md:row-start-1 max-md:text-end max-md:text-sm max-md:text-soft',
			cell: (item) => <TimeAgo timeMs={timeOf(item)} />,
		},
	];
	return (
		<Page title={texts.title} lead={texts.lead} next={{ to: makeAt, label: texts.make }}>
			<HistoryTable
				{...rowsOf(history, texts.failed)}
				caption={texts.title}
				columns={allColumns}
				foot={foot && history.items?.length ? <p className="text-soft">{foot}</p> : undefined}
				emptyText={texts.empty}
				whenEmpty={
					<ButtonLink to={makeAt} look="quiet">
						{texts.make}
					</ButtonLink>
				}
			/>
		</Page>
	);
}
