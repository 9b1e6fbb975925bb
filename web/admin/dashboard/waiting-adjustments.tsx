import type { Adjustment } from '../../../contract/accounts/adjustments.ts';
import { formatAmount, TimeAgo } from '../ui/values.tsx';
import { AdjustmentActions } from '../users/adjustment-actions.tsx';

export function WaitingAdjustments({ adjustments }: { adjustments: readonly Adjustment[] }) {
	const waiting = adjustments.filter(({ state }) => state === 'waiting');
	if (waiting.length === 0) return null;
	return (
		<section className="mb-6 rounded-card border border-line bg-card p-5 raised">
			<h2 className="mb-3 font-bold">Needs approval by a second admin</h2>
			<ul className="grid gap-4">
				{waiting.map((adjustment) => (
					<li key={adjustment.id} className="flex flex-wrap items-center justify-between gap-3">
						<p className="min-w-0 text-sm [overflow-wrap:anywhere]">
							<strong>{formatAmount(adjustment.amount)}</strong> · {adjustment.reason}
							<span className="block text-soft">
								{adjustment.is_own ? 'Proposed by you' : 'Proposed by another admin'}{' '}
								<TimeAgo timeMs={adjustment.proposed_at} />
							</span>
						</p>
						<AdjustmentActions adjustment={adjustment} />
					</li>
				))}
			</ul>
		</section>
	);
}
