import { PROOF_LENGTH_MAX, REASON_LENGTH_MAX, SETTLEMENT_REASON_LENGTH_MIN } from '../../../contract/limits.ts';
import type { AdminSettlement } from '../../../contract/withdrawals/payout-reviews.ts';
import { DecisionButtons } from '../ui/actions/decision-buttons.tsx';
import { ActionButton, proposedIn, RequestId, TextField, textIn } from '../ui/forms.tsx';

type Outcome = AdminSettlement['outcome'];

const when =
	'For orders unknown to the vendor, or that waited here for a month. We ask the vendor now and on approval. If it knows the order, its status decides.';

const wordsOf = (amount: string) => ({
	paid: {
		label: 'Settle as paid',
		title: `Propose to settle ${amount} as paid`,
		consequence: `${when} Once approved, ${amount} counts as paid and we notify the user. They get no refund. You can't undo this.`,
		outcome: `Settle ${amount} as paid`,
		approval: {
			consequence: `We check with the vendor once more. If it still doesn't know the order, ${amount} counts as paid and we notify the user. You can't undo this.`,
			done: `${amount} settled as paid.`,
		},
	},
	refunded: {
		label: 'Settle as refunded',
		title: `Propose to refund ${amount}`,
		consequence: `${when} Once approved, we refund ${amount} to the user. If the vendor still pays, we bear the loss, and the order appears under Differences.`,
		outcome: `Refund ${amount}`,
		approval: {
			consequence: `We check with the vendor once more. If it still doesn't know the order, we refund ${amount} to the user immediately. You can't undo this.`,
			done: `${amount} refunded.`,
		},
	},
});

export const outcomeInWords = (outcome: Outcome, amount: string): string => wordsOf(amount)[outcome].outcome;

export function ProposeSettlement({ orderId, amount }: { orderId: string; amount: string }) {
	return (
		<>
			<Propose orderId={orderId} amount={amount} outcome="paid" />
			<Propose orderId={orderId} amount={amount} outcome="refunded" />
		</>
	);
}

function Propose({ orderId, amount, outcome }: { orderId: string; amount: string; outcome: Outcome }) {
	const { label, title, consequence } = wordsOf(amount)[outcome];
	return (
		<ActionButton
			needs="decide-withdrawals"
			label={label}
			title={title}
			action="Propose"
			tone="danger"
			consequence={consequence}
			reason={{ label: 'Reason', maxLength: REASON_LENGTH_MAX, minLength: SETTLEMENT_REASON_LENGTH_MIN }}
			reasonHint="Say who you asked and what you found. Kept permanently and included in the user's data export."
			run={async ({ reason, fields, call }) => {
				const about = { orderId, reason, requestId: String(fields.get('requestId')) };
				const request =
					outcome === 'paid' ? { ...about, outcome, proof: textIn(fields, 'proof') } : { ...about, outcome };
				return proposedIn(await call('adminProposeSettlement', request)) ?? 'Sent for approval by a second admin.';
			}}
		>
			{outcome === 'paid' && (
				<TextField
					label="Proof of payment, such as the platform's sale ID"
					name="proof"
					required
					maxLength={PROOF_LENGTH_MAX}
				/>
			)}
			<RequestId />
		</ActionButton>
	);
}

type Shown = Pick<AdminSettlement, 'id' | 'order_id' | 'outcome' | 'is_own' | 'applies_at'>;

/** @param amount formatted */
export function SettlementActions({ settlement, amount }: { settlement: Shown; amount: string }) {
	const { id, order_id: orderId, outcome } = settlement;
	return (
		<DecisionButtons
			proposal={settlement}
			needs="decide-withdrawals"
			titleOf={(label) => `${label}: ${outcomeInWords(outcome, amount)}`}
			approval={wordsOf(amount)[outcome].approval}
			decide={({ call, reason }, approve) => call('adminDecideSettlement', { orderId, id, approve, reason })}
		/>
	);
}
