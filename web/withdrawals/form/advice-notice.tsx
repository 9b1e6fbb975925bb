import type { WithdrawLimits } from '../../../contract/withdrawals/withdrawals.ts';
import { useUserDocument } from '../../lib/calls/clients.tsx';
import { formatAmount, language } from '../../lib/format/formats.ts';
import { m } from '../../texts/messages.js';
import { Notice, plainLinkTo, withParts } from '../../ui/basics.tsx';
import { useWithdrawLimits } from '../api.ts';

type Advice =
	| { kind: 'shown-above' }
	| { kind: 'email-unverified' }
	| { kind: 'above-daily-limit'; left: number; resetsAtMs: number }
	| { kind: 'above-stock'; direct: number }
	| { kind: 'waits-for-stock' };

export function adviceFor(limits: WithdrawLimits, amount: number | undefined, balance: number): Advice | undefined {
	if (!limits.payouts_on || balance < 0) return { kind: 'shown-above' };
	if (limits.email_unverified) return { kind: 'email-unverified' };
	if (amount === undefined) return undefined;
	const { daily, stock } = limits;
	if (daily && amount > daily.left) return { kind: 'above-daily-limit', left: daily.left, resetsAtMs: daily.resets_at };
	if (!stock || amount <= stock.direct) return undefined;
	return limits.stock_policy === 'refuse' ? { kind: 'above-stock', direct: stock.direct } : { kind: 'waits-for-stock' };
}

export function AdviceNotice({ amount }: { amount: number | undefined }) {
	const limits = useWithdrawLimits().data;
	const user = useUserDocument();
	if (!limits || user.kind !== 'ready') return null;
	const advice = adviceFor(limits, amount, user.document.robux);
	return (
		<>
			{!limits.country_served && <Notice tone="info">{m.withdraw_not_in_your_country()}</Notice>}
			{advice && advice.kind !== 'shown-above' && <Notice tone="info">{sentence(advice)}</Notice>}
		</>
	);
}

function sentence(advice: Exclude<Advice, { kind: 'shown-above' }>) {
	switch (advice.kind) {
		case 'email-unverified':
			return withParts(m.withdraw_confirm_your_email(), { link: plainLinkTo('/account') });
		case 'above-daily-limit':
			return m.withdraw_above_daily_limit({ left: formatAmount(advice.left), time: formatTime(advice.resetsAtMs) });
		case 'above-stock':
			return m.withdraw_above_stock({ direct: formatAmount(advice.direct) });
		case 'waits-for-stock':
			return m.withdraw_waits_for_stock();
	}
}

const formatTime = (timeMs: number): string =>
	new Date(timeMs).toLocaleString(language, { weekday: 'short', hour: 'numeric', minute: '2-digit' });
