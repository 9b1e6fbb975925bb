import type { AdminSettlement } from '../../../contract/withdrawals/payout-reviews.ts';
import { Badge, type BadgeTone } from '../../ui/basics.tsx';
import { formatAmount, TimeAgo } from '../ui/values.tsx';
import { outcomeInWords, SettlementActions } from './settlement-actions.tsx';

const states = {
	waiting: { label: 'Needs approval', tone: 'waiting' },
	settled: { label: 'Approved', tone: 'good' },
	refused: { label: 'Rejected or cancelled', tone: 'plain' },
	overtaken: { label: 'Decided by the vendor', tone: 'plain' },
} satisfies Record<AdminSettlement['state'], { label: string; tone: BadgeTone }>;

export function SettlementsOf({ settlements, amount }: { settlements: readonly AdminSettlement[]; amount: number }) {
	return (
		<section className="mb-6 rounded-card border border-line bg-card p-5 raised">
			<h2 className="mb-3 font-bold">Settlement by two admins</h2>
			<ul className="grid gap-4">
				{settlements.map((settlement) => (
					<li key={settlement.id} className="flex flex-wrap items-center justify-between gap-3">
						<Proposal settlement={settlement} amount={formatAmount(amount)} />
						{settlement.state === 'waiting' && (
							<SettlementActions settlement={settlement} amount={formatAmount(amount)} />
						)}
					</li>
				))}
			</ul>
		</section>
	);
}

function Proposal({ settlement, amount }: { settlement: AdminSettlement; amount: string }) {
	const { outcome, reason, proof, state, is_own, proposed_at } = settlement;
	const { label, tone } = states[state];
	return (
		<div className="min-w-0 text-sm [overflow-wrap:anywhere]">
			<p>
				<strong>{outcomeInWords(outcome, amount)}</strong> · {reason}
			</p>
			{proof && <p>{`Proof: ${proof}`}</p>}
			<p className="mt-1 flex flex-wrap items-center gap-2 text-soft">
				<Badge tone={tone}>{label}</Badge>
				<span>
					{is_own ? 'Proposed by you' : 'Proposed by another admin'} <TimeAgo timeMs={proposed_at} />
				</span>
			</p>
		</div>
	);
}
