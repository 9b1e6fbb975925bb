import type { RobuxCents } from '../../../contract/money.ts';
import type { OfferEvent } from '../postbacks/postback.ts';
import type { Postback, ReceivedPostback } from '../postbacks/received-postback.ts';
import type { Wall } from '../walls/wall.ts';

export type Hold = {
	/** End of the hold; null until an admin decides. */
	untilMs: number | null;
	/** Reason for the hold; undefined for the wall's own hold setting. `speed`: the wall pays far more than usual. */
	cause: 'amount' | 'speed' | 'unprotected' | undefined;
};

export type EventItem = {
	event: OfferEvent;
	received: ReceivedPostback;
	wall: Wall;
	holdOf(reward: RobuxCents): Hold | undefined;
};

export type BookedEvent = Pick<Postback, 'outcome' | 'why' | 'transferId'> & { banned?: boolean };
