import type { CallResult } from '../../../contract/calls.ts';
import { asRobuxCents, robuxToWire } from '../../../contract/money.ts';
import { findWallet } from '../../ledger/wallet.ts';
import type { Actor } from '../../lib/http/actor.ts';
import { receiptIdsOf } from '../../public-proof/receipts/receipt-ids.ts';
import { type OfferHistoryDeps, toHistoryItem } from './get-offer-history.ts';
import { type HistoryRow, selectHeld, selectImportHolds, selectReversals } from './store-history.ts';

const HELD_SHOWN = 100;
const REVERSALS_SHOWN = 20;

type PendingRewards = CallResult<'getPendingRewards'>;

export async function getPendingRewards(
	deps: OfferHistoryDeps,
	_input: unknown,
	{ actor: { uid } }: { actor: Pick<Actor, 'uid'> },
): Promise<PendingRewards> {
	const { db, walls } = deps;
	const wallet = await findWallet(db, uid);
	const ids = await receiptIdsOf(db);
	const held = await selectHeld(db, uid, HELD_SHOWN);
	const imported = await selectImportHolds(db, uid, HELD_SHOWN);
	return {
		total: robuxToWire(wallet?.pending ?? asRobuxCents(0)),
		items: [...held, ...imported].map((row) => toHistoryItem(row, walls, ids)),
		count: (held[0]?.of ?? 0) + imported.length,
		debt: wallet && wallet.balance < 0 ? await explainDebt(deps, uid, -wallet.balance) : null,
	};
}

/** New rewards cover the oldest reversals first, so the newest reversals explain the remaining debt. */
async function explainDebt(
	{ db, walls }: OfferHistoryDeps,
	uid: string,
	missing: number,
): Promise<PendingRewards['debt']> {
	const reversals = await selectReversals(db, uid, REVERSALS_SHOWN);
	const reasons: HistoryRow[] = [];
	let explained = 0;
	for (const reversal of reversals) {
		if (explained >= missing) break;
		reasons.push(reversal);
		explained += reversal.amount;
	}
	const ids = await receiptIdsOf(db);
	return {
		amount: robuxToWire(asRobuxCents(missing)),
		reversals: reasons.map((row) => toHistoryItem(row, walls, ids)),
	};
}
