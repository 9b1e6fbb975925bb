import { postbackOutcomes } from '../../../contract/admin/lists.ts';
import type { PostbackRow } from '../../../contract/offerwalls/callbacks.ts';
import { PickField, SearchField } from '../ui/forms.tsx';
import { type DataColumn, FilterBar, PagedTable } from '../ui/tables/data-table.tsx';
import { DateRangeFields, dateRange, ExactRange, exactRange, rangeOf } from '../ui/tables/date-range.tsx';
import { useAddressFilter } from '../ui/tables/use-address-filter.ts';
import { UserLink } from '../ui/values.tsx';
import { useAdminPages } from '../use-admin-query.tsx';
import { outcomeInWords } from './outcome-words.ts';
import { postbackColumns } from './postback-columns.tsx';

const columns: DataColumn<PostbackRow>[] = postbackColumns.toSpliced(3, 0, {
	title: 'User',
	cell: ({ uid, user_name: name }) => uid && <UserLink user={{ uid, name }} />,
});

const outcomes = postbackOutcomes.map((one) => [one, outcomeInWords(one)] as const);
const names = ['wall', 'outcome', 'uid', 'transactionId', 'text'] as const;

export function PostbackLog({ isFollowing }: { isFollowing: boolean }) {
	const { filter, bar } = useAddressFilter([...names, ...exactRange, ...dateRange]);
	const outcome = postbackOutcomes.find((one) => one === filter.outcome);
	const { wall, uid, transactionId, text } = filter;
	const { from: since, until } = rangeOf(filter);
	const request = { wall, outcome, uid, transactionId, text, since, until };
	const history = useAdminPages('adminFindCallbacks', request, isFollowing);
	return (
		<>
			<FilterBar {...bar}>
				<SearchField label="Offerwall" name="wall" maxLength={40} value={wall} className="w-32" />
				<PickField label="Outcome" name="outcome" value={outcome} all="All outcomes" choices={outcomes} />
				<DateRangeFields filter={filter} />
				<SearchField label="User ID" name="uid" value={uid} />
				<SearchField label="Transaction" name="transactionId" maxLength={128} value={transactionId} />
				<SearchField label="Request contains" name="text" maxLength={200} value={text} />
				<ExactRange filter={filter} />
			</FilterBar>
			<PagedTable
				columns={columns}
				history={history}
				texts={{
					caption: 'Postbacks',
					failed: "Couldn't load postbacks.",
					empty: history.more
						? 'No matches among the newest postbacks. Load more to search older ones.'
						: 'No matching postbacks.',
				}}
			/>
		</>
	);
}
