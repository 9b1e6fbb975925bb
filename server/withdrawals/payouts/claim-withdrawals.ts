import { asRobuxCents } from '../../../contract/money.ts';
import type { Clock, Log } from '../../lib/clock-and-log.ts';
import type { Database } from '../../lib/db/database.ts';
import { inPipeline } from '../../lib/db/pipeline.ts';
import { changeStates } from '../change-state.ts';
import { listCallable, requireWithinCaps } from '../safety/payout-safety.ts';
import type { WithdrawalKey, WithdrawalRow } from '../store.ts';
import type { ReconcileTimes } from '../withdrawal.ts';
import * as store from './store-payouts.ts';

export type ClaimDeps = { db: Database; clock: Clock; log: Log; times: ReconcileTimes & { leaseMs: number } };

/** A row is undefined if another worker leases the order or it is not due. */
type Claims = (WithdrawalRow | undefined)[];

/**
 * Commits the attempts before any vendor call, so that every possible send is recorded. @throws MustWait if none may be
 * sent now.
 */
export async function claimToSend(deps: ClaimDeps, due: readonly store.DueRow[]): Promise<Claims> {
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

export async function claimToCheck({ db, clock, times }: ClaimDeps, keys: readonly WithdrawalKey[]): Promise<Claims> {
	const nowMs = clock.now();
	const leaseUntil = new Date(nowMs + times.leaseMs);
	const claimed = await inPipeline(db, (tx) => store.claimToCheck(tx, keys, new Date(nowMs), leaseUntil));
	return inOrderOf(keys, claimed);
}

function inOrderOf(keys: readonly WithdrawalKey[], rows: readonly WithdrawalRow[]): Claims {
	const byId = new Map(rows.map((row) => [row.id, row]));
	return keys.map(({ id }) => byId.get(id));
}
