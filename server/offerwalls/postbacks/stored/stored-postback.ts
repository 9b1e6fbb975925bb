import type { Wall } from '../../walls/wall.ts';
import { type OfferEvent, readEvent } from '../postback.ts';
import { type RawParameters, readArrived, toBytes } from '../reading/raw-parameters.ts';
import { type PostbackOutcome, REQUEST_TEXT_MAX } from '../received-postback.ts';

export type StoredPostback = {
	id: number;
	wall: string;
	outcome: PostbackOutcome;
	ip: string;
	request: string;
	uid: string | null;
	isSealed: boolean;
};

export type WholePostback = StoredPostback & { sealed: string | null };

/** Signatures were verified on arrival; the log does not store them. */
const verifiedButNotBooked: ReadonlySet<PostbackOutcome> = new Set(['unknown-user', 'switched-off', 'not-understood']);

/** Never books forged postbacks. */
export function isReplayable({ outcome, uid, request, isSealed }: Omit<StoredPostback, 'id' | 'wall' | 'ip'>): boolean {
	if (isSealed) return true;
	const isAttributed = uid !== null || outcome === 'not-understood';
	return verifiedButNotBooked.has(outcome) && isAttributed && request !== '' && request.length < REQUEST_TEXT_MAX;
}

export function readStored(wall: Wall, postback: StoredPostback): OfferEvent | undefined {
	if (!isReplayable(postback) || postback.wall !== wall.id) return undefined;
	const parameters = storedParameters(postback.request);
	const event = parameters && readEvent(wall, parameters);
	// The log drops characters that the database cannot store, so the text may differ.
	if (!event || 'refused' in event) return undefined;
	return postback.uid === null || event.uid === postback.uid ? event : undefined;
}

export function storedParameters(request: string): RawParameters | undefined {
	const [head = '', ...body] = request.split('\n');
	const isBody = body.length > 0;
	const text = isBody ? body.join('\n') : (/\?(.*)$/s.exec(head)?.[1] ?? '');
	const parameters = readArrived({ text: toBytes(text), isBody });
	return parameters === 'unsupported' ? undefined : parameters;
}
