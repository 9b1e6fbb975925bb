import { robuxToWire } from '../../../contract/money.ts';
import { callError } from '../../../contract/refusals.ts';
import type { IsServed } from '../../accounts/sign-in/served-country.ts';
import type { Clock, Log } from '../../lib/clock-and-log.ts';
import type { DbDeps } from '../../lib/db/database.ts';

import type { Actor } from '../../lib/http/callers.ts';
import { memoize } from '../../lib/jobs/semaphores.ts';
import { countCodesOf, selectMethod } from '../gift-cards/store-codes.ts';
import type { Stock, Vendor } from '../vendors/vendor.ts';
import { dayCapOf, dayEndsAtMs, type WithdrawalRules } from './request-rules.ts';
import { selectRequestFacts } from './store-request.ts';

const CACHE_MS = 5_000;

export type FindStock = () => Promise<Stock | undefined>;

export function createFindStock({ vendor, clock, log }: { vendor: Vendor; clock: Clock; log: Log }): FindStock {
	return memoize(clock, CACHE_MS, async () => {
		const answer = await vendor.stock();
		if (answer.kind === 'known') return answer.stock;
		if (answer.kind === 'unclear')
			log.warn({ vendor: vendor.name, problem: answer.problem }, "couldn't load the vendor's stock");
		return undefined;
	});
}

export async function getStock({ findStock }: { findStock: FindStock }): Promise<Stock> {
	const stock = await findStock();
	if (!stock) throw callError('unavailable', 'stock-unknown');
	return stock;
}

export type LimitsDeps = DbDeps & { rules: WithdrawalRules; findStock: FindStock; isServed: IsServed };

export async function getWithdrawLimits(deps: LimitsDeps, _: undefined, { actor, ip }: { actor: Actor; ip: string }) {
	const { db, clock, rules, findStock } = deps;
	const nowMs = clock.now();
	const [facts, stock, card, codes] = await Promise.all([
		selectRequestFacts(db, actor.uid, nowMs),
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
			? [{ method: 'gift-card' as const, usd_per_thousand: card.centsPerThousand / 100, amount_min: card.amountMin }]
			: [],
		codes,
	};
}
