import type { CreateAnswer, InfoAnswer, NotNowReason } from '../vendors/vendor.ts';

/** After several unclear answers in a row a vendor is left alone for a while, then tried with a single order. */
const FAILURES_TO_OPEN = 5;
const OPEN_MIN_MS = 30_000;
const OPEN_MAX_MS = 10 * 60_000;

/** How long one trial order may take before the next is let through. */
export const TRIAL_MS = OPEN_MIN_MS;

export type CircuitReason = 'unclear' | 'busy' | 'empty' | 'locked-out';

export function healthOf(answer: CreateAnswer | InfoAnswer): 'good' | CircuitReason {
	switch (answer.kind) {
		case 'unclear':
			return answer.isLockedOut ? 'locked-out' : 'unclear';
		case 'not-now':
			return healthBehind[answer.reason];
		case 'found':
			return answer.order.outcome === 'unfunded' ? 'empty' : 'good';
		default:
			return 'good';
	}
}

const healthBehind: Record<NotNowReason, CircuitReason> = {
	'rate-limited': 'busy',
	'key-refused': 'locked-out',
	'vendor-balance-too-low': 'empty',
	'not-reached': 'unclear',
};

/** @returns for how long nothing is sent after that many bad answers in a row; undefined: go on. */
export function openForMs(failures: number): number | undefined {
	if (failures < FAILURES_TO_OPEN) return undefined;
	return Math.min(OPEN_MAX_MS, OPEN_MIN_MS * 2 ** Math.min(failures - FAILURES_TO_OPEN, 20));
}

/** An account without money or a wrong key is not mended in seconds, and every further order would meet the same. */
export const MENDED_BY_A_PERSON_MS = 60_000;
