import { PLATFORM_PENDING_DAYS } from '../../../contract/limits.ts';
import type { WithdrawalDetails, WithdrawHistoryItem } from '../../../contract/withdrawals/withdrawals.ts';
import { messageOf } from '../../lib/calls/refusal.ts';
import { useCallQuery } from '../../lib/calls/use-call-query.ts';
import { formatDollars, formatWhole } from '../../lib/format/formats.ts';
import { m } from '../../texts/messages.js';
import { linkTo, RetryNotice, Skeleton, TextLink, withParts } from '../../ui/basics.tsx';
import { Life } from '../../ui/history/life.tsx';
import { SomethingWrong } from '../../ui/history/something-wrong.tsx';
import { pendingUntil } from './pending-until.ts';

const stepTexts: Record<WithdrawalDetails['steps'][number]['kind'], string> = {
	requested: m.withdraw_step_requested(),
	screening: m.withdraw_step_screening(),
	sent: m.withdraw_step_sent(),
	paid: m.withdraw_step_paid(),
	refunded: m.withdraw_step_refunded(),
};

export function WithdrawalLife({ item }: { item: WithdrawHistoryItem }) {
	const queryKey = ['withdrawal', item.id, item.status, item.screened_until];
	const { data, error, refetch } = useCallQuery('getWithdrawal', { id: item.id }, { queryKey });
	if (!data) {
		return error ? (
			<RetryNotice error={messageOf(error, m.withdraw_failed_to_load_withdraw_history())} onRetry={refetch} />
		) : (
			<Skeleton className="h-24 w-full" />
		);
	}
	const paid = data.steps.find(({ kind }) => kind === 'paid');
	const reference = data.order_id ?? data.id;
	const isCard = data.method === 'gift-card';
	const textOf = (kind: keyof typeof stepTexts) => (isCard && kind === 'paid' ? m.cards_step_paid() : stepTexts[kind]);
	return (
		<>
			<Life steps={data.steps.map(({ kind, at }) => ({ text: textOf(kind), atMs: at }))} reference={reference}>
				{item.receipt && <TextLink to={`/receipt/${item.receipt}`}>{m.receipt_title()}</TextLink>}
				{isCard && data.price !== null && <p>{m.cards_worth({ value: formatDollars(data.price) })}</p>}
				{isCard && paid && <p>{withParts(m.cards_see_on_account(), { link: linkTo('/account#gift-cards') })}</p>}
				{!isCard && data.price !== null && (
					<p>{m.withdraw_paid_by_pass({ price: formatWhole(data.price), username: data.roblox_username ?? '-' })}</p>
				)}
				{paid && !isCard && (
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
