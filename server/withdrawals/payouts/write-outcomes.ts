import { CallError } from '../../../contract/errors.ts';
import { refusal } from '../../../contract/refusals.ts';
import { lockWallets } from '../../ledger/wallet.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import { inPipeline } from '../../lib/db/pipeline.ts';
import { changeStates, type StateChange } from '../change-state.ts';
import { giveBackSpend } from '../safety/payout-safety.ts';
import type { WithdrawalRow } from '../store.ts';
import { isClosed } from '../withdrawal.ts';

export type Finding = StateChange & { of: WithdrawalRow };

/**
 * One transaction in five round trips, however many there are. A lost claim keeps only that its answer came.
 * @param alongside under the wallets' locks, before anything is written; a lost claim undoes it, CallError `aborted`.
 * @returns which of them were written.
 */
export function writeOutcomes(
	db: Database,
	findings: readonly Finding[],
	alongside?: (tx: Tx) => Promise<void>,
): Promise<boolean[]> {
	return inPipeline(db, async (tx) => {
		// Wallets first, then orders: the same sequence as a new withdrawal, so the two never wait for each other.
		const locked = findings.filter(({ to }) => alongside || isClosed(to));
		await lockWallets(
			tx,
			locked.map(({ of }) => of.uid),
		);
		await alongside?.(tx);
		const inOrder = findings.toSorted((one, other) => (one.of.uid < other.of.uid ? -1 : 1));
		const changed = await changeStates(tx, inOrder, (rows) =>
			// They were not sent, so they have not used up their share.
			inOrder.flatMap(({ of, to }, n) => (rows[n] && to === 'requested' ? [giveBackSpend(tx, of)] : [])),
		);
		// What was to happen alongside must not be kept either.
		if (alongside && changed.includes(undefined)) throw new CallError('aborted', refusal('withdrawal-in-hand'));
		return findings.map((finding) => changed[inOrder.indexOf(finding)] !== undefined);
	});
}
