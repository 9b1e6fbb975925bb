import type { CallResult } from '../../../contract/calls.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { unlessProposed } from '../ui/actions/second-person.ts';
import { formatAmount } from '../ui/amount.ts';
import { ProposeSettlement } from './settlement-actions.tsx';
import { stateInWords } from './withdrawal-state.tsx';

type Action = CallResult<'adminGetWithdrawal'>['deeds'][number];
/** What one admin does alone; the rest takes two (`settlements.tsx`). */
type OwnAction = Exclude<Action, 'settle'>;

const texts = {
	group: 'Actions',
	result: (state: string) => `The withdrawal is now: ${state}.`,
	deeds: {
		'send-again': {
			label: 'Send again',
			consequence: () =>
				'The same order goes to the vendor once more, if the vendor’s word allows that it cannot pay twice.',
		},
		cancel: {
			label: 'Cancel order',
			consequence: (amount: string) =>
				`The vendor is asked to cancel. Once it says so, ${amount} goes back to the user; what was never sent ends at once.`,
		},
		refund: {
			label: 'Refund',
			consequence: (amount: string) =>
				`${amount} goes back to the user, if the vendor surely never had the order or has ended it unpaid.`,
		},
		'mark-paid': {
			label: 'Count as paid',
			consequence: (amount: string) => `The books count ${amount} as paid, if the vendor says so. It cannot be undone.`,
		},
	} satisfies Record<OwnAction, { label: string; consequence: (amount: string) => string }>,
};

type WithdrawalActionsProps = { orderId: string; amount: number; deeds: readonly Action[] };

const callOf = {
	'send-again': 'adminResendWithdrawal',
	cancel: 'adminCancelWithdrawal',
	refund: 'adminRefundWithdrawal',
	'mark-paid': 'adminMarkWithdrawalPaid',
} as const satisfies Record<OwnAction, string>;

/** What may be tried in this state. Whether it is safe the server decides, after it has asked the vendor. */
export function WithdrawalActions({ orderId, amount, deeds }: WithdrawalActionsProps) {
	const call = useCall();
	if (deeds.length === 0) return null;
	const ownActions = deeds.filter((deed): deed is OwnAction => deed !== 'settle');
	return (
		<fieldset className="mb-6 flex flex-wrap gap-2">
			<legend className="sr-only">{texts.group}</legend>
			{ownActions.map((name) => {
				const { label, consequence } = texts.deeds[name];
				return (
					<ActionButton
						needs="decide-withdrawals"
						key={name}
						label={label}
						tone={name === 'send-again' ? 'primary' : 'danger'}
						consequence={consequence(formatAmount(amount))}
						run={async ({ reason }) => {
							const result = await call(callOf[name], { orderId, reason });
							return unlessProposed(result, ({ state }) => texts.result(stateInWords(state)));
						}}
					/>
				);
			})}
			{deeds.includes('settle') && <ProposeSettlement orderId={orderId} amount={formatAmount(amount)} />}
		</fieldset>
	);
}
