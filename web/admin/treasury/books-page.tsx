import { lazy, Suspense } from 'react';
import type { Transfer } from '../../../contract/treasury.ts';
import { formatAmount } from '../ui/amount.ts';
import { formatDollars } from '../ui/dollars.ts';
import { ExactTime } from '../ui/exact-time.tsx';
import { CallTable } from '../ui/tables/call-table.tsx';
import type { DataColumn } from '../ui/tables/data-table.tsx';
import { DateRangeFields, dateRange, ExactRange, exactRange, rangeOf } from '../ui/tables/date-range.tsx';
import { FilterBar } from '../ui/tables/filter-bar.tsx';
import { SelectField } from '../ui/tables/filter-fields.tsx';
import { useAddressFilter } from '../ui/tables/use-address-filter.ts';
import { UserLink } from '../ui/user-link.tsx';
import { useView, ViewTabs } from '../ui/view-tabs.tsx';
import { accountInWords, kindInWords } from '../users/ledger-words.ts';
import { About } from '../users/user-ledger.tsx';
import { Balances } from './balances.tsx';

const views = [
	{ name: 'transfers', label: 'Transfers' },
	{ name: 'spendable', label: 'Spendable' },
	{ name: 'held-back', label: 'On hold' },
	{ name: 'below-zero', label: 'Below zero' },
	{ name: 'move', label: 'Move' },
] as const;

const HeldCredits = lazy(() => import('./held-credits.tsx').then(({ HeldCredits }) => ({ default: HeldCredits })));
const Move = lazy(() => import('./move.tsx').then(({ Move }) => ({ default: Move })));

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
