import type { Notice } from '../../contract/accounts/notices.ts';
import { pushSupport } from '../lib/browser-push.ts';
import { messageOf } from '../lib/calls/refusal.ts';
import { failureInWords } from '../lib/format/failure.ts';
import { formatAmount, formatMoment } from '../lib/format/formats.ts';
import { m } from '../texts/messages.js';
import { Button, Skeleton, TallLink } from '../ui/basics.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';

export function noticeText(notice: Notice): string | undefined {
	switch (notice.kind) {
		case 'withdrawal-paid':
			return (notice.data.method === 'gift-card' ? m.notices_gift_card_paid : m.notices_withdrawal_paid)({
				amount: formatAmount(notice.data.amount),
				orderId: notice.data.order_id,
			});
		case 'withdrawal-refunded':
			return m.notices_withdrawal_refunded({
				amount: formatAmount(notice.data.amount),
				orderId: notice.data.order_id,
				why: failureInWords(notice.data.because ?? 'other'),
			});
		case 'credit-held': {
			const amount = formatAmount(notice.data.amount);
			const { name, until } = notice.data;
			const time = formatMoment(until);
			return name === null
				? m.notices_credit_held_unnamed({ amount, time })
				: m.notices_credit_held({ amount, name, time });
		}
		case 'paused':
			return m.withdraw_withdrawals_are_paused({ reason: notice.data.reason });
		case 'resumed':
			return m.notices_resumed();
		case 'banned':
			return m.notices_banned({ reason: notice.data.reason });
		case 'unbanned':
			return m.notices_unbanned();
		case 'message':
			return m.notices_message({ text: notice.data.text });
		case 'game-account-lost':
			return m.notices_game_account_lost({ username: notice.data.username });
		case 'claim-settled': {
			const { reference, by } = notice.data;
			const amount = formatAmount(notice.data.amount);
			return by === 'us'
				? m.notices_claim_settled({ amount, reference })
				: m.notices_claim_settled_by_partner({ amount, reference });
		}
		case 'claim-declined':
			return m.notices_claim_declined({ reference: notice.data.reference, said: notice.data.said });
		case 'claim-asked':
			return m.notices_claim_asked({ reference: notice.data.reference });
		case 'claim-paid-twice':
			return m.notices_claim_paid_twice({ reference: notice.data.reference, amount: formatAmount(notice.data.amount) });
		case 'thread-answered':
			return m.notices_thread_answered(notice.data);
		case 'offer-expiring':
			return m.notices_offer_expiring({ offer: notice.data.offer, time: formatMoment(notice.data.until) });
		default:
			return undefined;
	}
}

type NoticeListProps = { items: Notice[] | undefined; error: unknown; onRetry: () => void };

export function NoticeList({ items, error, onRetry }: NoticeListProps) {
	if (!items && error !== undefined) {
		return (
			<div className="grid justify-items-start gap-3 p-3 text-sm">
				<p className="text-danger">{messageOf(error, m.notices_failed_to_load())}</p>
				<Button look="quiet" className="min-h-11" onClick={onRetry}>
					{m.common_try_again()}
				</Button>
			</div>
		);
	}
	if (!items) return <Skeleton className="m-3 h-4 w-48" />;
	if (items.length === 0) return <p className="p-3 text-sm text-soft">{m.notices_none()}</p>;
	const isUndecided = pushSupport() === 'ready' && Notification.permission === 'default';
	return (
		<>
			<ul className="divide-y divide-line">
				{items.map((notice) => (
					<Line key={notice.id} notice={notice} />
				))}
			</ul>
			{isUndecided && items.some(({ kind }) => kind === 'withdrawal-paid') && (
				<p className="border-t border-line px-3 py-1 text-sm">
					<TallLink to="/account#push">{m.notices_push_offer()}</TallLink>
				</p>
			)}
		</>
	);
}

function Line({ notice }: { notice: Notice }) {
	const text = noticeText(notice);
	if (text === undefined) return null;
	return (
		<li className="flex gap-3 p-3 text-sm">
			<span
				aria-hidden="true"
				className={`mt-1.5 size-2 shrink-0 rounded-full ${notice.is_read ? 'bg-transparent' : 'bg-accent'}`}
			/>
			<div className="min-w-0 flex-1">
				<p className={`break-words whitespace-pre-line ${notice.is_read ? '' : 'font-semibold'}`}>{text}</p>
				<p className="mt-0.5 text-soft">
					<TimeAgo timeMs={notice.created_at} />
				</p>
			</div>
		</li>
	);
}
