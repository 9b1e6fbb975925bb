import { checkAdjustments } from '../adjustments/check-adjustments.ts';
import { checkFigures } from '../admin/dashboard/check-figures.ts';
import { type BookProblem, checkLedger } from '../ledger/check-ledger.ts';
import { type Database, inSnapshot, type Tx } from '../lib/db/database.ts';
import { checkImports } from '../move-in/check-imports.ts';
import { checkPromotions } from '../promotions/check-promotions.ts';
import { checkWithdrawals } from '../withdrawals/check-withdrawals.ts';

export async function checkBooks(db: Database): Promise<BookProblem[]> {
	return inSnapshot(db, checkBooksIn);
}

/** @param tx repeatable read, or a transaction without concurrent writers. */
export async function checkBooksIn(tx: Tx): Promise<BookProblem[]> {
	return [
		...(await checkLedger(tx)),
		...(await checkWithdrawals(tx)),
		...(await checkAdjustments(tx)),
		...(await checkPromotions(tx)),
		...(await checkImports(tx)),
		...(await checkFigures(tx)),
	];
}
