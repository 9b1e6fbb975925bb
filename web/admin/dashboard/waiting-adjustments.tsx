import type { Adjustment } from '../../../contract/accounts/adjustments.ts';
import { formatAmount } from '../ui/amount.ts';
import { TimeAgo } from '../ui/time-ago.tsx';
import { AdjustmentActions } from '../users/adjustment-actions.tsx';

const texts = {
	title: 'Needs approval by a second admin',
	byYou: 'Proposed by you',
	byAnother: 'Proposed by another admin',
};

export function WaitingAdjustments({ adjustments }: { adjustments: readonly Adjustment[] }) {
	const waiting = adjustments.filter(({ state }) => state === 'waiting');
	if (waiting.length === 0) return null;
	return (
		<section className="mb-6 rounded-card border border-line bg-card p-5 raised">
			<h2 className="mb-3 font-bold">{texts.title}</h2>
			<ul className="grid gap-4">
				{waiting.map((adjustment) => (
					<li key={adjustment.id} className="flex flex-wrap items-center justify-between gap-3">
						<p className="min-w-0 text-sm [overflow-wrap:anywhere]">
							<strong>{formatAmount(adjustment.amount)}</strong> · {adjustment.reason}
							<span className="block text-soft">
								{adjustment.is_own ? texts.byYou : texts.byAnother} <TimeAgo timeMs={adjustment.proposed_at} />
							</span>
						</p>
						<AdjustmentActions adjustment={adjustment} />
					</li>
				))}
			</ul>
		</section>
	);
}
