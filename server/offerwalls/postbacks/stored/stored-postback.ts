import { ifReadable, type SecretBox } from '../../../lib/secrets/secret-box.ts';
import { guardWall } from '../../walls/protection/wall-guard.ts';
import type { Wall } from '../../walls/wall.ts';
import { type OfferEvent, readEvent } from '../postback.ts';
import { placeOf } from '../reading/place-of.ts';
import { type RawParameters, readArrived, toBytes } from '../reading/raw-parameters.ts';
import { type PostbackRequest, readRequest } from '../reading/read-request.ts';
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

export function readAgain(deps: { secretBox?: SecretBox; publicUrl: string }, wall: Wall, stored: WholePostback) {
	const { sealed } = stored;
	// Postbacks of earlier versions were verified on arrival.
	if (sealed === null) return readStored(wall, stored);
	const request = deps.secretBox && openRequest(deps.secretBox, stored.wall, { ...stored, sealed });
	if (!request) return undefined;
	const objection = guardWall(wall, placeOf(request.address)?.pathKey, stored.ip);
	if (objection) return { refused: objection };
	const event = readRequest(wall, request, deps.publicUrl);
	return 'refused' in event ? { refused: event.why } : event;
}

/** Headers that clients and proxies add; no partner signs them. */
const UNNEEDED =
	/^(?:accept.*|authorization|cookie|connection|host|user-agent|forwarded|x-forwarded-.*|x-real-ip|via)$/;

/** Encrypts the request for a later verification. The log has no signatures, so its readers cannot resend postbacks. */
export function sealRequest(box: SecretBox, wall: string, { ip: _, headers, ...request }: PostbackRequest): string {
	const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !UNNEEDED.test(name)));
	return box.seal(JSON.stringify({ ...request, headers: kept }), contextOf(wall));
}

/** @returns undefined after a change of SECRETS_KEY. */
function openRequest(box: SecretBox, wall: string, { sealed, ip }: { sealed: string; ip: string }) {
	const text = ifReadable(() => box.open(sealed, contextOf(wall)));
	return text === undefined ? undefined : { ...(JSON.parse(text) as Omit<PostbackRequest, 'ip'>), ip };
}

const contextOf = (wall: string) => `callback of ${wall}`;
