import { oncePer } from '../../../lib/once-per.ts';
import type { Partner } from '../../partners/partner.ts';
import type { Wall } from '../../walls/wall.ts';
import { type OfferEvent, type Refusal, readPostback } from '../postback.ts';
import { rejectionReasons } from '../received-postback.ts';
import { type Arrived, readArrived } from './raw-parameters.ts';

/** The strings of address and body have one character per byte. */
export type PostbackRequest = {
	method: string;
	address: string;
	body: string;
	ip: string;
	/** Names are in lower case. */
	headers: Readonly<Record<string, string | string[] | undefined>>;
};

type Unread = { refused: Refusal['refused'] | 'unsupported'; why: string; uid?: string };

export function readRequest(wall: Wall, request: PostbackRequest, publicUrl: string): OfferEvent | Unread {
	const header = (name: string) => oneHeader(request, name);
	if ((header('content-encoding') ?? 'identity') !== 'identity') {
		return { refused: 'unsupported', why: rejectionReasons.compressed };
	}
	const { address, body } = request;
	const partner = isJson(request) ? asPosted(wall.partner) : wall.partner;
	const arrived = arrivedIn(partner, request);
	const parameters = readArrived(arrived);
	if (parameters === 'unsupported') {
		return { refused: 'unsupported', why: rejectionReasons.unsupportedBody(arrived.type ?? '') };
	}
	if (!parameters) return { refused: 'malformed', why: rejectionReasons.notReadable };
	const read = partner === wall.partner ? wall : { ...wall, partner };
	const event = readPostback(read, { parameters, url: publicUrl + address, body, header });
	if (!('refused' in event) || event.refused !== 'not-understood') return event;
	return { ...event, uid: parameters.get(partner.parameters.uid) ?? '' };
}

function oneHeader({ headers }: PostbackRequest, name: string): string | undefined {
	const value = headers[name];
	return typeof value === 'string' ? value : undefined;
}

function isJson({ method, body }: PostbackRequest): boolean {
	return method === 'POST' && /^(?:\xef\xbb\xbf)?\s*\{/.test(body);
}

/** @returns one object per partner, because caches are keyed by it. */
const asPosted = oncePer((partner: Partner): Partner => (partner.posted ? { ...partner, ...partner.posted } : partner));

/** A signature over the address does not cover a body, so the body is ignored. */
function arrivedIn({ signature }: Partner, request: PostbackRequest): Arrived {
	const { method, address, body } = request;
	if (method === 'POST' && body !== '' && signature.scheme !== 'address') {
		return { text: body, isBody: true, type: oneHeader(request, 'content-type') };
	}
	const start = address.indexOf('?');
	return { text: start < 0 ? '' : address.slice(start + 1), isBody: false };
}
