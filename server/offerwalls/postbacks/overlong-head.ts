import type { Socket } from 'node:net';
import type { FindWall } from '../walls/wall-changes.ts';
import { rejectionReasons } from './received-postback.ts';
import type { PostbackTaker } from './take-postback.ts';

const POSTBACK = /^([A-Z]{1,20}) (\/postback\/([a-z0-9_-]{1,40})(?:[/?][^\s]*)?)/;

/** Logs postbacks that Node answers with 431 before any route. */
export function createOverlongHeadLog({ findWall, taker }: { findWall: FindWall; taker: PostbackTaker }) {
	return (error: { code?: string; rawPacket?: Buffer }, { remoteAddress = '' }: Socket): void => {
		if (error.code !== 'HPE_HEADER_OVERFLOW' || !error.rawPacket) return;
		const [, method, address, wallId] = POSTBACK.exec(error.rawPacket.toString('latin1')) ?? [];
		const wall = findWall(wallId ?? '');
		if (!wall || !method || !address) return;
		const request = { method, address, body: '', ip: remoteAddress, headers: {} };
		// This promise never rejects.
		void taker.refuse(wall, request, { outcome: 'malformed', why: rejectionReasons.headersTooLong });
	};
}
