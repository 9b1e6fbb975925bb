import type { OfferEvent } from '../postbacks/postback.ts';
import type { Callback, ReceivedPostback } from '../postbacks/received-postback.ts';
import type { Wall } from '../walls/wall.ts';

export type Hold = {
	untilMs: number;
	/** Undefined: its wall holds back everything for a time. `speed`: the wall pays far more than it ever does. */
	cause: 'amount' | 'speed' | undefined;
};

export type EventItem = {
	event: OfferEvent;
	callback: ReceivedPostback;
	wall: Wall;
	/** Undefined: not held back. */
	hold: Hold | undefined;
};

export type BookedEvent = Pick<Callback, 'outcome' | 'why' | 'transferId'> & {
	banned?: boolean;
};
