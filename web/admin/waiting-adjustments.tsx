import type { Adjustment } from '../../contract/adjustments.ts';
import { formatAmount } from '../lib/amount.ts';
import { useCall } from '../lib/clients.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { DeedButton } from './deed-dialog.tsx';

const texts = {
	title: 'Waiting for a second admin',
	approve: 'Approve',
	approveTitle: (amount: string) => `Approve ${amount}`,
	approveConsequence: (amount: string) => `${amount} is booked at once. You cannot approve what you proposed yourself.`,
	approved: (amount: string) => `${amount} booked.`,
	refuse: 'Refuse',
	refuseTitle: (amount: string) => `Refuse ${amount}`,
	refuseConsequence: 'Nothing is booked, and the proposal is over.',
	refused: 'The proposal is refused.',
	byWhom: 'Proposed',
};

/** Adjustments that one admin may not book alone. */
export function WaitingAdjustments({ adjustments }: { adjustments: readonly Adjustment[] }) {
	const waiting = adjustments.filter(({ state }) => state === 'waiting');
	if (waiting.length === 0) return null;
	return (
		<section className="mb-6 rounded-card border border-line bg-card p-5 raised">
			<h2 className="mb-3 font-bold">{texts.title}</h2>
			<ul className="grid gap-4">
				{waiting.map((adjustment) => (
					<li key={adjustment.id} className="flex flex-wrap items-center justify-between gap-3">
						<Waiting adjustment={adjustment} />
					</li>
				))}
			</ul>
		</section>
	);
}

function Waiting({ adjustment: { uid, id, amount, reason, proposed_at } }: { adjustment: Adjustment }) {
	const call = useCall();
	const inWords = formatAmount(amount);
	return (
		<>
			<p className="min-w-0 text-sm [overflow-wrap:anywhere]">
				<strong>{inWords}</strong> · {reason}
				<span className="block text-soft">
					{texts.byWhom} <TimeAgo timeMs={proposed_at} />
				</span>
			</p>
			<div className="flex gap-2">
				<DeedButton
					label={texts.approve}
					title={texts.approveTitle(inWords)}
					consequence={texts.approveConsequence(inWords)}
					run={async ({ reason }) => {
						await call('adminDecideAdjustment', { uid, id, approve: true, reason });
						return texts.approved(inWords);
					}}
				/>
				<DeedButton
					label={texts.refuse}
					title={texts.refuseTitle(inWords)}
					tone="danger"
					consequence={texts.refuseConsequence}
					run={async ({ reason }) => {
						await call('adminDecideAdjustment', { uid, id, approve: false, reason });
						return texts.refused;
					}}
				/>
			</div>
		</>
	);
}
