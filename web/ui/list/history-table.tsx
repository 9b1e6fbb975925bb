import { useIsSlow } from '../../lib/calls/use-call-query.ts';
import { m } from '../../texts/messages.js';
import { formatOf } from '../time-ago.tsx';
import { type ListKind, ListTable, type ListTableProps } from './list-table.tsx';

function SlowNotice() {
	const isSlow = useIsSlow();
	return (
		<p role="status" className={isSlow ? 'p-4 text-center text-sm text-soft' : undefined}>
			{isSlow && m.ui_takes_longer()}
		</p>
	);
}

setTimeout(formatOf);

const kind: ListKind = {
	texts: {
		loading: (caption) => m.common_caption_loading({ caption }),
		more: m.common_load_more(),
		loadingMore: m.common_loading_more(),
		tryAgain: m.common_try_again(),
		open: m.common_details(),
	},
	box: '@container overflow-hidden',
	table: 'md:table-fixed',
	head: 'text-sm',
	headCell: 'px-5 py-3 first:ps-6 last:pe-6',
	row: 'max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-4 max-md:gap-y-1 max-md:px-4 max-md:py-3.5 @max-[15rem]:*:col-span-full! @max-[15rem]:*:row-auto! @max-[15rem]:*:text-start!',
	cell: 'max-md:p-0 md:px-5 md:py-4 md:align-middle md:first:ps-6 md:last:pe-6',
	numberCell: 'text-end font-semibold whitespace-nowrap figures',
	empty: 'min-h-48 gap-4',
	foot: 'mt-5 justify-center',
	skeletonRows: 6,
};

export function HistoryTable<Row extends object>(props: Omit<ListTableProps<Row>, 'kind'>) {
	return <ListTable {...props} kind={kind} whenLoading={<SlowNotice />} />;
}
