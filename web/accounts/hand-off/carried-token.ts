import { attempt } from '../../lib/attempt.ts';

const KEY = 'hand-off';

/** Carries an unused hand-off token over the reload that the landing page recommends. */
export const carriedToken = {
	put: (carried: { token: string; untilMs: number }) =>
		void attempt(() => sessionStorage.setItem(KEY, JSON.stringify(carried))),
	/** Returns the token once, while it may be valid. */
	take(nowMs: number): string | undefined {
		const carried = attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
		attempt(() => sessionStorage.removeItem(KEY));
		return typeof carried?.token === 'string' && nowMs < carried.untilMs ? carried.token : undefined;
	},
};
