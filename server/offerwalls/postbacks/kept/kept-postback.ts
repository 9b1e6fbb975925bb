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

/** Verified, but the log keeps no signatures. */
const verifiedButNotBooked: ReadonlySet<PostbackOutcome> = new Set(['unknown-user', 'switched-off', 'not-understood']);

/** Never books forged postbacks. */
export function isReplayable({ outcome, uid, request }: Omit<KeptPostback, 'id' | 'wall' | 'ip'>): boolean {
	const isOfSomebody = uid !== null || outcome === 'not-understood';
	return verifiedButNotBooked.has(outcome) && isOfSomebody && request !== '' && request.length < REQUEST_TEXT_MAX;
}

export function readKept(wall: Wall, kept: KeptPostback): OfferEvent | undefined {
	if (!isReplayable(kept) || kept.wall !== wall.id) return undefined;
	const parameters = keptParameters(wall, kept.request);
	const event = parameters && readEvent(wall, parameters);
	// The log drops characters that the database cannot store.
	if (!event || 'refused' in event) return undefined;
	return kept.uid === null || event.uid === kept.uid ? event : undefined;
}

export function keptParameters({ partner }: Pick<Wall, 'partner'>, request: string): RawParameters | undefined {
	const sent = partner.arrival === 'query' ? /\?(.*)$/s : /\n(.*)$/s;
	return readerOf(partner)(sent.exec(request)?.[1] ?? '');
}
