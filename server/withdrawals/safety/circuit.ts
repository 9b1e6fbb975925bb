import type { CreateAnswer, InfoAnswer, NotNowReason } from '../vendors/vendor.ts';

/** A circuit opens after this many unclear answers in a row; later a single order is tried. */
const FAILURES_TO_OPEN = 5;
const OPEN_MIN_MS = 30_000;
const OPEN_MAX_MS = 10 * 60_000;

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

export function openForMs(failures: number): number | undefined {
	if (failures < FAILURES_TO_OPEN) return undefined;
	return Math.min(OPEN_MAX_MS, OPEN_MIN_MS * 2 ** Math.min(failures - FAILURES_TO_OPEN, 20));
}

/** Wait for causes that last longer and affect every order: an empty account or a wrong key. */
export const MENDED_BY_A_PERSON_MS = 60_000;
