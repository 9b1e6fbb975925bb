import { Link, useLocation, useNavigate } from 'react-router';
import type { AdminUserRow } from '../../contract/admin.ts';
import { userOrders } from '../../contract/limits.ts';
import { formatAmount } from '../lib/amount.ts';
import { messageOf } from '../lib/refusal.ts';
import { useNow } from '../lib/use-now.ts';
import { textLinkLook } from '../ui/button.tsx';
import { AdminHeading } from './admin-heading.tsx';
import { type DataColumn, DataTable } from './data-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { SelectField, TextField } from './filter-fields.tsx';
import { lastAccessInWords } from './last-access.ts';
import { useUsers } from './use-users.ts';
import type { UsersFilter } from './users-list.ts';

const texts = {
	heading: 'Users',
	filters: 'Filters',
	orderBy: 'Order by',
	orders: { totalEarned: 'Robux earned', last_access: 'Last login' },
	search: 'Search user',
	username: 'Username',
	robux: 'Robux',
	totalEarned: 'Total earned',
	totalWithdrawn: 'Total withdrawn',
	lastAccess: 'Last Access',
	uuid: 'UUID',
	noUsername: 'N/A',
	never: 'Never',
	empty: 'No users found.',
	failed: 'Failed to load the users',
};

const columns: DataColumn<AdminUserRow>[] = [
	{
		title: texts.username,
		cell: (user) => (
			<Link to={`/admin/users/${user.id}`} className={textLinkLook}>
				{user.roblox_username ?? texts.noUsername}
			</Link>
		),
	},
	{ title: texts.robux, isNumber: true, cell: (user) => formatAmount(user.robux) },
	{ title: texts.totalEarned, isNumber: true, cell: (user) => formatAmount(user.totalEarned) },
	{ title: texts.totalWithdrawn, isNumber: true, cell: (user) => formatAmount(user.totalWithdrawn) },
	{ title: texts.lastAccess, cell: (user) => <LastAccess timeMs={user.last_access} /> },
	{ title: texts.uuid, cell: (user) => <span className="font-mono text-xs select-all">{user.id}</span> },
];

export default function UsersPage() {
	const navigate = useNavigate();
	const { search: query } = useLocation();
	const filter = filterOf(new URLSearchParams(query));
	const { items, error, retry, more } = useUsers(filter);

	function apply(fields: FormData): void {
		const wanted = { orderBy: String(fields.get('orderBy')), search: String(fields.get('search')).trim() };
		navigate(`?${new URLSearchParams(wanted.search ? wanted : { orderBy: wanted.orderBy })}`, { replace: true });
	}

	return (
		<>
			<AdminHeading>{texts.heading}</AdminHeading>
			<FilterBar label={texts.filters} onApply={apply}>
				<SelectField label={texts.orderBy} name="orderBy" defaultValue={filter.orderBy} className="w-44">
					{userOrders.map((order) => (
						<option key={order} value={order}>
							{texts.orders[order]}
						</option>
					))}
				</SelectField>
				<TextField
					label={texts.search}
					name="search"
					maxLength={50}
					defaultValue={filter.search}
					className="min-w-48 flex-1"
				/>
			</FilterBar>
			<DataTable
				caption={texts.heading}
				columns={columns}
				rows={items}
				keyOf={({ id }) => id}
				emptyText={texts.empty}
				error={error ? messageOf(error, texts.failed) : undefined}
				onRetry={retry}
				more={more}
			/>
		</>
	);
}

/** The filter travels in the address, so that going back finds the list as it was. */
function filterOf(parameters: URLSearchParams): UsersFilter {
	const orderBy = userOrders.find((order) => order === parameters.get('orderBy')) ?? 'totalEarned';
	return { orderBy, search: (parameters.get('search') ?? '').slice(0, 50) };
}

function LastAccess({ timeMs }: { timeMs: number | null }) {
	// Moves on with every minute while the page stays open.
	useNow();
	if (timeMs === null) return texts.never;
	return (
		<time dateTime={new Date(timeMs).toISOString()} title={new Date(timeMs).toLocaleString('en')}>
			{lastAccessInWords(timeMs, Date.now())}
		</time>
	);
}
