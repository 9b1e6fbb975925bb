import type { CallResult } from '../../../contract/calls.ts';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { unlessProposed } from '../ui/actions/second-person.ts';
import { formatAmount } from '../ui/amount.ts';
import { ProposeSettlement } from './settlement-actions.tsx';
import { stateInWords } from './withdrawal-state.tsx';

type Action = CallResult<'adminGetWithdrawal'>['deeds'][number];
type OwnAction = Exclude<Action, 'settle'>;

const deedTexts = {
	'send-again': {
		label: 'Send again',
		consequence: () => 'Sends the same order to the vendor again, if its status rules out a double payment.',
	},
	cancel: {
		label: 'Cancel order',
		consequence: (amount: string) =>
			`Asks the vendor to cancel. We refund ${amount} to the user once it confirms. An order that was never sent is cancelled immediately.`,
	},
	refund: {
		label: 'Refund',
		consequence: (amount: string) =>
			`Refunds ${amount} to the user, if the vendor never had the order or closed it unpaid.`,
	},
	'mark-paid': {
		label: 'Mark as paid',
		consequence: (amount: string) => `Marks ${amount} as paid, if the vendor confirms it. You can't undo this.`,
	},
} satisfies Record<OwnAction, { label: string; consequence: (amount: string) => string }>;

type WithdrawalActionsProps = { orderId: string; amount: number; deeds: readonly Action[] };

const callOf = {
	'send-again': 'adminResendWithdrawal',
	cancel: 'adminCancelWithdrawal',
	refund: 'adminRefundWithdrawal',
	'mark-paid': 'adminMarkWithdrawalPaid',
} as const satisfies Record<OwnAction, string>;

export function WithdrawalActions({ orderId, amount, deeds }: WithdrawalActionsProps) {
	if (deeds.length === 0) return null;
	const ownActions = deeds.filter((action): action is OwnAction => action !== 'settle');
	return (
		<fieldset className="mb-6 flex flex-wrap gap-2">
			<legend className="sr-only">Actions</legend>
			{ownActions.map((name) => {
				const { label, consequence } = deedTexts[name];
				return (
					<ActionButton
						needs="decide-withdrawals"
						key={name}
						label={label}
						tone={name === 'send-again' ? 'primary' : 'danger'}
						consequence={consequence(formatAmount(amount))}
						run={async ({ reason, call }) => {
							const result = await call(callOf[name], { orderId, reason });
							return unlessProposed(result, ({ state }) => `Withdrawal status: ${stateInWords(state)}.`);
						}}
					/>
				);
			})}
			{deeds.includes('settle') && <ProposeSettlement orderId={orderId} amount={formatAmount(amount)} />}
		</fieldset>
	);
}
