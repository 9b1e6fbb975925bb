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
	while (fromId !== undefined) fromId = await deletePostbacks(owner, fromId, beforeMs, ROWS_AT_ONCE);
	await deleteUnkept(owner, beforeMs);
	const unsignedBeforeMs = clock.now() - retentionMs('unsigned');
	const deleteSome = () => deleteUnverified(owner, unverifiedOutcomes, unsignedBeforeMs, ROWS_AT_ONCE);
	while ((await deleteSome()) === ROWS_AT_ONCE);
}
