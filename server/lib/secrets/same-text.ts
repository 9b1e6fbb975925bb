import { timingSafeEqual } from 'node:crypto';

/** Runs in constant time. */
export function isSameText(expected: string, given: string): boolean {
	const [a, b] = [Buffer.from(expected), Buffer.from(given)];
	return a.length === b.length && timingSafeEqual(a, b);
}
