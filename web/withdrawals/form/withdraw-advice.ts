import type { WithdrawLimits } from '../../../contract/withdrawals/withdrawals.ts';

export type Advice =
	| { kind: 'payouts-off' }
	| { kind: 'email-unverified' }
	| { kind: 'balance-below-zero' }
	| { kind: 'above-daily-limit'; left: number; resetsAtMs: number }
	| { kind: 'above-stock'; direct: number }
	| { kind: 'waits-for-stock' };

export function adviceFor(limits: WithdrawLimits, amount: number | undefined, balance: number): Advice | undefined {
	if (!limits.payouts_on) return { kind: 'payouts-off' };
	if (limits.email_unverified) return { kind: 'email-unverified' };
	if (balance < 0) return { kind: 'balance-below-zero' };
	if (amount === undefined) return undefined;
	const { daily, stock } = limits;
	if (daily && amount > daily.left) {
		return { kind: 'above-daily-limit', left: daily.left, resetsAtMs: daily.resets_at };
	}
	if (!stock || amount <= stock.direct) return undefined;
	return limits.stock_policy === 'refuse' ? { kind: 'above-stock', direct: stock.direct } : { kind: 'waits-for-stock' };
}
