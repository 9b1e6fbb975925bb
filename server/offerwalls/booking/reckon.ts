import { asRobuxCents, type RobuxCents } from '../../../contract/money.ts';
import type { TransferRow } from '../../ledger/store.ts';
import { type BoostRow, boostAt, type Moment, type Rate, rateAt, rateOfRow, rewardAt } from '../terms/terms.ts';
import type { EventItem } from './event-item.ts';
import type { BookedCredit } from './store.ts';

/** By what a credit is reckoned. */
export type Terms = {
	/** Undefined: the reward is what the partner says. */
	rate: Rate | undefined;
	boost: BoostRow | undefined;
};

/**
 * What is in force when somebody goes to an offer stays theirs, however late its credit comes; where the click is not known,
 * what is in force when the credit comes first.
 */
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
	return rate ? asRobuxCents(Number(rewardAt(event.payout, rate.rateCents))) : event.reward;
}

/** Whether it is what was booked first: by the rate of then, as rates change and repeats come whenever they like. */
export function isRepeat(item: EventItem, first: TransferRow): boolean {
	const rate = rateOfRow(item.wall, first.termsId);
	// A row that another node has read before us.
	if (!rate && first.termsId !== null) return true;
	return first.amount === rewardBy(item, rate);
}
