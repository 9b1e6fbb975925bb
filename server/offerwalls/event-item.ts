import type { Callback, ReceivedCallback } from './callback.ts';
import type { OfferEvent } from './postback.ts';
import type { Wall } from './wall.ts';

/** A verified event that moves money, together with the callback that brought it. */
export type EventItem = {
	event: OfferEvent;
	callback: ReceivedCallback;
	wall: Wall;
	/** Until when the credit is held back; undefined: it is not. */
	releaseAtMs: number | undefined;
};

/** What became of an event. */
export type BookedEvent = Pick<Callback, 'outcome' | 'why' | 'transferId'> & {
	/** The user was banned with it. */
	banned?: boolean;
};
