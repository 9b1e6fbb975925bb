import { useEffect, useRef, useState } from 'react';
import { PLATFORM_PENDING_DAYS } from '../../contract/limits.ts';
import { useUserDocument } from '../lib/calls/clients.tsx';
import { failureInWords } from '../lib/format/failure.ts';
import { formatAmount } from '../lib/format/formats.ts';
import { m } from '../texts/messages.js';
import { linkTo, Notice, plainLinkTo, withParts } from '../ui/basics.tsx';
import { HelpLink } from '../ui/help/help-link.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { useWithdrawLimits } from './api.ts';
import { pendingUntil } from './history/pending-until.ts';
import { ScreenedUntil, WithdrawStatus } from './history/withdraw-status.tsx';
import { useLatestWithdrawal } from './use-latest-withdrawal.ts';

export function BeforeTheForm() {
	const limits = useWithdrawLimits().data;
	const user = useUserDocument();
	return (
		<>
			<div className="grid gap-5 not-empty:mb-5">
				{user.kind === 'ready' && user.document.robux < 0 && (
					<Notice tone="info">
						{withParts(m.withdraw_balance_below_zero(), { link: plainLinkTo('/offer-history') })}
					</Notice>
				)}
				{limits?.payouts_on === false && (
					<Notice tone="info">
						{m.withdraw_payouts_are_off()}
						<HelpLink message={m.refusal_payouts_off()} />
					</Notice>
				)}
			</div>
			<OpenWithdrawal isScreened />
		</>
	);
}

/** @param isScreened renders only while the withdrawal is screened; otherwise only when it is not. */
export function OpenWithdrawal({ isScreened = false }: { isScreened?: boolean }) {
	const order = useLatestWithdrawal();
	const [openedAtMs] = useState(Date.now);
	const box = useRef<HTMLElement>(null);
	const newState = order && order.created_at > openedAtMs ? order.status : undefined;
	useEffect(() => {
		if (newState) box.current?.scrollIntoView({ block: 'nearest' });
	}, [newState]);
	if (!order || Boolean(order.screened_until) !== isScreened) return null;
	return (
		<section ref={box} aria-live="polite" className="my-5 rounded-control bg-sunken p-4 text-sm">
			<p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
				<span className="font-semibold figures">{formatAmount(order.amount)}</span>
				<WithdrawStatus status={order.status} />
			</p>
			<p className="mt-1 flex flex-wrap justify-between gap-x-4 text-soft">
				<span className="font-mono text-[0.8125rem] [overflow-wrap:anywhere] select-all">
					{order.order_id ?? order.id}
				</span>
				<TimeAgo timeMs={order.created_at} />
			</p>
			{order.screened_until && (
				<p className="mt-2">
					<ScreenedUntil untilMs={order.screened_until} />
				</p>
			)}
			{order.status === 'Completed' && (
				<p className="mt-2">
					{order.method === 'gift-card' ? (
						withParts(m.cards_see_on_account(), { link: linkTo('/account#gift-cards') })
					) : (
						<>
							{m.withdraw_order_paid()}{' '}
							{m.withdraw_kept_pending_until({ ...PLATFORM_PENDING_DAYS, date: pendingUntil(openedAtMs) })}
						</>
					)}
				</p>
			)}
			{order.failed_because && (
				<p className="mt-2">
					<strong className="block">{m.withdraw_order_refunded()}</strong>
					{failureInWords(order.failed_because)}
				</p>
			)}
		</section>
	);
}
