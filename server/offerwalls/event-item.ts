import type { Memo } from '../ledger/transfer.ts';
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

/** These items contradict what is booked, which only shows after they were written: roll back and try again without them. */
export class Contradicted extends Error {
	readonly items: readonly EventItem[];
	readonly why: string;

	constructor(items: readonly EventItem[], why: string) {
		super(why);
		this.name = 'Contradicted';
		this.items = items;
		this.why = why;
	}
}

/** What the credit is for, as it is kept with it. */
export function memoOf({ event }: EventItem): Memo {
	return {
		payoutMicros: event.payout,
		link: event.link,
		signedText: event.signedText,
		isBonus: event.kind === 'bonus',
		offerId: event.offerId,
		offerName: event.offerName,
	};
}
