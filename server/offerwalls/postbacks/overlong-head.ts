import type { Socket } from 'node:net';
import type { Wall } from '../walls/wall.ts';
import { whys } from './received-postback.ts';
import type { PostbackTaker } from './take-postback.ts';

/** The start of a request to a wall's address: method, address, and the wall in it. */
const POSTBACK = /^([A-Z]{1,20}) (\/postback\/([a-z0-9_-]{1,40})(?:[/?][^\s]*)?)/;

/**
 * Keeps a postback whose head outgrew what Node's parser takes. Node answers it by itself (431), before there is a request
 * that any route could see, so that this is the only place where it can be told. Behind a proxy the caller's address is the
 * proxy's: the header that says more was not read.
 *
 * @returns a listener for the server's `clientError`.
 */
export function createOverlongHeadLog({ walls, taker }: { walls: ReadonlyMap<string, Wall>; taker: PostbackTaker }) {
	return (error: { code?: string; rawPacket?: Buffer }, { remoteAddress = '' }: Socket): void => {
		if (error.code !== 'HPE_HEADER_OVERFLOW' || !error.rawPacket) return;
		const [, method, address, wallId] = POSTBACK.exec(error.rawPacket.toString('latin1')) ?? [];
		const wall = walls.get(wallId ?? '');
		if (!wall || !method || !address) return;
		const request = { method, address, parameters: '', ip: remoteAddress, header: () => undefined };
		// It never rejects: a refusal does not depend on the database.
		void taker.refuse(wall, request, { outcome: 'malformed', why: whys.headersTooLong });
	};
}
