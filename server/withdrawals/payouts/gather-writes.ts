import { WalletClosed } from '../../ledger/errors.ts';
import { LostRace, sqlState } from '../../lib/db/database.ts';
import { DatabaseAway } from '../../lib/db/database-away.ts';
import { type BatcherOptions, createBatchers } from '../../lib/jobs/batcher.ts';
import { MustWait, type NotedAnswer, noteAnswers } from '../safety/payout-safety.ts';
import type { WithdrawalKey } from '../store.ts';
import { type ClaimDeps, claimToAsk, claimToSend } from './claim-withdrawals.ts';
import type { DueRow } from './store-payouts.ts';
import { type Finding, writeOutcomes } from './write-outcomes.ts';

/** Far more than are ever worked on at once. */
const WAITING_MAX = 10_000;

export type GatheredWrites = ReturnType<typeof gatherWrites>;

/** One transaction for many orders costs about the same as for one. Where it fails, its halves are tried, down to one order. */
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
			// What is found out is written however long that takes; its lease tells whether it still counts.
			waitMsMax: Number.POSITIVE_INFINITY,
			sourceOf: () => '',
			isItemsFault: isOnesFault,
			isEverybodys: (error) => error instanceof DatabaseAway,
		};
		const batchers = createBatchers(options, (item) => (uidOf ? deps.db.engine.groupOf(uidOf(item)) : 0));
		return (item: Item) => batchers.add(item);
	}
	return {
		/** @throws MustWait when it may not be sent now. */
		claimToSend: gather((due: readonly DueRow[]) => claimToSend(deps, due), uidOf),
		claimToAsk: gather((keys: readonly WithdrawalKey[]) => claimToAsk(deps, keys), uidOf),
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

/** Whether one of the orders is to blame, not the database, which would fail for each of them alone as well. */
function isOnesFault(error: unknown): boolean {
	const isRefused = error instanceof MustWait || error instanceof WalletClosed || error instanceof LostRace;
	return isRefused || error instanceof RangeError || /^2[23]/.test(sqlState(error) ?? '');
}
