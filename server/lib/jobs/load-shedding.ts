import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** While the event loop is busy and people wait, payouts and mails give way: less at a time, but never nothing. */
export type LoadShedding = {
	arrived(): void;
	left(): void;
	/** Whether the process was busy in the last moments while somebody waited. */
	isBusy(): boolean;
	/** Resolves at once, or a moment later while busy. Before each of what comes in great numbers. */
	giveWay(): Promise<void>;
};

/** In ms, since whenever. */
type EventLoopTimes = { active: number; idle: number };

const LOOK_MS = 100;
/** From this share of its time on, what the event loop has to do begins to queue. */
const UTILIZATION = 0.5;
/** Requests that wait, on average. A single one has its answer sooner than anything could give way. */
const WAITING = 1;
/** Else the load that has given way would be taken for calm, and be back at once. */
const CALM_AFTER_MS = 1_000;
const PAUSE_MS = 100;

export function createLoadShedding({
	times = (): EventLoopTimes => performance.eventLoopUtilization(),
	now = () => performance.now(),
} = {}): LoadShedding {
	let waiting = 0;
	/** All that people have waited since the last look, added up until `countedAt`. */
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
