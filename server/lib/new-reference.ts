import { randomBytes } from 'node:crypto';

/** No letter or digit that can be taken for another one: people read these aloud to support. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;

/** 60 random bits: unique without asking anybody. */
export function newReference(prefix: 'C' | 'S'): string {
	return `${prefix}-${[...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`;
}
