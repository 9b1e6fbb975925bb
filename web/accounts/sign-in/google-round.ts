import { attempt } from '../../lib/attempt.ts';

const KEY = 'google-round';

/** Marks a Google round trip in this tab, because scripts cannot see the session cookie that it may set. */
export const googleRound = {
	begin: () => attempt(() => sessionStorage.setItem(KEY, '1')),
	end(): boolean {
		const wasUnderWay = (attempt(() => sessionStorage.getItem(KEY)) ?? null) !== null;
		attempt(() => sessionStorage.removeItem(KEY));
		return wasUnderWay;
	},
};
