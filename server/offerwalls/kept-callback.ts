import { type CallbackOutcome, REQUEST_TEXT_MAX } from './callback.ts';
import { type OfferEvent, readEvent } from './postback.ts';
import { readerOf } from './raw-parameters.ts';
import type { Wall } from './wall.ts';

/** A callback out of the log. */
export type KeptCallback = {
	id: number;
	wall: string;
	outcome: CallbackOutcome;
	ip: string;
	request: string;
	uid: string | null;
};

/**
 * What is only said of a callback whose address, path key and signature held when it came, and that booked nothing for a
 * reason that can be mended. The log keeps no signatures, so this is all there will ever be to go by.
 */
const verifiedButNotBooked: ReadonlySet<CallbackOutcome> = new Set(['unknown-user', 'switched-off', 'not-understood']);

/**
 * Whether it may be booked later: never one that was refused as forged, and only for the very user it was verified for;
 * of one that was not understood even that may have to be mended first.
 */
export function isReplayable({ outcome, uid, request }: Omit<KeptCallback, 'id' | 'wall' | 'ip'>): boolean {
	const isOfSomebody = uid !== null || outcome === 'not-understood';
	return verifiedButNotBooked.has(outcome) && isOfSomebody && request !== '' && request.length < REQUEST_TEXT_MAX;
}

/** @returns undefined for one that may not be booked, or that does not read as it did. */
export function readKept(wall: Wall, kept: KeptCallback): OfferEvent | undefined {
	if (!isReplayable(kept) || kept.wall !== wall.id) return undefined;
	const sent = wall.partner.arrival === 'query' ? /\?(.*)$/s : /\n(.*)$/s;
	const parameters = readerOf(wall.partner)(sent.exec(kept.request)?.[1] ?? '');
	const event = parameters && readEvent(wall, parameters);
	// The log leaves out what text in the database cannot hold; what was verified had another user then.
	if (!event || 'refused' in event) return undefined;
	return kept.uid === null || event.uid === kept.uid ? event : undefined;
}
