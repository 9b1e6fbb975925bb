import type { Adjustment } from '../../../contract/accounts/adjustments.ts';
import { DecisionButtons } from '../ui/actions/decision-buttons.tsx';
import { formatAmount } from '../ui/values.tsx';

type Shown = Pick<Adjustment, 'uid' | 'id' | 'amount' | 'is_own' | 'applies_at'>;

export function AdjustmentActions({ adjustment }: { adjustment: Shown }) {
	const { uid, id, amount } = adjustment;
	const inWords = formatAmount(amount);
	return (
		<DecisionButtons
			proposal={adjustment}
			needs="adjust-balances"
			titleOf={(label) => `${label}: ${inWords}`}
			approval={{ consequence: `Books ${inWords} immediately and notifies the user.`, done: `${inWords} booked.` }}
			decide={({ call, reason }, approve) => call('adminDecideAdjustment', { uid, id, approve, reason })}
		/>
	);
}
