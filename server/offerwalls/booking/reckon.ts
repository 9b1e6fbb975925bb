import { asRobuxCents, type RobuxCents } from '../../../contract/money.ts';
import type { TransferRow } from '../../ledger/store.ts';
import { type BoostRow, boostAt, type Moment, type Rate, rateAt, rateOfRow, rewardAt } from '../terms/terms.ts';
import type { EventItem } from './event-item.ts';
import type { BookedCredit } from './store.ts';

export type Terms = { rate: Rate | undefined; boost: BoostRow | undefined };

/** The terms of the click apply; without a known click, those of the first credit. */
export function termsOf(
	{ wall, received }: EventItem,
	{ click, pending }: { click: Moment | undefined; pending: BookedCredit | undefined },
): Terms {
	const moment = click ?? { atMs: received.atMs };
	if (!pending) return { rate: rateAt(wall, moment), boost: boostAt(wall, moment.atMs) };
	return {
		rate: rateOfRow(wall, pending.termsId) ?? rateAt(wall, moment),
		boost: wall.boosts.find(({ id }) => id === pending.boostTermsId),
	};
}

export function rewardBy({ event }: EventItem, rate: Rate | undefined): RobuxCents {
	return rate ? asRobuxCents(Number(rewardAt(event.userShare ?? event.payout, rate.rateCents))) : event.reward;
}

/** Compares at the rate of the first booking, because rates change. */
export function isRepeat(item: EventItem, first: TransferRow): boolean {
	const rate = rateOfRow(item.wall, first.termsId);
	if (!rate && first.termsId !== null) return true;
	return first.amount === rewardBy(item, rate);
}
