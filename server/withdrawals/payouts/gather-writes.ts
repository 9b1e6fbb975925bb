import { WalletClosed } from '../../ledger/errors.ts';
import { DatabaseUnavailable, LostRace, sqlState } from '../../lib/db/database.ts';
import { type BatcherOptions, createBatchers } from '../../lib/jobs/batcher.ts';
import { MustWait, type NotedAnswer, noteAnswers } from '../safety/payout-safety.ts';
import type { WithdrawalKey } from '../store.ts';
import { type ClaimDeps, claimToCheck, claimToSend } from './claim-withdrawals.ts';
import type { DueRow } from './store-payouts.ts';
import { type Finding, writeOutcomes } from './write-outcomes.ts';

const WAITING_MAX = 10_000;

export type GatheredWrites = ReturnType<typeof gatherWrites>;

/** If a batch fails, its halves are tried, down to single orders. */
export function gatherWrites(deps: ClaimDeps, batchSizeMax: number) {
	function gather<Item, Result>(
		write: (items: readonly Item[]) => Promise<readonly Result[]>,
		uidOf?: (item: Item) => string,
	) {
		if (batchSizeMax === 1) return async (item: Item) => (await write([item]))[0] as Result;
		const options: BatcherOptions<Item, Result> = {
			write,
			batchSizeMax,
			batchesMax: 1,
			alongsideFrom: 1,
			paceMs: 0,
			queueLengthMax: WAITING_MAX,
			sourceLengthMax: WAITING_MAX,
			// An outcome may wait for any time, because the lease decides whether it counts.
			waitMsMax: Number.POSITIVE_INFINITY,
			sourceOf: () => '',
			isItemsFault: isOnesFault,
			isEverybodys: (error) => error instanceof DatabaseUnavailable,
		};
		const batchers = createBatchers(options, (item) => (uidOf ? deps.db.engine.groupOf(uidOf(item)) : 0));
		return (item: Item) => batchers.add(item);
	}
	return {
		claimToSend: gather((due: readonly DueRow[]) => claimToSend(deps, due), uidOf),
		claimToCheck: gather((keys: readonly WithdrawalKey[]) => claimToCheck(deps, keys), uidOf),
		writeOutcome: gather(
			(findings: readonly Finding[]) => writeOutcomes(deps.db, findings),
			({ of }) => of.uid,
		),
		noteAnswer: gather(async (answers: readonly NotedAnswer[]) => {
			await noteAnswers(deps, answers);
			return answers.map(() => undefined);
		}),
	};
}

const uidOf = ({ uid }: WithdrawalKey) => uid;

function isOnesFault(error: unknown): boolean {
	const isRefused = error instanceof MustWait || error instanceof WalletClosed || error instanceof LostRace;
	return isRefused || error instanceof RangeError || /^2[23]/.test(sqlState(error) ?? '');
}
