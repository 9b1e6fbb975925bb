import type { RobuxCents } from '../../../contract/money.ts';
import type * as real from '../../../server/ledger/store-postings.ts';
import { LostRace } from '../../../server/lib/database.ts';
import { notWhole } from '../database-error.ts';
import { statement, type Transaction } from '../transaction.ts';

export * from '../../../server/ledger/store-postings.ts';

/** Transfers and what they do to their wallets. The totals of shared accounts are not kept. */
export const insertPostings: typeof real.insertPostings = (db, postings) =>
	statement(db, async (tx) => {
		const ids: number[] = [];
		for (const posting of postings) {
			const id = posting.id ?? tx.nextId();
			const isNew = await tx.insert('transfers', `${posting.uid} ${posting.reference}`, { ...posting, id });
			if (!isNew) throw new LostRace('a reference was booked by somebody else meanwhile');
			await move(tx, posting);
			ids.push(id);
		}
		return Math.min(...ids);
	});

async function move(tx: Transaction, posting: Parameters<typeof real.insertPostings>[1][number]): Promise<void> {
	const { uid, balanceChange, pendingChange, earnedChange, withdrawnChange } = posting;
	const moved = await tx.update(
		'wallets',
		uid,
		({ closed }) => !closed,
		({ balance, pending, earned, withdrawn }) => ({
			balance: (balance + balanceChange) as RobuxCents,
			pending: (pending + pendingChange) as RobuxCents,
			earned: (earned + earnedChange) as RobuxCents,
			withdrawn: (withdrawn + withdrawnChange) as RobuxCents,
		}),
	);
	if (!moved) throw notWhole();
}
