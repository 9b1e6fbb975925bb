import { useState } from 'react';
import type { AdminSettlement } from '../../../contract/admin/payouts/payout-reviews.ts';
import { PROOF_LENGTH_MAX, REASON_LENGTH_MAX, SETTLEMENT_REASON_LENGTH_MIN } from '../../../contract/limits.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { TextField } from '../ui/tables/filter-fields.tsx';

type Outcome = AdminSettlement['outcome'];

const when =
	'For an order that the vendor once had and does not know any more, or that was left here for a month. The vendor is asked now, and again when another admin approves; what it says of the order comes first.';

const texts = {
	propose: {
		paid: {
			label: 'Settle as paid',
			title: (amount: string) => `Propose that ${amount} counts as paid`,
			consequence: (amount: string) =>
				`${when} Once approved, the books count ${amount} as paid and the user is told so: nothing goes back to them. It cannot be undone.`,
		},
		refunded: {
			label: 'Settle as refunded',
			title: (amount: string) => `Propose to give ${amount} back`,
			consequence: (amount: string) =>
				`${when} Once approved, ${amount} goes back to the user. Should the vendor pay it later all the same, that is our loss: it then stands under Differences.`,
		},
	},
	action: 'Propose',
	why: 'Reason',
	whyHint: 'What you asked, whom, and what you found. Kept for good, and in the user’s export of their data.',
	proof: 'What proves the payment, such as the platform’s id of the sale',
	proposed: 'It waits for another admin.',
	outcomes: {
		paid: (amount: string) => `Count ${amount} as paid`,
		refunded: (amount: string) => `Give ${amount} back`,
	} satisfies Record<Outcome, (amount: string) => string>,
	approve: 'Approve',
	approveConsequence: {
		paid: (amount: string) =>
			`The vendor is asked once more. If it still cannot tell, the books count ${amount} as paid and the user is told so. It cannot be undone.`,
		refunded: (amount: string) =>
			`The vendor is asked once more. If it still cannot tell, ${amount} goes back to the user at once. It cannot be undone.`,
	} satisfies Record<Outcome, (amount: string) => string>,
	approved: {
		paid: (amount: string) => `${amount} counts as paid.`,
		refunded: (amount: string) => `${amount} went back to the user.`,
	} satisfies Record<Outcome, (amount: string) => string>,
	refuse: 'Refuse',
	takeBack: 'Take back',
	endTitle: (deed: string, outcome: string) => `${deed}: ${outcome}`,
	endConsequence: 'No money moves, and the proposal is over. The order stays in review.',
	refused: 'The proposal is refused.',
	takenBack: 'The proposal is taken back.',
};

export function outcomeInWords(outcome: Outcome, amount: string): string {
	return texts.outcomes[outcome](amount);
}

export function ProposeSettlement({ orderId, amount }: { orderId: string; amount: string }) {
	return (
		<>
			<Propose orderId={orderId} amount={amount} outcome="paid" />
			<Propose orderId={orderId} amount={amount} outcome="refunded" />
		</>
	);
}

function Propose({ orderId, amount, outcome }: { orderId: string; amount: string; outcome: Outcome }) {
	const call = useCall();
	const { label, title, consequence } = texts.propose[outcome];
	return (
		<ActionButton
			needs="decide-withdrawals"
			label={label}
			title={title(amount)}
			action={texts.action}
			tone="danger"
			consequence={consequence(amount)}
			reason={{ label: texts.why, maxLength: REASON_LENGTH_MAX, minLength: SETTLEMENT_REASON_LENGTH_MIN }}
			reasonHint={texts.whyHint}
			run={async ({ reason, fields }) => {
				const about = { orderId, reason, requestId: String(fields.get('requestId')) };
				const proof = String(fields.get('proof') ?? '').trim();
				await call('adminProposeSettlement', outcome === 'paid' ? { ...about, outcome, proof } : { ...about, outcome });
				return texts.proposed;
			}}
		>
			<ProposalFields outcome={outcome} />
		</ActionButton>
	);
}

/** The id is made with the form, so that a second try after a lost answer is the same proposal. */
function ProposalFields({ outcome }: { outcome: Outcome }) {
	const [requestId] = useState(() => crypto.randomUUID());
	return (
		<>
			{outcome === 'paid' && <TextField label={texts.proof} name="proof" required maxLength={PROOF_LENGTH_MAX} />}
			<input type="hidden" name="requestId" value={requestId} />
		</>
	);
}

/** What a second admin decides; whoever proposed it can only take it back. @param amount formatted. */
export function SettlementActions({ settlement, amount }: { settlement: AdminSettlement; amount: string }) {
	const { id, order_id: orderId, outcome, is_own } = settlement;
	const call = useCall();
	const inWords = outcomeInWords(outcome, amount);
	const end = is_own
		? { label: texts.takeBack, done: texts.takenBack }
		: { label: texts.refuse, done: texts.refused, tone: 'danger' as const };
	return (
		<div className="flex flex-wrap gap-2 max-md:justify-end">
			{!is_own && (
				<ActionButton
					needs="decide-withdrawals"
					label={texts.approve}
					title={texts.endTitle(texts.approve, inWords)}
					consequence={texts.approveConsequence[outcome](amount)}
					done={texts.approved[outcome](amount)}
					run={({ reason }) => call('adminDecideSettlement', { orderId, id, approve: true, reason })}
				/>
			)}
			<ActionButton
				needs="decide-withdrawals"
				label={end.label}
				title={texts.endTitle(end.label, inWords)}
				{...(end.tone && { tone: end.tone })}
				consequence={texts.endConsequence}
				done={end.done}
				run={({ reason }) => call('adminDecideSettlement', { orderId, id, approve: false, reason })}
			/>
		</div>
	);
}
