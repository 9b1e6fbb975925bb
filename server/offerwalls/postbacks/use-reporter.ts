import { HOUR_MS } from '../../../contract/durations.ts';
import type { Clock } from '../../lib/clock-and-log.ts';
import type { EventLog } from '../../lib/event-log.ts';
import { visitorOf } from '../../lib/http/callers.ts';

const REPORTED_FOR_MS = HOUR_MS;
const REPORTED_MAX = 20_000;

/** Reports each user and network once an hour, for the fraud check. */
export function createUseReporter({ events, clock }: { events: Pick<EventLog, 'note'>; clock: Clock }) {
	let reported = new Set<string>();
	let sinceMs = clock.now();

	return ({ uid, ip, wall }: { uid: string; ip: string; wall: string }): void => {
		const nowMs = clock.now();
		if (Math.abs(nowMs - sinceMs) >= REPORTED_FOR_MS || reported.size >= REPORTED_MAX) {
			reported = new Set();
			sinceMs = nowMs;
		}
		const key = `${uid} ${visitorOf(ip)}`;
		if (reported.has(key)) return;
		reported.add(key);
		events.note({ source: 'use', what: `/postback/${wall}`, outcome: 'told', uid, ip });
	};
}
