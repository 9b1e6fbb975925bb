import { useRef } from 'react';
import type { AdminWithdrawalRow } from '../../../contract/admin/payouts/withdrawals.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ActionButton } from '../ui/action-dialog.tsx';
import { formatAmount } from '../ui/amount.ts';
import { ExactTime } from '../ui/exact-time.tsx';
import { FactCard } from '../ui/fact-list.tsx';
import { unlessProposed } from '../ui/second-person.ts';
import { CallTable } from '../ui/tables/call-table.tsx';
import type { DataColumn } from '../ui/tables/data-table.tsx';
import { byTime, useTimeList } from '../ui/tables/date-range.tsx';
import { FilterBar } from '../ui/tables/filter-bar.tsx';
import { useActionKeys } from '../ui/use-action-keys.ts';
import { UserLink, WithdrawalLink } from '../ui/user-link.tsx';
import { ScreeningRules } from './screening-rules.tsx';
import { rulesInWords } from './screening-words.ts';
import { stateInWords } from './withdrawal-state.tsx';

const texts = {
	list: 'Withdrawals held before they are sent',
	keys: 'With the focus in the list, P lets one go on and R gives it back: of the row you are in, or of the first.',
	caption: 'Held withdrawals',
	since: 'Since',
	order: 'Order',
	who: 'User',
	amount: 'Amount',
	why: 'Why it is held',
	follows: 'What follows',
	person: 'Waits for you',
	goesOn: 'Goes on by itself:',
	act: 'Action',
	pay: 'Let it go on',
	payConsequence: (amount: string) => `${amount} is sent to the vendor at once. It is not held again.`,
	refund: 'Give it back',
	refundConsequence: (amount: string) => `${amount} goes back to the user, who is told. Nothing was sent.`,
	result: (state: string) => `The withdrawal is now: ${state}.`,
	title: 'Held before it is sent',
	empty: 'No withdrawal is held.',
	failed: 'What is held could not be read.',
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

/** On the page of one withdrawal, while it is held. */
export function ScreeningOf({ order }: { order: AdminWithdrawalRow }) {
	const { screening } = order;
	return (
		<div className="mb-6">
			<FactCard
				title={texts.title}
				facts={[
					{ label: texts.why, value: rulesInWords(screening?.rules ?? []) },
					{ label: texts.follows, value: <WhatFollows screening={screening} /> },
				]}
			>
				<div className="mt-4">
					<ScreeningActions order={order} />
				</div>
			</FactCard>
		</div>
	);
}

function WhatFollows({ screening }: Pick<AdminWithdrawalRow, 'screening'>) {
	if (!screening || screening.needs_person) return <Badge tone="bad">{texts.person}</Badge>;
	return (
		<>
			{texts.goesOn} <ExactTime timeMs={screening.until} />
		</>
	);
}

function ScreeningActions({ order: { order_id, amount } }: { order: AdminWithdrawalRow }) {
	const call = useCall();
	const decide = (decision: 'pay' | 'refund') => async (given: { reason: string }) => {
		const result = await call('adminDecideScreening', { order_id, decision, reason: given.reason });
		return unlessProposed(result, ({ state }) => texts.result(stateInWords(state)));
	};
	const shown = formatAmount(amount);
	return (
		<div className="flex flex-wrap gap-2 max-md:justify-end">
			<ActionButton
				label={texts.pay}
				shortcut="p"
				needs="decide-screening"
				consequence={texts.payConsequence(shown)}
				run={decide('pay')}
			/>
			<ActionButton
				label={texts.refund}
				shortcut="r"
				needs="decide-screening"
				tone="danger"
				consequence={texts.refundConsequence(shown)}
				run={decide('refund')}
			/>
		</div>
	);
}
