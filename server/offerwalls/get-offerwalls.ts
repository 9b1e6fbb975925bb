import type { CallResult } from '../../contract/calls.ts';
import { openWallet } from '../ledger/wallet.ts';
import type { Database } from '../lib/database.ts';
import { type Wall, wallUrlFor } from './wall.ts';

/** The walls that are on, each with this user's address. From here on partners may credit them, so a wallet must exist. */
export async function getOfferwalls(
	{ db, walls }: { db: Database; walls: readonly Wall[] },
	uid: string,
): Promise<CallResult<'getOfferwalls'>> {
	await openWallet(db, uid);
	return walls
		.filter((wall) => wall.enabled)
		.map((wall) => ({ id: wall.id, name: wall.name, url: wallUrlFor(wall, uid), minAge: wall.minAge }));
}
