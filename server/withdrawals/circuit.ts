import type { CreateAnswer } from './vendors/vendor.ts';

/**
 * The pure rule of the circuit breaker: a vendor that answers nothing clear several times in a row is left alone for a
 * while, then tried with a single order. Orders wait meanwhile; what was sent already is still asked about.
 */
const FAILURES_TO_OPEN = 5;
const OPEN_MIN_MS = 30_000;
const OPEN_MAX_MS = 10 * 60_000;

/** How long one trial order may take before the next is let through. */
export const TRIAL_MS = OPEN_MIN_MS;

/** What an answer says about the vendor, not about the order. */
export function healthOf(answer: CreateAnswer): 'good' | 'bad' | 'empty' {
	if (answer.kind === 'unclear') return 'bad';
	// Every further order would be refused, and refunded, for a reason that is ours to mend.
	const isEmpty = answer.kind === 'refused' && answer.reason === 'vendor-balance-too-low';
	return isEmpty ? 'empty' : 'good';
}

/** @returns for how long nothing is sent after that many bad answers in a row; undefined: go on. */
export function openForMs(failures: number): number | undefined {
	if (failures < FAILURES_TO_OPEN) return undefined;
	return Math.min(OPEN_MAX_MS, OPEN_MIN_MS * 2 ** Math.min(failures - FAILURES_TO_OPEN, 20));
}

/** An account without money is not mended in seconds. */
export const EMPTY_OPEN_MS = 5 * 60_000;
