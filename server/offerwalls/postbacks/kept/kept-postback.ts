import type { Wall } from '../../walls/wall.ts';
import { type OfferEvent, readEvent } from '../postback.ts';
import { type RawParameters, readerOf } from '../raw-parameters.ts';
import { type PostbackOutcome, REQUEST_TEXT_MAX } from '../received-postback.ts';

export type KeptPostback = {
	id: number;
	wall: string;
	outcome: PostbackOutcome;
	ip: string;
	request: string;
	uid: string | null;
};

/** Address, path key and signature held. The log keeps no signatures, so this is all there will ever be to go by. */
const verifiedButNotBooked: ReadonlySet<PostbackOutcome> = new Set(['unknown-user', 'switched-off', 'not-understood']);

/** Whether a kept postback may be booked: never one refused as forged, and only for the user that it was verified for. */
export function isReplayable({ outcome, uid, request }: Omit<KeptPostback, 'id' | 'wall' | 'ip'>): boolean {
	const isOfSomebody = uid !== null || outcome === 'not-understood';
	return verifiedButNotBooked.has(outcome) && isOfSomebody && request !== '' && request.length < REQUEST_TEXT_MAX;
}

/** @returns undefined for one that may not be booked, or does not read as it did. */
export function readKept(wall: Wall, kept: KeptPostback): OfferEvent | undefined {
	if (!isReplayable(kept) || kept.wall !== wall.id) return undefined;
	const parameters = keptParameters(wall, kept.request);
	const event = parameters && readEvent(wall, parameters);
	// The log leaves out what text in the database cannot hold; what was verified had another user then.
	if (!event || 'refused' in event) return undefined;
	return kept.uid === null || event.uid === kept.uid ? event : undefined;
}

/** What was sent, as far as the log keeps it. @returns undefined where it does not read. */
export function keptParameters({ partner }: Pick<Wall, 'partner'>, request: string): RawParameters | undefined {
	const sent = partner.arrival === 'query' ? /\?(.*)$/s : /\n(.*)$/s;
	return readerOf(partner)(sent.exec(request)?.[1] ?? '');
}
