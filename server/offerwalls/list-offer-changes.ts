import type { OfferHistoryItem } from '../../contract/offerwalls.ts';
import { type OfferHistoryDeps, toHistoryItem } from './get-offer-history.ts';
import { selectHistoryAfter, selectLatestTransferId } from './store.ts';

const CHANGES_MAX = 100;
/** No transaction lives longer: a transfer that took its id this long ago is visible, or never will be. */
const SETTLED_AFTER_MS = 60_000;

/**
 * History lines that a live stream has not sent yet, oldest first.
 *
 * Ids are taken before the commit, so a line may appear behind one that was sent already. The position therefore has
 * two parts, `<id>;<id>,<id>...`: everything up to the first id was sent, and of the later ones these.
 *
 * @param position what the last call answered; undefined starts at now, with no lines.
 */
export async function listOfferChanges(
	{ db, walls, clock }: OfferHistoryDeps & { clock: { now(): number } },
	uid: string,
	position: string | undefined,
): Promise<{ items: OfferHistoryItem[]; position: string }> {
	const match = /^(\d{1,15});((?:\d{1,15},)*)$/.exec(position ?? '');
	if (!match) return { items: [], position: `${await selectLatestTransferId(db, uid)};` };
	const settledId = Number(match[1]);
	const sentIds = new Set((match[2] ?? '').split(',').filter(Boolean).map(Number));

	const rows = await selectHistoryAfter(db, uid, settledId, CHANGES_MAX + sentIds.size);
	const news = rows.filter((row) => !sentIds.has(row.id)).slice(0, CHANGES_MAX);
	const seen = rows.filter((row) => sentIds.has(row.id) || news.includes(row));
	const settled = seen.filter((row) => row.at.getTime() < clock.now() - SETTLED_AFTER_MS);
	const settledUpTo = seen.slice(0, -CHANGES_MAX).at(-1)?.id ?? settled.at(-1)?.id ?? settledId;
	const recent = seen.filter((row) => row.id > settledUpTo).map((row) => `${row.id},`);
	return { items: news.map((row) => toHistoryItem(row, walls)), position: `${settledUpTo};${recent.join('')}` };
}
