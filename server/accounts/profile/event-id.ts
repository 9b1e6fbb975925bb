import { z } from 'zod';

/** How far a stream's reader has got, by the source's name. */
export type Positions = Readonly<Record<string, string>>;

/** Node's HTTP server takes 16 kB of headers in all. */
const ID_LENGTH_MAX = 8_000;
const POSITION_LENGTH_MAX = 3_000;
const positions = z.record(z.string().max(50), z.string().max(POSITION_LENGTH_MAX));

/** Holds the reader's whole state, so any node can go on where another broke off, and nothing is kept. */
export function encodeEventId(reached: Positions): string {
	return Buffer.from(JSON.stringify(reached), 'utf8').toString('base64url');
}

/** @returns no positions for what is no id of ours: the stream starts now. Positions themselves are not checked. */
export function decodeEventId(id: unknown): Positions {
	if (typeof id !== 'string' || id === '' || id.length > ID_LENGTH_MAX) return {};
	try {
		return positions.parse(JSON.parse(Buffer.from(id, 'base64url').toString('utf8')));
	} catch {
		return {};
	}
}
