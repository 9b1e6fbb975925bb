import type { Socket } from 'node:net';
import type { FindWall } from '../walls/wall-changes.ts';
import { placeOf } from './reading/place-of.ts';
import { rejectionReasons } from './received-postback.ts';
import type { PostbackTaker } from './take-postback.ts';

const POSTBACK = /^([A-Z]{1,20}) (\/postback[/?][^\r\n]*?)(?: HTTP\/\d.*)?\r?$/m;

/** Logs postbacks that Node answers with 400 or 431 before any route. */
export function createUnparsedLog({ findWall, taker }: { findWall: FindWall; taker: PostbackTaker }) {
	return (error: { code?: string; rawPacket?: Buffer }, { remoteAddress = '' }: Socket): void => {
		if (!error.code?.startsWith('HPE_') || !error.rawPacket) return;
		const [, method, address] = POSTBACK.exec(error.rawPacket.toString('latin1').split('\n', 1)[0] ?? '') ?? [];
		if (!method || !address) return;
		const request = { method, address, body: '', ip: remoteAddress, headers: {} };
		const wall = findWall(placeOf(address)?.wallId ?? '');
		const isTooLong = error.code === 'HPE_HEADER_OVERFLOW';
		const why = isTooLong ? rejectionReasons.headersTooLong : rejectionReasons.notHttp;
		void (wall ? taker.refuse(wall, request, { outcome: 'malformed', why }) : taker.refuseUnknown(request));
	};
}
