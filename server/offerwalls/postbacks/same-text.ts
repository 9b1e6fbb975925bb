import { timingSafeEqual } from 'node:crypto';

/** Compares without telling by its duration how much of a secret was guessed. */
export function isSameText(expected: string, given: string): boolean {
	const [a, b] = [Buffer.from(expected), Buffer.from(given)];
	return a.length === b.length && timingSafeEqual(a, b);
}
