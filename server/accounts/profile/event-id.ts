import { z } from 'zod';

export type Positions = Readonly<Record<string, string>>;

/** The id arrives in a header, and Node limits all headers to 16 kB. */
const ID_LENGTH_MAX = 8_000;
const POSITION_LENGTH_MAX = 3_000;
const positions = z.record(z.string().max(50), z.string().max(POSITION_LENGTH_MAX));

/** An event id contains the reader's whole state, so that any node can resume the stream. */
export function encodeEventId(reached: Positions): string {
	return Buffer.from(JSON.stringify(reached), 'utf8').toString('base64url');
}

export function decodeEventId(id: unknown): Positions {
	if (typeof id !== 'string' || id === '' || id.length > ID_LENGTH_MAX) return {};
	try {
		return positions.parse(JSON.parse(Buffer.from(id, 'base64url').toString('utf8')));
	} catch {
		return {};
	}
}
