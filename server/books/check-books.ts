import { adjustmentRules } from '../adjustments/check-adjustments.ts';
import { figureRules } from '../admin/dashboard/store-dashboard.ts';
import { bountyRules } from '../growth/check-bounties.ts';
import { type BookProblem, checkLedger, findProblems } from '../ledger/check-ledger.ts';
import { type Database, inSnapshot, type Tx } from '../lib/db/database.ts';
import { checkImports } from '../move-in/check-imports.ts';
import { promotionRules } from '../promotions/check-promotions.ts';
import { withdrawalRules } from '../withdrawals/check-withdrawals.ts';

export const checkBooks = async (db: Database): Promise<BookProblem[]> => inSnapshot(db, checkBooksIn);

/** @param tx repeatable read, or a transaction without concurrent writers. */
export async function checkBooksIn(tx: Tx): Promise<BookProblem[]> {
	const rules = [...withdrawalRules, ...adjustmentRules, ...promotionRules, ...bountyRules, ...figureRules];
	return [...(await checkLedger(tx)), ...(await checkImports(tx)), ...(await findProblems(tx, rules))];
}
