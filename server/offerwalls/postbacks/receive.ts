import type { Clock } from '../../lib/clock-and-log.ts';
import { oncePer } from '../../lib/once-per.ts';
import type { SecretBox } from '../../lib/secrets/secret-box.ts';
import { partners } from '../partners/registry.ts';
import type { Wall } from '../walls/wall.ts';
import { placeOf } from './reading/place-of.ts';
import type { PostbackRequest } from './reading/read-request.ts';
import { createMask, REQUEST_TEXT_MAX, type ReceivedPostback } from './received-postback.ts';
import { sealRequest } from './stored/stored-postback.ts';

type ReceiveDeps = { clock: Clock; secretBox?: SecretBox };

export function receive(deps: ReceiveDeps, wall: Wall, request: PostbackRequest): ReceivedPostback {
	return receivedAs(deps, request, wall.id, maskOf(wall));
}

type Mask = (text: string) => string;

function receivedAs({ clock, secretBox }: ReceiveDeps, request: PostbackRequest, wall: string, mask: Mask) {
	const { method, address, body, ip } = request;
	const text = `${method} ${address}${body === '' ? '' : `\n${textOf(body)}`}`;
	const canSeal = secretBox !== undefined && text.length < REQUEST_TEXT_MAX;
	const seal = canSeal ? () => sealRequest(secretBox, wall, request) : undefined;
	return { atMs: clock.now(), wall, ip, request: mask(text), seal };
}

/** All unknown walls share one quota, because anyone can invent wall names. */
export const UNKNOWN_WALLS = 'unknown';
const maskAny = createMask({
	parameters: [...new Set(Object.values(partners).flatMap((partner) => secretParametersOf({ partner })))],
});

export function receiveUnknown(deps: ReceiveDeps, request: PostbackRequest): ReceivedPostback {
	const wall =
		placeOf(request.address)
			?.wallId.replace(/[^\w-]/g, '')
			.slice(0, 40) || UNKNOWN_WALLS;
	const hidePathKey = (text: string) => text.replace(/^([A-Z]+ [^ ]*?\/postback\/[^/?#\n]+\/)[^?#\n]+/i, '$1***');
	return receivedAs(deps, request, wall, (text) => maskAny(hidePathKey(text)));
}

/** Decodes for the log. Bytes that are not UTF-8 stay one character each. */
function textOf(bytes: string): string {
	const text = Buffer.from(bytes, 'latin1').toString();
	return text.includes('\ufffd') ? bytes : text;
}

const maskOf = oncePer((wall: Wall) => createMask({ parameters: secretParametersOf(wall), pathKey: wall.pathKey }));

function secretParametersOf({ partner: { signature } }: Pick<Wall, 'partner'>): string[] {
	return 'parameter' in signature ? [signature.parameter] : [];
}
