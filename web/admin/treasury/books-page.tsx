import { Suspense } from 'react';
import type { Balance, Transfer } from '../../../contract/treasury.ts';
import { part } from '../../lib/optional.ts';
import { SelectField } from '../ui/forms.tsx';
import { CallTable, type DataColumn, DatedTable, FilterBar } from '../ui/tables/data-table.tsx';
import { DateRangeFields, dateRange, ExactRange, exactRange, rangeOf } from '../ui/tables/date-range.tsx';
import { useAddressFilter } from '../ui/tables/use-address-filter.ts';
import { ExactTime, formatAmount, formatDollars, TimeAgo, UserLink } from '../ui/values.tsx';
import { useView, ViewTabs } from '../ui/view-tabs.tsx';
import { accountInWords, kindInWords } from '../users/ledger-words.ts';
import { About } from '../users/user-ledger.tsx';

const texts = {
	spendable: { caption: 'Users with a balance, largest first', empty: 'No user has a balance.' },
	'below-zero': { caption: 'Users with a negative balance, lowest first', empty: 'No negative balances.' },
};

const balanceColumns: DataColumn<Balance>[] = [
	{ title: 'User', cell: ({ user }) => <UserLink user={user} /> },
	{ title: 'Balance', isNumber: true, cell: ({ balance }) => formatAmount(balance) },
	{ title: 'On hold', isNumber: true, cell: ({ held_back }) => formatAmount(held_back) },
	{ title: 'Earned', isNumber: true, cell: ({ earned }) => formatAmount(earned) },
	{ title: 'Withdrawn', isNumber: true, cell: ({ withdrawn }) => formatAmount(withdrawn) },
	{
		title: 'Last active',
		cell: ({ last_access }) => (last_access === null ? 'Never' : <TimeAgo timeMs={last_access} />),
	},
];

/** The date range filters users by their last visit. */
function Balances({ side }: { side: 'spendable' | 'below-zero' }) {
	return (
		<DatedTable
			call="adminGetBalances"
			filter={{ side, limit: 50 }}
			labels={{ from: 'Last active from', to: 'Last active to' }}
			columns={balanceColumns}
			keyOf={({ user }) => user.uid}
			texts={{ ...texts[side], failed: "Couldn't load balances." }}
		/>
	);
}

const views = {
	transfers: 'Transfers',
	spendable: 'Spendable',
	'held-back': 'On hold',
	'below-zero': 'Below zero',
	move: 'Move',
};

const HeldCredits = part(() => import('./held-credits.tsx'), 'HeldCredits');
const Move = part(() => import('./move.tsx'), 'Move');

const accounts = [
	'payouts:paid',
	'payouts:held',
	'house:boosts',
	'house:promotions',
	'house:referrals',
	'house:adjustments',
	'house:losses',
	'house:imported',
];
const ACCOUNT = /^(partner|payouts|house)(:[a-z0-9][a-z0-9_-]{0,39})?$/;

const columns: DataColumn<Transfer>[] = [
	{ title: 'Time', cell: ({ at }) => <ExactTime timeMs={at} /> },
	{ title: 'User', cell: ({ user }) => <UserLink user={user} /> },
	{ title: 'Type', cell: kindInWords },
	{ title: 'From → to', cell: ({ from, to, wall }) => `${accountInWords(from, wall)} → ${accountInWords(to, wall)}` },
	{ title: 'Details', cell: (transfer) => <About line={transfer} /> },
	{ title: 'Amount', isNumber: true, cell: ({ amount }) => formatAmount(amount) },
	{ title: 'Partner owes', isNumber: true, cell: ({ payout }) => payout !== null && formatDollars(payout) },
];

export default function BooksPage() {
	const shown = useView(views);
	return (
		<>
			<ViewTabs label="Books" views={views} shown={shown} />
			{shown === 'transfers' && <Transfers />}
			<Suspense>
				{shown === 'held-back' && <HeldCredits />}
				{shown === 'move' && <Move />}
			</Suspense>
			{(shown === 'spendable' || shown === 'below-zero') && <Balances key={shown} side={shown} />}
		</>
	);
}

function Transfers() {
	const { filter, bar } = useAddressFilter(['account', ...exactRange, ...dateRange]);
	const account = filter.account && ACCOUNT.test(filter.account) ? filter.account : 'partner';
	return (
		<>
			<FilterBar {...bar}>
				<SelectField
					label="Account"
					name="account"
					defaultValue={account}
					className="w-56"
					options={[
						['partner', 'All offerwalls'],
						...(account === 'partner' || accounts.includes(account)
							? []
							: [[account, accountInWords(account, null)] as const]),
						...accounts.map((name) => [name, accountInWords(name, null)] as const),
					]}
				/>
				<DateRangeFields filter={filter} />
				<ExactRange filter={filter} />
			</FilterBar>
			<CallTable
				call="adminGetTransfers"
				filter={{ account, ...rangeOf(filter), limit: 50 }}
				columns={columns}
				texts={{ caption: 'Transfers', empty: 'No transfers on this account.', failed: "Couldn't load the books." }}
			/>
		</>
	);
}
