import type { Adjustment } from '../../../contract/accounts/adjustments.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { formatAmount } from '../ui/amount.ts';

const texts = {
	approve: 'Approve',
	approveTitle: (amount: string) => `Approve ${amount}`,
	approveConsequence: (amount: string) => `Books ${amount} immediately and notifies the user.`,
	approved: (amount: string) => `${amount} booked.`,
	refuse: 'Reject',
	refuseTitle: (amount: string) => `Reject ${amount}`,
	refuseConsequence: 'This closes the proposal. Nothing is booked.',
	refused: 'Proposal rejected.',
	takeBack: 'Withdraw proposal',
	takeBackTitle: (amount: string) => `Withdraw the proposal of ${amount}`,
	takenBack: 'Proposal withdrawn.',
};

export function AdjustmentActions({ adjustment: { uid, id, amount, is_own } }: { adjustment: Adjustment }) {
	const call = useCall();
	const inWords = formatAmount(amount);
	const refusal = is_own
		? { label: texts.takeBack, title: texts.takeBackTitle(inWords), done: texts.takenBack }
		: { label: texts.refuse, title: texts.refuseTitle(inWords), done: texts.refused };
	return (
		<div className="flex flex-wrap gap-2 max-md:justify-end">
			{!is_own && (
				<ActionButton
					needs="adjust-balances"
					label={texts.approve}
					title={texts.approveTitle(inWords)}
					consequence={texts.approveConsequence(inWords)}
					done={texts.approved(inWords)}
					run={({ reason }) => call('adminDecideAdjustment', { uid, id, approve: true, reason })}
				/>
			)}
			<ActionButton
				needs="adjust-balances"
				label={refusal.label}
				title={refusal.title}
				{...(is_own ? {} : { tone: 'danger' })}
				consequence={texts.refuseConsequence}
				done={refusal.done}
				run={({ reason }) => call('adminDecideAdjustment', { uid, id, approve: false, reason })}
			/>
		</div>
	);
}
