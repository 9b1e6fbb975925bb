import type { AdminWithdrawalRow } from '../../../contract/withdrawals/staff-withdrawals.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { unlessProposed } from '../ui/actions/second-person.ts';
import { formatAmount } from '../ui/amount.ts';
import { ExactTime } from '../ui/exact-time.tsx';
import { FactCard } from '../ui/fact-list.tsx';
import { rulesInWords } from './screening-words.ts';
import { stateInWords } from './withdrawal-state.tsx';

const texts = {
	why: 'Reason',
	follows: 'Next step',
	person: 'Needs review',
	goesOn: 'Releases automatically:',
	pay: 'Release',
	payConsequence: (amount: string) => `Sends ${amount} to the vendor immediately. It won't be held again.`,
	refund: 'Refund',
	refundConsequence: (amount: string) => `Refunds ${amount} and notifies the user. Nothing was sent to the vendor.`,
	result: (state: string) => `Withdrawal status: ${state}.`,
	title: 'On hold',
};

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

export function WhatFollows({ screening }: Pick<AdminWithdrawalRow, 'screening'>) {
	if (!screening || screening.needs_person) return <Badge tone="bad">{texts.person}</Badge>;
	return (
		<>
			{texts.goesOn} <ExactTime timeMs={screening.until} />
		</>
	);
}

export function ScreeningActions({ order: { order_id, amount } }: { order: AdminWithdrawalRow }) {
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
