import { postbackOutcomes } from '../../../contract/admin/lists.ts';
import type { PostbackRow } from '../../../contract/offerwalls/callbacks.ts';
import { SelectField, TextField } from '../ui/forms.tsx';
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

export function PostbackLog({ isFollowing }: { isFollowing: boolean }) {
	const { filter, bar } = useAddressFilter([
		'wall',
		'outcome',
		'uid',
		'transactionId',
		'text',
		...exactRange,
		...dateRange,
	]);
	const outcome = postbackOutcomes.find((one) => one === filter.outcome);
	const { wall, uid, transactionId, text } = filter;
	const { from: since, until } = rangeOf(filter);
	const request = { wall, outcome, uid, transactionId, text, since, until };
	const history = useAdminPages('adminFindCallbacks', request, isFollowing);
	return (
		<>
			<FilterBar {...bar}>
				<TextField label="Offerwall" name="wall" maxLength={40} defaultValue={wall} className="w-32" />
				<SelectField
					label="Outcome"
					name="outcome"
					defaultValue={outcome ?? ''}
					className="w-40"
					options={[['', 'All outcomes'], ...postbackOutcomes.map((one) => [one, outcomeInWords(one)] as const)]}
				/>
				<DateRangeFields filter={filter} />
				<TextField label="User ID" name="uid" maxLength={36} defaultValue={uid} className="min-w-32 flex-1" />
				<TextField
					label="Transaction"
					name="transactionId"
					maxLength={128}
					defaultValue={transactionId}
					className="min-w-32 flex-1"
				/>
				<TextField
					label="Request contains"
					name="text"
					maxLength={200}
					defaultValue={text}
					className="min-w-32 flex-1"
				/>
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
