import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Slows payouts and mails while the event loop is busy and requests wait. */
export type LoadShedding = ReturnType<typeof createLoadShedding>;

type EventLoopTimes = { active: number; idle: number };

const LOOK_MS = 100;
const UTILIZATION = 0.5;
const WAITING = 1;
/** Prevents oscillation. */
const CALM_AFTER_MS = 1_000;
const PAUSE_MS = 100;

export function createLoadShedding({
	times = (): EventLoopTimes => performance.eventLoopUtilization(),
	now = () => performance.now(),
} = {}) {
	let waiting = 0;
	let waitedMs = 0;
	let countedAt = now();
	let lookedAt = countedAt;
	let last = times();
	let busyUntil = Number.NEGATIVE_INFINITY;

	function count(): number {
		const at = now();
		waitedMs += waiting * (at - countedAt);
		countedAt = at;
		return at;
	}

	function isBusy(): boolean {
		const at = count();
		const overMs = at - lookedAt;
		if (overMs >= LOOK_MS) {
			const { active, idle } = times();
			const worked = active - last.active;
			const utilization = worked / (worked + idle - last.idle);
			if (utilization >= UTILIZATION && waitedMs / overMs >= WAITING) busyUntil = at + CALM_AFTER_MS;
			last = { active, idle };
			lookedAt = at;
			waitedMs = 0;
		}
		return at < busyUntil;
	}

	return {
		arrived() {
			count();
			waiting += 1;
		},
		left() {
			count();
			waiting -= 1;
		},
		isBusy,
		async giveWay() {
			if (isBusy()) await sleep(PAUSE_MS);
		},
	};
}
