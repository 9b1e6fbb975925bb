import type { OfferEvent } from '../postbacks/postback.ts';
import type { Callback, ReceivedPostback } from '../postbacks/received-postback.ts';
import type { Wall } from '../walls/wall.ts';

/** A verified event that moves money, together with the postback that brought it. */
export type EventItem = {
	event: OfferEvent;
	callback: ReceivedPostback;
	wall: Wall;
	/** Until when the credit is held back; undefined: it is not. */
	releaseAtMs: number | undefined;
};

/** What became of an event. */
export type BookedEvent = Pick<Callback, 'outcome' | 'why' | 'transferId'> & {
	/** The user was banned with it. */
	banned?: boolean;
};
