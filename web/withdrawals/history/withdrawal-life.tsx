import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { PLATFORM_PENDING_DAYS } from '../../../contract/limits.ts';
import type { WithdrawalDetails, WithdrawHistoryItem } from '../../../contract/withdrawals/withdrawals.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { messageOf } from '../../lib/calls/refusal.ts';
import { formatWhole } from '../../lib/format/amount.ts';
import { m } from '../../texts/messages.js';
import { Button, textLinkLook } from '../../ui/button.tsx';
import { Life } from '../../ui/history/life.tsx';
import { SomethingWrong } from '../../ui/history/something-wrong.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { pendingUntil } from './pending-until.ts';

const stepTexts: Record<WithdrawalDetails['steps'][number]['kind'], string> = {
	requested: m.withdraw_step_requested(),
	screening: m.withdraw_step_screening(),
	sent: m.withdraw_step_sent(),
	paid: m.withdraw_step_paid(),
	refunded: m.withdraw_step_refunded(),
};

/** What became of one withdrawal. Asked for when its row opens, and again when the row changes. */
export function WithdrawalLife({ item }: { item: WithdrawHistoryItem }) {
	const call = useCall();
	const { data, error, refetch } = useQuery({
		queryKey: ['withdrawal', item.id, item.status, item.screened_until],
		queryFn: ({ signal }) => call('getWithdrawal', { id: item.id }, signal),
	});
	if (!data) {
		return error ? (
			<p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-danger">
				{messageOf(error, m.withdraw_failed_to_load_withdraw_history())}
				<Button look="quiet" className="min-h-11 text-ink" onClick={() => void refetch()}>
					{m.common_try_again()}
				</Button>
			</p>
		) : (
			<Skeleton className="h-24 w-full" />
		);
	}
	const paid = data.steps.find(({ kind }) => kind === 'paid');
	const reference = data.order_id ?? data.id;
	return (
		<>
			<Life steps={data.steps.map(({ kind, at }) => ({ text: stepTexts[kind], atMs: at }))} reference={reference}>
				{item.receipt && (
					<Link className={textLinkLook} to={`/receipt/${item.receipt}`}>
						{m.receipt_title()}
					</Link>
				)}
				{data.price !== null && (
					<p>
						{m.withdraw_paid_by_pass({
							price: formatWhole(data.price),
							username: data.roblox_username ?? '-',
						})}
					</p>
				)}
				{paid && (
					<p className="text-soft">
						{m.withdraw_kept_pending_until({ ...PLATFORM_PENDING_DAYS, date: pendingUntil(paid.at) })}
					</p>
				)}
			</Life>
			<SomethingWrong
				reference={reference}
				about={{ kind: 'withdrawal', id: reference }}
				answers={[
					{ id: 'pending', label: m.help_question_pending() },
					{ id: 'when-paid', label: m.home_question_when() },
				]}
			/>
		</>
	);
}
