import { DAY_MS } from '../../../contract/durations.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import { deletePostbacks, selectKeepDays } from './store-postbacks.ts';

/** Few enough that each transaction is over at once. */
const ROWS_AT_ONCE = 5_000;

/**
 * Deletes partners' requests that are older than the operator keeps them; what they booked stays. Needs the owner's
 * privileges: the application can add to the log and read it, so that nobody who takes it over can cover their tracks.
 */
export async function purgeCallbacks({ owner, clock }: { owner: Database; clock: Clock }): Promise<void> {
	const beforeMs = clock.now() - (await selectKeepDays(owner)) * DAY_MS;
	let fromId: number | undefined = 0;
	while (fromId !== undefined) fromId = await deletePostbacks(owner, { fromId, beforeMs, limit: ROWS_AT_ONCE });
}
