import { Suspense } from 'react';
import type { AdminWithdrawalRow } from '../../../contract/withdrawals/staff-withdrawals.ts';
import { part } from '../../lib/optional.ts';
import { Badge, Skeleton } from '../../ui/basics.tsx';
import type { Given } from '../ui/actions/action-form.tsx';
import { FactCard } from '../ui/fact-list.tsx';
import { ActionButton, unlessProposed } from '../ui/forms.tsx';
import { ExactTime, formatAmount } from '../ui/values.tsx';
import { rulesInWords } from './screening-words.ts';
import { stateInWords } from './withdrawal-state.tsx';

const UserFraud = part(() => import('../fraud/user-fraud.tsx'), 'UserFraud');

export function ScreeningOf({ order }: { order: AdminWithdrawalRow }) {
	const { screening } = order;
	return (
		<div className="mb-6 grid items-start gap-4 lg:grid-cols-2">
			<FactCard
				title="On hold"
				facts={[
					{ label: 'Reason', value: rulesInWords(screening?.rules ?? []) },
					{ label: 'Next step', value: <WhatFollows screening={screening} /> },
				]}
			>
				<div className="mt-4">
					<ScreeningActions order={order} />
				</div>
			</FactCard>
			<Suspense fallback={<Skeleton className="h-40 w-full rounded-card" />}>
				<UserFraud uid={order.uid} />
			</Suspense>
		</div>
	);
}

export function WhatFollows({ screening }: Pick<AdminWithdrawalRow, 'screening'>) {
	if (!screening || screening.needs_person) return <Badge tone="bad">Needs review</Badge>;
	return (
		<>
			Releases automatically: <ExactTime timeMs={screening.until} />
		</>
	);
}

export const screeningDecisions = [
	{
		decision: 'pay',
		label: 'Release',
		consequence: (amount: string) => `Sends ${amount} to the vendor immediately. It won't be held again.`,
	},
	{
		decision: 'refund',
		label: 'Refund',
		tone: 'danger',
		consequence: (amount: string) => `Refunds ${amount} and notifies the user. Nothing was sent to the vendor.`,
	},
] as const;

const shortcuts = { pay: 'p', refund: 'r' };

export function ScreeningActions({ order: { order_id, amount } }: { order: AdminWithdrawalRow }) {
	const decide =
		(decision: 'pay' | 'refund') =>
		async ({ call, reason }: Given) => {
			const result = await call('adminDecideScreening', { order_id, decision, reason });
			return unlessProposed(result, ({ state }) => `Withdrawal status: ${stateInWords(state)}.`);
		};
	return (
		<div className="flex flex-wrap gap-2 max-md:justify-end">
			{screeningDecisions.map(({ decision, consequence, ...action }) => (
				<ActionButton
					key={decision}
					{...action}
					shortcut={shortcuts[decision]}
					needs="decide-screening"
					consequence={consequence(formatAmount(amount))}
					run={decide(decision)}
				/>
			))}
		</div>
	);
}
