import type { OfferEvent } from '../postbacks/postback.ts';
import type { Callback, ReceivedPostback } from '../postbacks/received-postback.ts';
import type { Wall } from '../walls/wall.ts';

export type EventItem = {
	event: OfferEvent;
	callback: ReceivedPostback;
	wall: Wall;
	/** Undefined: not held back. */
	releaseAtMs: number | undefined;
};

export type BookedEvent = Pick<Callback, 'outcome' | 'why' | 'transferId'> & {
	banned?: boolean;
};
