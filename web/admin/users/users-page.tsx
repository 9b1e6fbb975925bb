import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminUserRow, UsersPageRequest } from '../../../contract/admin/admin.ts';
import { type UserAction, userActions } from '../../../contract/admin/lists.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { USERS_LIST_SIZE, USERS_PAGE_SIZE, userOrders } from '../../../contract/limits.ts';
import type { Page } from '../../../contract/paging.ts';
import { useCall, useReadData } from '../../lib/calls/clients.tsx';
import { firstData } from '../../lib/calls/first-data.ts';
import { inThousands, words } from '../../lib/format/formats.ts';
import { useAge } from '../../lib/format/use-age.ts';
import { type History, useHistory } from '../../lib/use-history.ts';
import type { AdminPageProps } from '../pages.ts';
import { PickField, SearchField, SelectField } from '../ui/forms.tsx';
import { type DataColumn, FilterBar, PagedTable } from '../ui/tables/data-table.tsx';
import { DateRangeFields, dateRange, ExactRange, exactRange, rangeOf, timesOf } from '../ui/tables/date-range.tsx';
import { useAddressFilter } from '../ui/tables/use-address-filter.ts';
import { CopyChip, formatAmount, UserLink } from '../ui/values.tsx';

type UsersFilter = Pick<UsersPageRequest, 'orderBy' | 'search'> & {
	from?: number;
	until?: number;
	joined_from?: number;
	joined_until?: number;
	did?: UserAction;
};

const SHOWN_STEP = 100;

type UsersList = History<AdminUserRow> & {
	found: number | undefined;
	/** Set if the server sorts and searches, because there are too many users for one response. */
	beyond: { users: number | undefined } | undefined;
};

/** Filters and sorts locally while all users fit in one response (specification), otherwise on the server. */
function useUsers(filter: UsersFilter): UsersList {
	const call = useCall();
	const isForServer = [filter.joined_from, filter.joined_until, filter.did].some((value) => value !== undefined);
	const all = useQuery({
		queryKey: ['admin', 'users'],
		queryFn: async ({ signal }) => {
			const users = await call('adminGetUsers', null, signal);
			return Array.isArray(users) ? users : users.items;
		},
		enabled: !isForServer,
	});
	const beyond = useBeyond(all.data);
	const [first] = useState(() => ({ filter: keyOf(filter), items: takeFirstPage(filter)?.items }));
	const early = first.filter === keyOf(filter) ? first.items : undefined;
	const here = useShownSteps(all.data && beyond === 'none' ? filterUsers(all.data, filter) : undefined, filter);
	const isLarge = isForServer || typeof beyond === 'object';
	const pages = useHistory<AdminUserRow>(
		['admin', 'users', filter],
		async (cursor, signal) => {
			const page = await call('adminGetUsers', { ...filter, cursor, limit: SHOWN_STEP }, signal);
			return Array.isArray(page) ? { items: page, nextCursor: null } : page;
		},
		{ enabled: isLarge },
	);
	if (isLarge) {
		const items = pages.items ?? early;
		return { ...pages, items, found: undefined, beyond: typeof beyond === 'object' ? beyond : undefined };
	}
	return { ...here, items: here.items ?? early, error: all.error, retry: () => all.refetch(), beyond: undefined };
}

const keyOf = (filter: UsersFilter) => JSON.stringify(filter);
const takeFirstPage = (filter: UsersFilter) =>
	firstData.take<Page<AdminUserRow>>('adminGetUsers', { ...filter, limit: USERS_PAGE_SIZE });

/** A full response may be incomplete; the number of users decides. */
function useBeyond(users: readonly AdminUserRow[] | undefined): 'none' | 'unknown' | { users: number | undefined } {
	const readData = useReadData();
	const isFull = (users?.length ?? 0) >= USERS_LIST_SIZE;
	const count = useQuery({
		queryKey: ['admin', 'users-count'],
		queryFn: async ({ signal }): Promise<number> => (await (await readData('/data/users/count', signal)).json()).count,
		enabled: isFull,
	});
	if (!isFull) return 'none';
	if (count.isPending) return 'unknown';
	return (count.data ?? Number.POSITIVE_INFINITY) > USERS_LIST_SIZE ? { users: count.data } : 'none';
}

