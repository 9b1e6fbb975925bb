import type { WithdrawHistoryItem } from '../../contract/withdrawals.ts';
import type { Database } from '../lib/database.ts';
import { toHistoryItem } from './get-withdraw-history.ts';
import { selectChangesSince, selectLatestVersion } from './store.ts';

const CHANGES_MAX = 100;

/**
 * History items that are new or have changed, oldest change first. An item that changed twice comes once, as it is now.
 *
 * @param position what the last call answered; undefined starts at now, with no items.
 */
export async function listWithdrawalChanges(
	{ db }: { db: Database },
	uid: string,
	position: string | undefined,
): Promise<{ items: WithdrawHistoryItem[]; position: string }> {
	if (!/^\d{1,15}$/.test(position ?? '')) return { items: [], position: String(await selectLatestVersion(db, uid)) };
	const rows = await selectChangesSince(db, uid, Number(position), CHANGES_MAX);
	return { items: rows.map(toHistoryItem), position: String(rows.at(-1)?.version ?? position) };
}
