import { createBatcher } from '../lib/batcher.ts';
import type { Clock } from '../lib/clock.ts';
import { type Database, sqlState } from '../lib/database.ts';
import type { Log } from '../lib/log.ts';
import { type BookedEvent, bookEvents, type EventItem } from './book-events.ts';
import { type Callback, type CallbackOutcome, createMask, type ReceivedCallback } from './callback.ts';
import { type OfferEvent, readPostback } from './postback.ts';
import { readRawParameters } from './raw-parameters.ts';
import { insertCallbacks } from './store.ts';
import type { Wall } from './wall.ts';

export type PostbackDeps = {
	db: Database;
	clock: Clock;
	log: Log;
	/** Hint that something of this user changed; sent after the commit. */
	publish(uid: string): void;
};

/** A callback as the network delivered it. `parameters` is the raw query, or the raw form of a POST. */
export type PostbackRequest = { method: string; address: string; parameters: string; ip: string };

export type PostbackTaker = {
	/**
	 * Verifies a callback, books it durably, and tells what became of it.
	 * @throws Overloaded when too many wait; a database error when it could not be kept. Both mean: send it again.
	 */
	take(wall: Wall, request: PostbackRequest): Promise<CallbackOutcome>;
	/** Keeps a callback that was refused before it was read. */
	refuse(wall: Wall, request: PostbackRequest, why: string): Promise<void>;
	drain(): Promise<void>;
};

/** How many batches are written at the same time, and how large they may grow. */
export type EventBatching = { lanes: number; batchSizeMax: number };

/** Two: one batch is written while the next one fills. More lanes only make smaller batches, each with its own commit. */
const EVENT_BATCHING: EventBatching = { lanes: 2, batchSizeMax: 500 };
const EVENT_QUEUE_MAX = 20_000;
const REFUSAL_BATCH_MAX = 500;
const REFUSAL_QUEUE_MAX = 5_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function createPostbackTaker(deps: PostbackDeps, batching = EVENT_BATCHING): PostbackTaker {
	const events = createBatcher<EventItem, BookedEvent>({
		write: (items) => bookEvents(deps.db, items),
		// By user: two batches then never wait for the same wallet.
		laneOf: ({ event }) => Number.parseInt(event.uid.slice(-4), 16),
		lanes: batching.lanes,
		batchSizeMax: batching.batchSizeMax,
		queueLengthMax: EVENT_QUEUE_MAX,
		isItemsFault: isRowsFault,
	});
	const kept = createBatcher<Callback, void>({
		write: async (callbacks) => {
			await insertCallbacks(deps.db, callbacks);
			return callbacks.map(() => undefined);
		},
		laneOf: () => 0,
		lanes: 1,
		batchSizeMax: REFUSAL_BATCH_MAX,
		queueLengthMax: REFUSAL_QUEUE_MAX,
		isItemsFault: isRowsFault,
	});

	async function take(wall: Wall, request: PostbackRequest): Promise<CallbackOutcome> {
		const callback = receive(deps.clock, wall, request);
		const parameters = readRawParameters(request.parameters);
		if (!parameters) {
			return keepRefusal(callback, 'malformed', 'a parameter is repeated or not readable');
		}
		const event = readPostback(wall, parameters);
		if ('refused' in event) return keepRefusal(callback, event.refused, event.why);
		const outcome = await settle(event, callback);
		if (outcome === 'conflict') deps.log.error({ callback }, 'one transaction id came with two contents');
		return outcome;
	}

	async function settle(event: OfferEvent, callback: ReceivedCallback): Promise<CallbackOutcome> {
		if (event.kind === 'test') return keep({ ...callback, outcome: 'test' });
		if (!UUID.test(event.uid)) return keep({ ...callback, outcome: 'unknown-user' });
		if (event.kind === 'credit' && event.reward === 0) return keep({ ...callback, outcome: 'zero', uid: event.uid });
		const { outcome, capped } = await events.add({ event, callback });
		if (capped) deps.log.warn({ callback }, 'a reversal was larger than its credit and was capped');
		if (outcome === 'booked' || outcome === 'reversed') deps.publish(event.uid);
		return outcome;
	}

	async function keep(callback: Callback): Promise<CallbackOutcome> {
		await kept.add(callback);
		return callback.outcome;
	}

	/** A refusal is answered also when it cannot be kept: it must never depend on the database. */
	async function keepRefusal(callback: ReceivedCallback, outcome: CallbackOutcome, why: string) {
		deps.log.warn(
			{ wall: callback.wall, ip: callback.ip, request: callback.request, why },
			`postback refused: ${outcome}`,
		);
		await kept.add({ ...callback, outcome }).catch((error) => deps.log.error({ err: error }, 'refusal was not kept'));
		return outcome;
	}

	return {
		take,
		async refuse(wall, request, why) {
			await keepRefusal(receive(deps.clock, wall, request), 'forbidden', why);
		},
		async drain() {
			await Promise.all([events.drain(), kept.drain()]);
		},
	};
}

function receive(clock: Clock, wall: Wall, request: PostbackRequest): ReceivedCallback {
	const body = request.method === 'GET' ? '' : `\n${request.parameters}`;
	const address = wall.pathKey ? request.address.replace(wall.pathKey, '***') : request.address;
	return {
		atMs: clock.now(),
		wall: wall.id,
		ip: request.ip,
		request: maskOf(wall)(`${request.method} ${address}${body}`),
	};
}

const masks = new WeakMap<Wall, (text: string) => string>();

function maskOf(wall: Wall): (text: string) => string {
	const mask = masks.get(wall) ?? createMask([wall.partner.parameters.signature]);
	masks.set(wall, mask);
	return mask;
}

/** PostgreSQL's classes 22 (data) and 23 (integrity) speak of a row; a RangeError of a row that we would not post. */
function isRowsFault(error: unknown): boolean {
	return error instanceof RangeError || /^2[23]/.test(sqlState(error) ?? '');
}
