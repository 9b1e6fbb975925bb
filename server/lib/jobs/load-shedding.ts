import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * People wait for their answers; a payout or a mail does not mind a second. One process does both, on one event loop, so
 * while it is busy and somebody waits, what runs beside the requests gives way: it takes less at a time and rests longer,
 * but it never stops. Where nobody waits, or there is time for all, it gives way to nobody.
 */
export type LoadShedding = {
	/** Somebody asks something. */
	arrived(): void;
	/** And has got an answer, or has gone. */
	left(): void;
	/** Whether people wait in a busy process, as of the last moments. */
	isBusy(): boolean;
	/** Resolves at once, or a moment later while it is busy. For what comes in great numbers, before each of them. */
	giveWay(): Promise<void>;
};

/** How long the event loop has worked and rested, in ms, since whenever. */
type EventLoopTimes = { active: number; idle: number };

/** Looks over less than this say more of chance than of load. */
const LOOK_MS = 100;
/** From this share of its time on, what the event loop has to do begins to queue. */
const UTILIZATION = 0.5;
/** On average. A single request has its answer sooner than anything could give way to it. */
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
