import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from '../../lib/db/database.ts';
import { changeStates } from '../change-state.ts';
import { listSendable } from '../safety/payout-safety.ts';
import { gatherWrites } from './gather-writes.ts';
import { payWithdrawal } from './pay-withdrawal.ts';
import { reconcileWithdrawal } from './reconcile-withdrawal.ts';
import type { PayoutDeps } from './record-outcome.ts';
import { type DueRow, selectDue } from './store-payouts.ts';

export const WAKE_PAYOUTS = 'payouts';

const SWEEP_MS = 2_000;
/** Collects orders under load, because a batch of writes costs hardly more than a single one. */
const SWEEP_PACE_MS = 50;
const CONCURRENCY = 16;
const REFILL_AT = CONCURRENCY / 2;
const GIVING_WAY = { paceMs: 100, begun: 4 };

/** Polls the orders; a notification only wakes it earlier, so losing one is harmless. */
export function startPayouts(alone: PayoutDeps, { sweepIntervalMs = SWEEP_MS, isBusy = (): boolean => false } = {}) {
	const deps = { ...alone, gathered: gatherWrites(alone, CONCURRENCY) };
	const underWay = new Map<string, Promise<unknown>>();
	let isStopping = false;
	let wakeUp: (() => void) | undefined;
	let isWoken = false;
	let isMore = false;

	function wake(): void {
		isWoken = true;
		wakeUp?.();
	}

	async function rest(): Promise<void> {
		if (isWoken || isStopping) return;
		await new Promise<void>((resolve) => {
			const timer = setTimeout(resolve, sweepIntervalMs);
			wakeUp = () => {
				clearTimeout(timer);
				resolve();
			};
		});
		wakeUp = undefined;
	}

	async function sweep(): Promise<void> {
		isMore = underWay.size >= CONCURRENCY;
		if (isMore) return;
		const due = await listDue(deps, CONCURRENCY);
		isMore = due.length >= CONCURRENCY;
		const begunMax = isBusy() ? GIVING_WAY.begun : CONCURRENCY;
		let begun = 0;
		for (const row of due) {
			if (underWay.has(row.id)) continue;
			if (underWay.size >= CONCURRENCY) isMore = true;
			// Wakes again without waiting for these orders, because their vendor may be slow.
			else if (begun >= begunMax) wake();
			else {
				begun += 1;
				underWay.set(row.id, workOnOne(row));
			}
		}
	}

	/** A failed order waits for the next sweep, so that an outage causes no busy loop. */
	async function workOnOne(row: DueRow): Promise<void> {
		try {
			await workOff(deps, row);
			if (isMore && underWay.size <= REFILL_AT) wake();
		} catch (error) {
			deps.log.error({ err: error, id: row.id }, "couldn't process a withdrawal");
		} finally {
			underWay.delete(row.id);
		}
	}

	async function run(): Promise<void> {
		while (!isStopping) {
			isWoken = false;
			const paced = sleep(isBusy() ? GIVING_WAY.paceMs : SWEEP_PACE_MS);
			await sweep().catch((error) => deps.log.error({ err: error }, "couldn't list due withdrawals"));
			await rest();
			await paced;
		}
		await Promise.all(underWay.values());
	}

	const ended = run();
	return {
		wake,
		stop() {
			isStopping = true;
			wake();
			return ended;
		},
	};
}

export async function listDue(deps: PayoutDeps, limit: number): Promise<DueRow[]> {
	const vendors = [...deps.vendors.keys()];
	const sendable = await listSendable(deps, vendors);
	return selectDue(deps.db, { now: new Date(deps.clock.now()), vendors, sendable, limit });
}

export async function workOff(deps: PayoutDeps, row: DueRow): Promise<void> {
	if (row.state === 'requested') return payWithdrawal(deps, row);
	if (row.state === 'sending') await expire(deps, row);
	await reconcileWithdrawal(deps, row);
}

/** The worker of an expired lease may have paid, so the order becomes `unknown` and that worker's late answer is ignored. */
async function expire({ db, clock, log }: PayoutDeps, { uid, id }: DueRow): Promise<void> {
	const at = new Date(clock.now());
	const event = { kind: 'abandoned', details: {} } as const;
	const change = { of: { uid, id }, from: 'sending', to: 'unknown', at, nextCheckAt: at, event } as const;
	const [expired] = await inTransaction(db, (tx) => changeStates(tx, [change]));
	if (expired) log.warn({ id }, 'payout attempt interrupted; checking with the vendor');
}
