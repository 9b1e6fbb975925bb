import { useRef } from 'react';
import type { AdminWithdrawalRow } from '../../../contract/withdrawals/staff-withdrawals.ts';
import { useActionKeys } from '../ui/actions/use-action-keys.ts';
import { formatAmount } from '../ui/amount.ts';
import { ExactTime } from '../ui/exact-time.tsx';
import { CallTable } from '../ui/tables/call-table.tsx';
import type { DataColumn } from '../ui/tables/data-table.tsx';
import { byTime, useTimeList } from '../ui/tables/date-range.tsx';
import { FilterBar } from '../ui/tables/filter-bar.tsx';
import { UserLink, WithdrawalLink } from '../ui/user-link.tsx';
import { ScreeningActions, WhatFollows } from './screening-of.tsx';
import { ScreeningRules } from './screening-rules.tsx';
import { rulesInWords } from './screening-words.ts';

const texts = {
	list: 'Withdrawals on hold',
	keys: 'Shortcuts: P releases, R refunds the selected row.',
	caption: 'Withdrawals on hold',
	since: 'Since',
	order: 'Order',
	who: 'User',
	amount: 'Amount',
	why: 'Reason',
	follows: 'Next step',
	act: 'Action',
	empty: 'No withdrawals are on hold.',
	failed: "Couldn't load withdrawals on hold.",
};

const columns: DataColumn<AdminWithdrawalRow>[] = [
	{ title: texts.since, orders: byTime, cell: ({ created_at }) => <ExactTime timeMs={created_at} /> },
	{ title: texts.order, cell: ({ order_id }) => <WithdrawalLink orderId={order_id} /> },
	{ title: texts.who, cell: ({ uid, roblox_username }) => <UserLink user={{ uid, name: roblox_username }} /> },
	{ title: texts.amount, isNumber: true, cell: ({ amount }) => formatAmount(amount) },
	{ title: texts.why, cell: ({ screening }) => rulesInWords(screening?.rules ?? []) },
	{ title: texts.follows, cell: ({ screening }) => <WhatFollows screening={screening} /> },
	{ title: texts.act, cell: (order) => <ScreeningActions order={order} /> },
];

export function Screening() {
	const list = useRef<HTMLElement>(null);
	useActionKeys(list);
	const { bar, fields, times, order } = useTimeList();
	return (
		<>
			<section ref={list} tabIndex={-1} aria-label={texts.list} className="mb-6 outline-none">
				<p className="mb-3 text-sm text-soft">{texts.keys}</p>
				<FilterBar {...bar}>{fields}</FilterBar>
				<CallTable
					call="adminGetWithdrawals"
					filter={{ state: 'screening', ...times, limit: 50 }}
					columns={columns}
					order={order}
					texts={texts}
				/>
			</section>
			<ScreeningRules />
		</>
	);
}
