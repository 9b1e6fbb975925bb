import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../lib/db/database.ts';
import type { EventLog } from '../lib/event-log.ts';
import type { NoteTurn } from '../offerwalls/booking/turns.ts';
import type { PostbackTaker } from '../offerwalls/postbacks/take-postback.ts';

export type Metrics = ReturnType<typeof createMetrics>;

type Answered = { method: string; route: string; status: number; seconds: number };

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics(db: Database) {
	const registry = new Registry();
	collectDefaultMetrics({ register: registry });
	const registers = [registry];
	const requests = new Histogram({
		name: 'lootpass_http_request_seconds',
		help: 'Requests by route, method and status',
		labelNames: ['route', 'method', 'status'],
		buckets: SECONDS,
		registers,
	});
	const streams = new Gauge({ name: 'lootpass_live_streams', help: 'Open live streams of this process', registers });
	const postbacks = new Counter({
		name: 'lootpass_postbacks_total',
		help: 'Postbacks by offerwall and outcome; failed ones were not stored, and partners send them again',
		labelNames: ['wall', 'outcome'],
		registers,
	});
	const turns = new Histogram({
		name: 'lootpass_postback_batch_seconds',
		help: 'Duration of each step of a batch of postbacks',
		labelNames: ['turn'],
		buckets: [0.001, 0.0025, ...SECONDS],
		registers,
	});
	const events = new Counter({
		name: 'lootpass_events_total',
		help: 'Sign-ins, rejected requests, vendor calls, jobs and emails by outcome',
		labelNames: ['source', 'outcome'],
		registers,
	});
	const vendorCalls = new Histogram({
		name: 'lootpass_vendor_call_seconds',
		help: 'Order calls to the payout vendor',
		labelNames: ['call'],
		buckets: SECONDS,
		registers,
	});
	gaugePool(db, registry);

	return {
		contentType: registry.contentType,
		read: () => registry.metrics(),
		answered: ({ route, method, status, seconds }: Answered) => requests.observe({ route, method, status }, seconds),
		streamOpened: () => streams.inc(),
		streamClosed: () => streams.dec(),
		noteTurn: ((turn, ms) => turns.observe({ turn }, ms / 1000)) satisfies NoteTurn,
		countPostbacks: (taker: PostbackTaker): PostbackTaker => ({
			...taker,
			async take(wall, request) {
				try {
					const outcome = await taker.take(wall, request);
					postbacks.inc({ wall: wall.id, outcome });
					return outcome;
				} catch (error) {
					postbacks.inc({ wall: wall.id, outcome: 'failed' });
					throw error;
				}
			},
			refuse(wall, request, refusal) {
				postbacks.inc({ wall: wall.id, outcome: refusal.outcome });
				return taker.refuse(wall, request, refusal);
			},
			refuseUnknown(request) {
				postbacks.inc({ wall: 'unknown', outcome: 'forbidden' });
				return taker.refuseUnknown(request);
			},
		}),
		countEvents: (log: EventLog): EventLog => ({
			...log,
			note(event) {
				const { source, outcome, what, tookMs } = event;
				events.inc({ source, outcome });
				if (source === 'vendor' && tookMs !== undefined) vendorCalls.observe({ call: what }, tookMs / 1000);
				log.note(event);
			},
		}),
	};
}

function gaugePool({ pool }: Database, registry: Registry): void {
	new Gauge({
		name: 'lootpass_database_connections',
		help: 'Database connections of this process, and requests waiting for one',
		labelNames: ['state'],
		registers: [registry],
		collect() {
			this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
			this.set({ state: 'idle' }, pool.idleCount);
			this.set({ state: 'waited-for' }, pool.waitingCount);
		},
	});
}
