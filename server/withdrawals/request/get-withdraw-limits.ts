import { robuxToWire } from '../../../contract/money.ts';
import type { WithdrawLimits } from '../../../contract/withdrawals/withdrawals.ts';
import type { IsServed } from '../../accounts/sign-in/served-country.ts';
import type { DbDeps } from '../../lib/db/database.ts';
import type { Actor } from '../../lib/http/callers.ts';
import { countCodesOf, selectMethod } from '../gift-cards/store-codes.ts';
import type { FindStock } from './get-stock.ts';
import { dayCapOf, dayEndsAtMs, dayStartsAtMs, type WithdrawalRules } from './request-rules.ts';
import { selectRequestFacts } from './store-request.ts';

export type LimitsDeps = DbDeps & { rules: WithdrawalRules; findStock: FindStock; isServed: IsServed };

export async function getWithdrawLimits(
	deps: LimitsDeps,
	_: undefined,
	{ actor, ip }: { actor: Actor; ip: string },
): Promise<WithdrawLimits> {
	const { db, clock, rules, findStock } = deps;
	const nowMs = clock.now();
	const [facts, stock, card, codes] = await Promise.all([
		selectRequestFacts(db, { uid: actor.uid, requestId: undefined, dayStartsAt: new Date(dayStartsAtMs(nowMs)) }),
		findStock(),
		selectMethod(db),
		countCodesOf(db, actor.uid),
	]);
	const today = dayCapOf(facts, rules);
	return {
		balance: robuxToWire(facts.balance),
		paused_reason: facts.pausedReason,
		email_unverified: rules.requireVerifiedEmail && !actor.emailVerified,
		country_served: deps.isServed(ip),
		open_order_id: facts.openOrderId,
		payouts_on: facts.arePayoutsOn,
		daily: today ? { cap: robuxToWire(today.cap), left: robuxToWire(today.left), resets_at: dayEndsAtMs(nowMs) } : null,
		stock: stock ? { direct: stock.direct, network: stock.network } : null,
		stock_policy: rules.stockPolicy,
		methods: card.isOn
			? [{ method: 'gift-card', usd_per_thousand: card.centsPerThousand / 100, amount_min: card.amountMin }]
			: [],
		codes,
	};
}
