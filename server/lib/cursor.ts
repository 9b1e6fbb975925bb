import { CallError } from '../../contract/errors.ts';
import { refusal } from '../../contract/refusals.ts';

/** Where the next page starts: the last row's key, in a form that callers do not read. */
export function encodeCursor(key: string): string {
	return Buffer.from(key, 'utf8').toString('base64url');
}

/**
 * @param pattern what a key of this list looks like.
 * @throws CallError `invalid-argument` for anything that {@link encodeCursor} did not make of such a key.
 */
export function decodeCursor(cursor: string, pattern: RegExp): string {
	const key = Buffer.from(cursor, 'base64url').toString('utf8');
	if (!pattern.test(key) || encodeCursor(key) !== cursor) {
		throw new CallError('invalid-argument', refusal('invalid-cursor'));
	}
	return key;
}
