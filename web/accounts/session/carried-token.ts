import { attempt } from '../../lib/attempt.ts';

const KEY = 'hand-off';

/** "Refresh this page" is what the landing advises: an address token that is not used yet outlives that, in its tab alone. */
export const carriedToken = {
	put: (carried: { token: string; untilMs: number }) =>
		void attempt(() => sessionStorage.setItem(KEY, JSON.stringify(carried))),
	/** Once, and no longer than the token can be good. */
	take(nowMs: number): string | undefined {
		const carried = attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
		attempt(() => sessionStorage.removeItem(KEY));
		return typeof carried?.token === 'string' && nowMs < carried.untilMs ? carried.token : undefined;
	},
};
