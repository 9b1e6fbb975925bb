import { DAY_MS } from '../../../contract/durations.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import { deletePostbacks, selectKeepDays } from './store-postbacks.ts';

const ROWS_AT_ONCE = 5_000;

/**
 * Deletes requests older than the operator keeps; what they booked stays. Needs the owner's privileges, so that nobody
 * who takes over the application can cover their tracks.
 */
export async function purgePostbacks({ owner, clock }: { owner: Database; clock: Clock }): Promise<void> {
	const beforeMs = clock.now() - (await selectKeepDays(owner)) * DAY_MS;
	let fromId: number | undefined = 0;
	while (fromId !== undefined) fromId = await deletePostbacks(owner, { fromId, beforeMs, limit: ROWS_AT_ONCE });
}
