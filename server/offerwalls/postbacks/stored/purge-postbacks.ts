import { retentionMs } from '../../../../contract/site/retention.ts';
import type { Clock } from '../../../lib/clock-and-log.ts';
import type { Database } from '../../../lib/db/database.ts';
import { deletePostbacks, deleteUnkept, deleteUnverified } from '../store-postbacks.ts';
import { unverifiedOutcomes } from '../unverified.ts';

const ROWS_AT_ONCE = 5_000;

/** Needs the owner's privileges, so that an attacker with the application's role cannot delete traces. */
export async function purgePostbacks({ owner, clock }: { owner: Database; clock: Clock }): Promise<void> {
	const beforeMs = clock.now() - retentionMs('callbacks');
	let fromId: number | undefined = 0;
	while (fromId !== undefined) fromId = await deletePostbacks(owner, { fromId, beforeMs, limit: ROWS_AT_ONCE });
	await deleteUnkept(owner, beforeMs);
	const unsigned = { outcomes: unverifiedOutcomes, beforeMs: clock.now() - retentionMs('unsigned') };
	let deleted = ROWS_AT_ONCE;
	while (deleted === ROWS_AT_ONCE) deleted = await deleteUnverified(owner, { ...unsigned, limit: ROWS_AT_ONCE });
}
