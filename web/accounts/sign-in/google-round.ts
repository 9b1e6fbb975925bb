import { attempt } from '../../lib/attempt.ts';

const KEY = 'google-round';

/** Remembers in this tab that Google may lead back to a session: no script sees the cookie, no guest is asked. */
export const googleRound = {
	begin: () => attempt(() => sessionStorage.setItem(KEY, '1')),
	/** Ends a round to Google. @returns whether one was under way. */
	end(): boolean {
		const wasUnderWay = (attempt(() => sessionStorage.getItem(KEY)) ?? null) !== null;
		attempt(() => sessionStorage.removeItem(KEY));
		return wasUnderWay;
	},
};