function useShownSteps(users: AdminUserRow[] | undefined, filter: UsersFilter) {
	const key = keyOf(filter);
	const [shown, setShown] = useState({ key, count: SHOWN_STEP });
	const count = shown.key === key ? shown.count : SHOWN_STEP;
	const load = () => setShown({ key, count: count + SHOWN_STEP });
	return {
		items: users?.slice(0, count),
		found: users?.length,
		more: users && users.length > count ? { load, isLoading: false } : undefined,
	};
}

export function filterUsers(users: readonly AdminUserRow[], filter: UsersFilter): AdminUserRow[] {
	const { orderBy, search, from = 0, until = Number.POSITIVE_INFINITY } = filter;
	const isOfRange = filter.from !== undefined || filter.until !== undefined;
	const wanted = search.trim().toLowerCase();
	const keyOf = (user: AdminUserRow) => (orderBy === 'totalEarned' ? user.totalEarned : (user.last_access ?? -1));
	return users
		.filter(({ roblox_username: name }) => !wanted || name?.toLowerCase().includes(wanted))
		.filter(({ last_access: at }) => !isOfRange || (at !== null && at >= from && at < until))
		.sort((a, b) => keyOf(b) - keyOf(a));
}

/** Uses the words of specification section 9. */
export function lastAccessInWords(agoMs: number): string {
	if (agoMs >= DAY_MS) return `${Math.floor(agoMs / DAY_MS)} day(s) ago`;
	if (agoMs >= HOUR_MS) return `${Math.floor(agoMs / HOUR_MS)} hour(s) ago`;
	if (agoMs >= MINUTE_MS) return `${Math.floor(agoMs / MINUTE_MS)} minute(s) ago`;
	return 'Just now';
}

const texts = {
	orders: { totalEarned: `${words.currencyName} earned`, last_access: 'Last login' },
	joined: { from: 'Joined from', to: 'Joined to' },
	deeds: { earned: 'Earned', paid: 'Paid', 'paid-in-30-days': 'Paid within 30 days' } satisfies Record<
		UserAction,
		string
	>,
	empty: 'No users found.',
	failed: "Couldn't load users.",
	beyond: (users: string) =>
		`This site has ${users} users. With over ${inThousands(USERS_LIST_SIZE)}, the server sorts and searches the list.`,
};

const SEARCH_LENGTH_MAX = 50;

const columns: DataColumn<AdminUserRow>[] = [
	{ title: 'Username', cell: (user) => <UserLink user={{ uid: user.id, name: user.roblox_username ?? 'N/A' }} /> },
	{ title: words.currencyName, isNumber: true, cell: (user) => formatAmount(user.robux) },
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
	{ title: 'UUID', cell: (user) => <CopyChip text={user.id} isShort /> },
];

const joinedRange = ['joinedFrom', 'joinedTo'] as const;

function joinedIn({ joinedFrom: from, joinedTo: to, since, until }: Partial<Record<string, string>>) {
	const range = rangeOf({ from, to, since, until });
	return { joined_from: range.from, joined_until: range.until };
}

export default function UsersPage({ heading }: AdminPageProps) {
	const { filter, bar } = useAddressFilter(['orderBy', 'search', 'did', ...dateRange, ...joinedRange, ...exactRange]);
	const orderBy = userOrders.find((order) => order === filter.orderBy) ?? 'totalEarned';
	const search = (filter.search ?? '').slice(0, SEARCH_LENGTH_MAX);
	const did = userActions.find((action) => action === filter.did);
	const joined = joinedIn(filter);
	const history = useUsers({ orderBy, search, ...timesOf(filter), ...joined, did });
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
				<SearchField label="Search user" name="search" maxLength={SEARCH_LENGTH_MAX} value={search} />
				<DateRangeFields filter={filter} labels={{ from: 'Last active from', to: 'Last active to' }} />
				<DateRangeFields filter={filter} names={joinedRange} labels={texts.joined} />
				<PickField label="Activity" name="did" value={did} all="All users" choices={Object.entries(texts.deeds)} />
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
