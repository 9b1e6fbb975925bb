import type { CallResult } from '../../../contract/calls.ts';
import { AGE_MIN_YEARS } from '../../../contract/limits.ts';
import { findYoungestAge } from '../../accounts/sign-in/youngest-age.ts';
import { openWallet } from '../../ledger/wallet.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import { type Wall, wallUrlFor } from './wall.ts';

export type OfferwallsDeps = { db: Database; clock: Clock; walls: readonly Wall[] };

/** From here on partners may credit the caller, so a wallet must exist. */
export async function getOfferwalls(
	{ db, clock, walls }: OfferwallsDeps,
	uid: string,
): Promise<CallResult<'getOfferwalls'>> {
	await openWallet(db, uid);
	// Nobody younger than the site's own limit has an account.
	const age = Math.max((await findYoungestAge({ db, clock }, uid)) ?? 0, AGE_MIN_YEARS);
	return walls.flatMap((wall) => {
		const url = wallUrlFor(wall, uid);
		if (!wall.enabled || wall.minAge > age || url === undefined) return [];
		return [{ id: wall.id, name: wall.name, url, minAge: wall.minAge }];
	});
}
