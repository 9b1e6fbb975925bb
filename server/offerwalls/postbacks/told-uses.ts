import { HOUR_MS } from '../../../contract/durations.ts';
import type { Clock } from '../../lib/clock.ts';
import type { EventLog } from '../../lib/event-log.ts';
import { visitorOf } from '../../lib/http/rate-limit.ts';

const TOLD_FOR_MS = HOUR_MS;
const TOLD_MAX = 20_000;

/** Once an hour per place, for the fraud check. */
export function createToldUses({ events, clock }: { events: Pick<EventLog, 'note'>; clock: Clock }) {
	let told = new Set<string>();
	let sinceMs = clock.now();

	return ({ uid, ip, wall }: { uid: string; ip: string; wall: string }): void => {
		const nowMs = clock.now();
		if (Math.abs(nowMs - sinceMs) >= TOLD_FOR_MS || told.size >= TOLD_MAX) {
			told = new Set();
			sinceMs = nowMs;
		}
		const key = `${uid} ${visitorOf(ip)}`;
		if (told.has(key)) return;
		told.add(key);
		events.note({ source: 'use', what: `/postback/${wall}`, outcome: 'told', uid, ip });
	};
}
