import type { Clock } from '../../lib/clock-and-log.ts';
import { receiptIdsOf } from '../../public-proof/receipts/receipt-ids.ts';
import { type HistoryDeps, toHistoryItem } from './get-offer-history.ts';
import { type HistoryRow, selectHistoryAfter, selectHistoryBefore } from './store-history.ts';

type ChangesDeps = HistoryDeps & { clock: Clock };

const CHANGES_MAX = 100;
/** No transaction lives longer, so older ids are final. */
const SETTLED_AFTER_MS = 60_000;

/**
 * A transaction may commit after one with a higher id. A position `<id>;<id>,` means that all rows up to the first id
 * and the listed rows were sent.
 */
export async function listOfferChanges(deps: ChangesDeps, uid: string, position: string | undefined) {
	const { db, walls, clock } = deps;
	const match = /^(\d{1,15});((?:\d{1,15},)*)$/.exec(position ?? '');
	if (!match) {
		const latest = await selectHistoryBefore(db, uid, { limit: CHANGES_MAX });
		return { items: [], position: positionAfter(0, latest.reverse(), clock.now()) };
	}

	const settledId = Number(match[1]);
	const sentIds = new Set((match[2] ?? '').split(',').filter(Boolean).map(Number));
	const rows = await selectHistoryAfter(db, uid, settledId, CHANGES_MAX + sentIds.size);
	const news = rows.filter((row) => !sentIds.has(row.id)).slice(0, CHANGES_MAX);
	const lastNewId = news.at(-1)?.id ?? 0;
	const sent = rows.filter((row) => row.id <= lastNewId || sentIds.has(row.id));
	const ids = await receiptIdsOf(db);
	return {
		items: news.map((row) => toHistoryItem(row, walls, ids)),
		position: positionAfter(settledId, sent, clock.now()),
	};
}

function positionAfter(settledId: number, sent: readonly HistoryRow[], nowMs: number): string {
	const isSettled = (row: HistoryRow) => row.at.getTime() < nowMs - SETTLED_AFTER_MS;
	const tooFarBack = sent.at(-CHANGES_MAX - 1)?.id ?? 0;
	const settled = Math.max(settledId, tooFarBack, sent.findLast(isSettled)?.id ?? 0);
	const recent = sent.filter((row) => row.id > settled).map((row) => `${row.id},`);
	return `${settled};${recent.join('')}`;
}
