import { keptInTab } from '../../lib/session-storage.ts';

/** Carries an unused hand-off token over the reload that the landing page recommends. */
const kept = keptInTab<{ token: string; untilMs: number }>('hand-off');

export const carriedToken = {
	put: kept.put,
	/** Returns the token once, while it may be valid. */
	take(nowMs: number): string | undefined {
		const { token, untilMs = 0 } = kept.take() ?? {};
		return typeof token === 'string' && nowMs < untilMs ? token : undefined;
	},
};
