import { callError } from '../../../contract/refusals.ts';
import { lockWallets } from '../../ledger/wallet.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import { inPipeline } from '../../lib/db/pipeline.ts';
import { changeStates, type StateChange } from '../change-state.ts';
import { giveBackSpend } from '../safety/payout-safety.ts';
import type { WithdrawalRow } from '../store.ts';
import { isClosed } from '../withdrawal.ts';

export type Finding = StateChange & { of: WithdrawalRow };

/** After a lost lease, only records the late answer, or aborts if `alongside` is given. */
export function writeOutcomes(
	db: Database,
	findings: readonly Finding[],
	alongside?: (tx: Tx) => Promise<void>,
): Promise<boolean[]> {
	return inPipeline(db, async (tx) => {
		// Locks wallets before orders, as a new withdrawal does, so that the two cannot deadlock.
		const locked = findings.filter(({ to }) => alongside || isClosed(to));
		await lockWallets(
			tx,
			locked.map(({ of }) => of.uid),
		);
		await alongside?.(tx);
		const inOrder = findings.toSorted((one, other) => (one.of.uid < other.of.uid ? -1 : 1));
		const changed = await changeStates(tx, inOrder, (rows) =>
			// Unsent orders do not count against the caps.
			inOrder.flatMap(({ of, to }, n) => (rows[n] && to === 'requested' ? [giveBackSpend(tx, of)] : [])),
		);
		if (alongside && changed.includes(undefined)) throw callError('aborted', 'withdrawal-in-hand');
		return findings.map((finding) => changed[inOrder.indexOf(finding)] !== undefined);
	});
}
