import type { SecretBox } from '../../../lib/secrets/secret-box.ts';
import { guardWall } from '../../walls/protection/wall-guard.ts';
import type { Wall } from '../../walls/wall.ts';
import type { OfferEvent } from '../postback.ts';
import { placeOf } from '../reading/place-of.ts';
import { readRequest } from '../reading/read-request.ts';
import { openRequest } from './seal-request.ts';
import { readStored, type WholePostback } from './stored-postback.ts';

export function readAgain(
	deps: { secretBox?: SecretBox; publicUrl: string },
	wall: Wall,
	stored: WholePostback,
): OfferEvent | { refused: string } | undefined {
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
