import type { RobuxCents } from '../../../contract/money.ts';
import type { OfferEvent } from '../postbacks/postback.ts';
import type { Postback, ReceivedPostback } from '../postbacks/received-postback.ts';
import type { Wall } from '../walls/wall.ts';

export type Hold = {
	untilMs: number;
	/** Undefined: its wall holds back everything for a time. `speed`: the wall pays far more than it ever does. */
	cause: 'amount' | 'speed' | undefined;
};

export type EventItem = {
	event: OfferEvent;
	received: ReceivedPostback;
	wall: Wall;
	/** How a credit of so much is held back. Undefined: not at all. */
	holdOf(reward: RobuxCents): Hold | undefined;
};

export type BookedEvent = Pick<Postback, 'outcome' | 'why' | 'transferId'> & {
	banned?: boolean;
};
