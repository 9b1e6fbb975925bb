import type { AccountMemory } from '../../accounts/memory/account-memory.ts';
import type { Log } from '../../lib/clock-and-log.ts';
import { type DbDeps, inTransaction } from '../../lib/db/database.ts';
import { enqueue } from '../../lib/jobs/jobs.ts';
import { changeStates } from '../change-state.ts';
import { WATCH_PAYOUTS_TASK } from '../withdrawal.ts';
import { needsPerson, rulesThatHold } from './screening.ts';
import {
	type DueScreening,
	endScreening,
	leaveToPerson,
	readScreeningFacts,
	selectDueScreenings,
} from './store-screenings.ts';

export type EndDeps = DbDeps & {
	log: Log;
	memory: AccountMemory;
	publish: (uid: string) => void;
	wakePayouts: () => void;
};

const AT_ONCE = 100;

export async function endScreenings(deps: EndDeps): Promise<void> {
	for (;;) {
		const due = await selectDueScreenings(deps.db, new Date(deps.clock.now()), AT_ONCE);
		let isAnyOver = false;
		for (const order of due) isAnyOver = (await endOne(deps, order)) || isAnyOver;
		if (isAnyOver) deps.wakePayouts();
		if (due.length < AT_ONCE) return;
	}
}

async function endOne({ db, clock, log, memory, publish }: EndDeps, order: DueScreening): Promise<boolean> {
	const nowMs = clock.now();
	const at = new Date(nowMs);
	const hasGoneOn = await inTransaction(db, async (tx) => {
		const rules = rulesThatHold(await readScreeningFacts({ db: tx, clock, memory }, order), {
			amount: order.amount,
			nowMs,
		});
		if (order.isStopped || needsPerson(rules)) {
			await leaveToPerson(tx, order, rules);
			await enqueue(tx, WATCH_PAYOUTS_TASK, {}, WATCH_PAYOUTS_TASK);
			return false;
		}
		const event = { kind: 'screening', details: { outcome: 'went-on' } } as const;
		const change = { of: order, from: 'screening', to: 'requested', at, nextCheckAt: at, event } as const;
		const [changed] = await changeStates(tx, [change]);
		if (changed) await endScreening(tx, order, { outcome: 'went-on', by: null, at });
		return changed !== undefined;
	});
	if (!hasGoneOn) return false;
	log.info({ orderId: order.orderId }, 'withdrawal released from screening');
	publish(order.uid);
	return true;
}
