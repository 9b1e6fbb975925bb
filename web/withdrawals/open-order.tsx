import { formatAmount } from '../lib/format/amount.ts';
import { m } from '../texts/messages.js';
import { ScreenedUntil } from './screened-until.tsx';
import { useLatestWithdrawal } from './use-latest-withdrawal.ts';
import { WithdrawStatus } from './withdraw-status.tsx';

export function OpenWithdrawal() {
	const order = useLatestWithdrawal();
	if (!order) return null;
	return (
		<section aria-live="polite" className="mt-5 rounded-control bg-sunken p-4 text-sm">
			<p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
				<span className="font-semibold figures">{formatAmount(order.amount)}</span>
				<WithdrawStatus status={order.status} />
			</p>
			<p className="mt-1 font-mono text-[0.8125rem] text-soft [overflow-wrap:anywhere] select-all">
				{order.order_id ?? order.id}
			</p>
			{order.screened_until && (
				<p className="mt-2">
					<ScreenedUntil untilMs={order.screened_until} />
				</p>
			)}
			{order.status === 'Completed' && <p className="mt-2">{m.withdraw_order_paid()}</p>}
			{order.status === 'Failed' && <p className="mt-2">{m.withdraw_order_refunded()}</p>}
		</section>
	);
}
