import type { AdminUserRow } from '../../../contract/admin/admin.ts';
import { type UserAction, userActions } from '../../../contract/admin/lists.ts';
import { USERS_LIST_SIZE, userOrders } from '../../../contract/limits.ts';
import { inThousands, words } from '../../lib/format/formats.ts';
import { useAge } from '../../lib/format/use-age.ts';
import { TextLink } from '../../ui/basics.tsx';
import type { AdminPageProps } from '../pages.ts';
import { SelectField, TextField } from '../ui/forms.tsx';
import { lastAccessInWords } from '../ui/last-access.ts';
import { type DataColumn, FilterBar, PagedTable } from '../ui/tables/data-table.tsx';
import { DateRangeFields, dateRange, ExactRange, exactRange, rangeOf, timesOf } from '../ui/tables/date-range.tsx';
import { useAddressFilter } from '../ui/tables/use-address-filter.ts';
import { CopyChip, formatAmount } from '../ui/values.tsx';
import { type UsersList, useUsers } from './use-users.ts';

const texts = {
	orders: { totalEarned: `${words.currencyName} earned`, last_access: 'Last login' },
	visited: { from: 'Last active from', to: 'Last active to' },
	joined: { from: 'Joined from', to: 'Joined to' },
	deeds: { earned: 'Earned', paid: 'Paid', 'paid-in-30-days': 'Paid within 30 days' } satisfies Record<
		UserAction,
		string
	>,
	robux: words.currencyName,
	empty: 'No users found.',
	failed: "Couldn't load users.",
	beyond: (users: string) =>
		`This site has ${users} users. With over ${inThousands(USERS_LIST_SIZE)}, the server sorts and searches the list.`,
};

const SEARCH_LENGTH_MAX = 50;

const columns: DataColumn<AdminUserRow>[] = [
	{
		title: 'Username',
		cell: (user) => <TextLink to={`/admin/users/${user.id}`}>{user.roblox_username ?? 'N/A'}</TextLink>,
	},
	{ title: texts.robux, isNumber: true, cell: (user) => formatAmount(user.robux) },
	{
		title: 'Total earned',
		isNumber: true,
		orders: { falling: 'totalEarned' },
		cell: (user) => formatAmount(user.totalEarned),
	},
	{ title: 'Total withdrawn', isNumber: true, cell: (user) => formatAmount(user.totalWithdrawn) },
	{
		title: 'Last Access',
		orders: { falling: 'last_access' },
		cell: (user) => <LastAccess timeMs={user.last_access} />,
	},
	{ title: 'UUID', cell: (user) => <CopyChip text={user.id} /> },
];

const joinedRange = ['joinedFrom', 'joinedTo'] as const;

function joinedIn({ joinedFrom: from, joinedTo: to, since, until }: Partial<Record<string, string>>) {
	const range = rangeOf({ ...(from && { from }), ...(to && { to }), ...(since && { since }), ...(until && { until }) });
	return {
		...(range.from !== undefined && { joined_from: range.from }),
		...(range.until !== undefined && { joined_until: range.until }),
	};
}

export default function UsersPage({ heading }: AdminPageProps) {
	const { filter, bar } = useAddressFilter(['orderBy', 'search', 'did', ...dateRange, ...joinedRange, ...exactRange]);
	const orderBy = userOrders.find((order) => order === filter.orderBy) ?? 'totalEarned';
	const search = (filter.search ?? '').slice(0, SEARCH_LENGTH_MAX);
	const did = userActions.find((action) => action === filter.did);
	const joined = joinedIn(filter);
	const history = useUsers({ orderBy, search, ...timesOf(filter), ...joined, ...(did && { did }) });
	return (
		<>
			<FilterBar {...bar}>
				<SelectField
					label="Order by"
					name="orderBy"
					defaultValue={orderBy}
					className="w-44"
					options={userOrders.map((order) => [order, texts.orders[order]])}
				/>
				<TextField
					label="Search user"
					name="search"
					maxLength={SEARCH_LENGTH_MAX}
					defaultValue={search}
					className="min-w-48 flex-1"
				/>
				<DateRangeFields filter={filter} labels={texts.visited} />
				<DateRangeFields filter={filter} names={joinedRange} labels={texts.joined} />
				<SelectField
					label="Activity"
					name="did"
					defaultValue={did ?? ''}
					className="w-44"
					options={[['', 'All users'], ...userActions.map((action) => [action, texts.deeds[action]] as const)]}
				/>
				<ExactRange filter={filter} begin={texts.joined.from} />
			</FilterBar>
			<ListSize {...history} />
			<PagedTable columns={columns} history={history} order={orderBy} texts={{ ...texts, caption: heading }} />
		</>
	);
}

function ListSize({ items, found, beyond }: UsersList) {
	const users = beyond?.users;
	const isPart = items !== undefined && found !== undefined && items.length < found;
	const text = beyond
		? texts.beyond(users === undefined ? `over ${inThousands(USERS_LIST_SIZE)}` : inThousands(users))
		: isPart && `Showing ${inThousands(items.length)} of ${inThousands(found)}.`;
	return text && <p className="mb-4 text-sm text-soft">{text}</p>;
}

function LastAccess({ timeMs }: { timeMs: number | null }) {
	const ageMs = useAge(timeMs ?? 0);
	if (timeMs === null) return 'Never';
	return (
		<time dateTime={new Date(timeMs).toISOString()} title={new Date(timeMs).toLocaleString('en')}>
			{lastAccessInWords(ageMs)}
		</time>
	);
}
