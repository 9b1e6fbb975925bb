import { type RefObject, useEffect, useRef } from 'react';
import type { AdminWithdrawalRow } from '../../../contract/withdrawals/staff-withdrawals.ts';
import { isDialogOpen } from '../../ui/dialog.tsx';
import type { Bulk } from '../ui/tables/bulk-bar.tsx';
import { CallTable, type DataColumn, FilterBar } from '../ui/tables/data-table.tsx';
import { byTime, useTimeList } from '../ui/tables/date-range.tsx';
import { ExactTime, formatAmount, UserLink, WithdrawalLink } from '../ui/values.tsx';
import { ScreeningActions, screeningDecisions, WhatFollows } from './screening-of.tsx';
import { rulesInWords } from './screening-words.ts';

/** Clicks the button with a matching `aria-keyshortcuts` in the focused row. Outside the rows, clicks the first match. */
function useActionKeys(within: RefObject<HTMLElement | null>): void {
	useEffect(() => {
		const list = within.current;
		function press(event: KeyboardEvent): void {
			const target = event.target as HTMLElement;
			if (event.ctrlKey || event.metaKey || event.altKey || isDialogOpen()) return;
			if (target.matches('input, select, textarea')) return;
			const selector = `[aria-keyshortcuts="${CSS.escape(event.key.toLowerCase())}"]`;
			const button = (target.closest('tr') ?? list)?.querySelector<HTMLElement>(selector);
			if (!button) return;
			event.preventDefault();
			button.click();
		}
		list?.addEventListener('keydown', press);
		list?.focus({ preventScroll: true });
		return () => list?.removeEventListener('keydown', press);
	}, [within]);
}

const columns: DataColumn<AdminWithdrawalRow>[] = [
	{ title: 'Order', cell: ({ order_id }) => <WithdrawalLink orderId={order_id} /> },
	{ title: 'Since', orders: byTime, cell: ({ created_at }) => <ExactTime timeMs={created_at} /> },
	{
		title: 'User',
		isLead: true,
		cell: ({ uid, roblox_username }) => <UserLink user={{ uid, name: roblox_username }} />,
	},
	{ title: 'Amount', isLead: true, isNumber: true, cell: ({ amount }) => formatAmount(amount) },
	{ title: 'Reason', cell: ({ screening }) => rulesInWords(screening?.rules ?? []) },
	{ title: 'Next step', cell: ({ screening }) => <WhatFollows screening={screening} /> },
	{ title: 'Action', cell: (order) => <ScreeningActions order={order} /> },
];

const bulk: Bulk<AdminWithdrawalRow> = {
	noun: ['withdrawal', 'withdrawals'],
	nameOf: ({ order_id }) => order_id,
	actions: screeningDecisions.map(({ decision, consequence, ...action }) => ({
		...action,
		needs: 'decide-screening',
		consequence: (rows) => consequence(formatAmount(rows.reduce((sum, { amount }) => sum + amount, 0))),
		each: ({ order_id }, { call, reason }) => call('adminDecideScreening', { order_id, decision, reason }),
	})),
};

export function Screening() {
	const list = useRef<HTMLElement>(null);
	useActionKeys(list);
	const { bar, fields, times, order } = useTimeList();
	return (
		<section ref={list} tabIndex={-1} aria-label="Withdrawals on hold" className="mb-6 outline-none">
			<p className="mb-3 text-sm text-soft pointer-coarse:hidden">Shortcuts: P releases, R refunds the selected row.</p>
			<FilterBar {...bar}>{fields}</FilterBar>
			<CallTable
				call="adminGetWithdrawals"
				filter={{ state: 'screening', ...times, limit: 50 }}
				columns={columns}
				bulk={bulk}
				order={order}
				texts={{
					caption: 'Withdrawals on hold',
					empty: 'No withdrawals are on hold.',
					failed: "Couldn't load withdrawals on hold.",
				}}
			/>
		</section>
	);
}
