import { randomBytes } from 'node:crypto';

/** Crockford's alphabet, because users read references aloud to support. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;

export function newReference(prefix: 'C' | 'S'): string {
	return `${prefix}-${[...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`;
}
