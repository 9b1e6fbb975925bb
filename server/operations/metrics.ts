import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../lib/db/database.ts';
import type { EventLog } from '../lib/event-log.ts';
import type { NoteTurn } from '../offerwalls/booking/turns.ts';
import type { PostbackTaker } from '../offerwalls/postbacks/take-postback.ts';
import { type SiteFigures, selectSiteFigures } from './store.ts';

/** The node's metrics, told in Prometheus' text format. */
export type Metrics = {
	contentType: string;
	read(): Promise<string>;
	/** The value of a gauge of the site without labels; undefined for one that has none now, or that nobody has. */
	valueOf(name: string): Promise<number | undefined>;
	/** @param seconds from the first byte of the request to the last of the answer. */
	answered(request: { method: string; route: string; status: number; seconds: number }): void;
	streamOpened(): void;
	streamClosed(): void;
	countPostbacks(taker: PostbackTaker): PostbackTaker;
	noteTurn: NoteTurn;
	countEvents(events: EventLog): EventLog;
};

/** From a cached answer to the longest that a client waits. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics(db: Database): Metrics {
	const registry = new Registry();
	collectDefaultMetrics({ register: registry });
	const registers = [registry];
	const requests = new Histogram({
		name: 'lootpass_http_request_seconds',
		help: 'Requests of people and apps, by route, method and status',
		labelNames: ['route', 'method', 'status'],
		buckets: SECONDS,
		registers,
	});
	const streams = new Gauge({ name: 'lootpass_live_streams', help: 'Open live streams of this process', registers });
	const postbacks = new Counter({
		name: 'lootpass_postbacks_total',
		help: 'Callbacks of partners by wall and outcome; failed ones were not kept and will be sent again',
		labelNames: ['wall', 'outcome'],
		registers,
	});
	const turns = new Histogram({
		name: 'lootpass_postback_batch_seconds',
		help: 'What a batch of postbacks does: waits for the one before it, locks its wallets, looks, decides, writes, commits',
		labelNames: ['turn'],
		buckets: [0.001, 0.0025, ...SECONDS],
		registers,
	});
	const events = new Counter({
		name: 'lootpass_events_total',
		help: 'Sign-ins, refusals, vendor calls, jobs and mails by outcome',
		labelNames: ['source', 'outcome'],
		registers,
	});
	const vendorCalls = new Histogram({
		name: 'lootpass_vendor_call_seconds',
		help: 'Calls of the payout vendor about orders',
		labelNames: ['call'],
		buckets: SECONDS,
		registers,
	});
	gaugePool(db, registry);

	return {
		contentType: registry.contentType,
		...readingWithSite(registry, db),
		answered: ({ route, method, status, seconds }) => requests.observe({ route, method, status }, seconds),
		streamOpened: () => streams.inc(),
		streamClosed: () => streams.dec(),
		noteTurn: (turn, ms) => turns.observe({ turn }, ms / 1000),
		countPostbacks: (taker) => ({
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
		}),
		countEvents: (log) => ({
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

/** @param own the metrics of this process. */
function readingWithSite(own: Registry, db: Database): Pick<Metrics, 'read' | 'valueOf'> {
	const site = new Registry();
	const refreshSite = gaugeSite(db, site);
	return {
		async read() {
			await refreshSite();
			return (await own.metrics()) + (await site.metrics());
		},
		async valueOf(name) {
			await refreshSite();
			const metric = await site.getSingleMetric(name)?.get();
			return metric?.values[0]?.value;
		},
	};
}

function gaugePool({ pool }: Database, registry: Registry): void {
	new Gauge({
		name: 'lootpass_database_connections',
		help: 'Connections of this process to the database, and who waits for one',
		labelNames: ['state'],
		registers: [registry],
		collect() {
			this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
			this.set({ state: 'idle' }, pool.idleCount);
			this.set({ state: 'waited-for' }, pool.waitingCount);
		},
	});
}

/** Gauges of the site; only `lootpass_database_up` while the database is away. @returns how to ask again. */
function gaugeSite(db: Database, registry: Registry): () => Promise<void> {
	const registers = [registry];
	const open = new Gauge({
		name: 'lootpass_withdrawals_open',
		help: 'Withdrawals that are neither paid nor refunded, by state',
		labelNames: ['state'],
		registers,
	});
	const oldest = new Gauge({
		name: 'lootpass_withdrawal_oldest_open_seconds',
		help: 'Age of the oldest open withdrawal; 0 when none is open',
		registers,
	});
	const alerts = new Gauge({
		name: 'lootpass_payout_alerts',
		help: 'What an operator should look at, as the admin area lists it',
		registers,
	});
	const feedAnswered = new Gauge({
		name: 'lootpass_feed_answered_timestamp_seconds',
		help: 'When the feed of a wall last answered with all of its offers; no value before the first time',
		labelNames: ['wall'],
		registers,
	});
	const booksHold = new Gauge({
		name: 'lootpass_books_hold',
		help: '1 when the last proof of the books found nothing, 0 when it did; no value before the first',
		registers,
	});
	const provenAt = new Gauge({
		name: 'lootpass_books_proven_timestamp_seconds',
		help: 'When the books were proven last; no value before the first time',
		registers,
	});

	const cover = new Gauge({
		name: 'lootpass_cover_days',
		help: "Days for which the vendor's balance lasts, by the payouts of the last 30; no value while it is not known",
		registers,
	});

	const backupAge = new Gauge({
		name: 'lootpass_backup_age_seconds',
		help: 'Age of the newest finished backup; no value before the first',
		registers,
	});
	const backupVerified = new Gauge({
		name: 'lootpass_backup_verified_timestamp_seconds',
		help: 'When a backup was last restored and its books held; no value before the first time',
		registers,
	});

	function show({ openWithdrawals, oldestSeconds, alertCount, feeds, books, backup, coverDays }: SiteFigures): void {
		for (const { state, count } of openWithdrawals) open.set({ state }, count);
		oldest.set(oldestSeconds);
		alerts.set(alertCount);
		if (backup.finishedAt) backupAge.set((Date.now() - backup.finishedAt.getTime()) / 1000);
		if (backup.verifiedAt) backupVerified.set(backup.verifiedAt.getTime() / 1000);
		for (const { wall, answeredAt } of feeds) feedAnswered.set({ wall }, answeredAt.getTime() / 1000);
		if (coverDays !== null) cover.set(coverDays);
		if (!books) return;
		booksHold.set(books.hold ? 1 : 0);
		provenAt.set(books.provenAt.getTime() / 1000);
	}

	const up = new Gauge({ name: 'lootpass_database_up', help: '1 when the database answered', registers });

	return async () => {
		const figures = await selectSiteFigures(db).catch(() => undefined);
		open.reset();
		feedAnswered.reset();
		for (const gauge of [oldest, alerts, cover, booksHold, provenAt, backupAge, backupVerified]) gauge.remove();
		if (figures) show(figures);
		up.set(figures ? 1 : 0);
	};
}
