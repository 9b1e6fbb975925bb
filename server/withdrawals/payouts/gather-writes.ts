import { asRobuxCents } from '../../../contract/money.ts';
import { callError } from '../../../contract/refusals.ts';
import { WalletClosed } from '../../ledger/errors.ts';
import { lockWallets } from '../../ledger/wallet.ts';
import type { Clock, Log } from '../../lib/clock-and-log.ts';
import { type Database, DatabaseUnavailable, LostRace, sqlState, type Tx } from '../../lib/db/database.ts';
import { inPipeline } from '../../lib/db/pipeline.ts';
import { type BatcherOptions, createBatchers } from '../../lib/jobs/batcher.ts';
import { changeStates, type StateChange } from '../change-state.ts';
import {
	giveBackSpend,
	listCallable,
	MustWait,
	type NotedAnswer,
	noteAnswers,
	requireWithinCaps,
} from '../safety/payout-safety.ts';
import type { WithdrawalKey, WithdrawalRow } from '../store.ts';
import { isClosed, type ReconcileTimes } from '../withdrawal.ts';
import type { DueRow } from './store-payouts.ts';
import * as store from './store-payouts.ts';

type ClaimDeps = { db: Database; clock: Clock; log: Log; times: ReconcileTimes & { leaseMs: number } };

/** A row is undefined if another worker leases the order or it is not due. */
type Claims = (WithdrawalRow | undefined)[];

/** Commits the attempts before any vendor call, so that each send is recorded. @throws MustWait if none may be sent. */
async function claimToSend(deps: ClaimDeps, due: readonly store.DueRow[]): Promise<Claims> {
	const callable = await listCallable(deps, due);
	if (callable.length === 0) return due.map(() => undefined);
	const nowMs = deps.clock.now();
	const now = new Date(nowMs);
	const leaseUntil = new Date(nowMs + deps.times.leaseMs);
	const claimed = await inPipeline(deps.db, async (tx) => {
		const free = await store.lockRequested(tx, callable, now);
		if (free.length === 0) return [];
		const attempts = free.map(({ uid, id, attempts }) => ({
			of: { uid, id },
			...({ from: 'requested', to: 'sending' } as const),
			...{ at: now, leaseUntil, nextCheckAt: leaseUntil },
			event: { kind: 'attempt', details: { number: attempts + 1 } } as const,
		}));
		const amount = asRobuxCents(free.reduce((sum, row) => sum + row.amount, 0));
		// Checks the caps last, because every node waits for their row lock.
		const orders = await changeStates(tx, attempts, () => [requireWithinCaps(tx, amount, nowMs)]);
		return orders.flatMap((order) => order ?? []);
	});
	return inOrderOf(due, claimed);
}

async function claimToCheck({ db, clock, times }: ClaimDeps, keys: readonly WithdrawalKey[]): Promise<Claims> {
	const nowMs = clock.now();
	const leaseUntil = new Date(nowMs + times.leaseMs);
	const claimed = await inPipeline(db, (tx) => store.claimToCheck(tx, keys, new Date(nowMs), leaseUntil));
	return inOrderOf(keys, claimed);
}

function inOrderOf(keys: readonly WithdrawalKey[], rows: readonly WithdrawalRow[]): Claims {
	const byId = new Map(rows.map((row) => [row.id, row]));
	return keys.map(({ id }) => byId.get(id));
}

export type Finding = StateChange & { of: WithdrawalRow };

/** After a lost lease, only records the late answer, or aborts if `alongside` is given. */
export function writeOutcomes(db: Database, findings: readonly Finding[], alongside?: (tx: Tx) => Promise<void>) {
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
