import { randomUUID } from 'node:crypto';
import type { Log } from './clock-and-log.ts';
import { type Channel, createChannel } from './db/channel.ts';

type Followed = {
	live: Pick<LiveHub, 'subscribe'>;
	log: Pick<Log, 'warn'>;
	/** Published by the node that made a change. */
	name: string;
	everyMs: number;
	what: string;
	refresh: () => Promise<unknown>;
};

/** Refreshes what other nodes change: at each notification and, because one may be lost, at intervals. */
export function followChanges({ live, log, name, everyMs, what, refresh }: Followed) {
	const look = () => void refresh().catch((err) => log.warn({ err }, `couldn't load ${what}`));
	const stopListening = live.subscribe(name, look);
	const timer = setInterval(look, everyMs).unref();
	return {
		look,
		close() {
			clearInterval(timer);
			stopListening();
		},
	};
}

/** Calls during a run share the next one, so that no older result replaces a newer one. */
export function serialized<Result>(run: () => Promise<Result>): () => Promise<Result> {
	let running: Promise<Result> | undefined;
	let after: Promise<Result> | undefined;
	return function runNow(): Promise<Result> {
		if (!running) {
			running = run().finally(() => {
				running = undefined;
			});
			return running;
		}
		const again = (): Promise<Result> => {
			after = undefined;
			return runNow();
		};
		after ??= running.then(again, again);
		return after;
	};
}

export type LiveHub = ReturnType<typeof createLiveHub>;

const CHANNEL = 'live';
const FLUSH_AFTER_MS = 50;
/** PostgreSQL's limit is 8,000 bytes; a uuid and a comma take 37. */
const UIDS_PER_NOTIFICATION = 200;
const PENDING_MAX = 20_000;
const FLUSH_EVERY_MS = 10_000;
const RECONNECT_MIN_MS = 100;
const RECONNECT_MAX_MS = 5_000;

/** Uses a connection of its own, because PostgreSQL commits notifying transactions one at a time. */
export function createLiveHub({ url, log }: { url: string; log: Log }) {
	const node = randomUUID();
	const listeners = createListeners();
	let pending = new Set<string>();
	let flushTimer: NodeJS.Timeout | undefined;
	let reconnectTimer: NodeJS.Timeout | undefined;
	let channel: Channel | undefined;
	let isBusy = true;
	let flushing = Promise.resolve();
	let reconnectAfterMs = RECONNECT_MIN_MS;
	let closed = false;

	async function connect(): Promise<void> {
		const connecting = createChannel({
			url,
			name: CHANNEL,
			onPayload(payload) {
				if (!payload.startsWith(node)) payload.split(',').slice(1).forEach(listeners.notifyUser);
			},
			onLost: (error) => lose(connecting, error),
		});
		channel = connecting;
		isBusy = true;
		try {
			await connecting.listen();
		} catch (error) {
			return lose(connecting, error as Error);
		}
		reconnectAfterMs = RECONNECT_MIN_MS;
		isBusy = false;
		listeners.notifyAll();
		scheduleFlush();
	}

	function lose(lost: Channel, error: Error): void {
		if (channel !== lost) return;
		channel = undefined;
		isBusy = true;
		lost.end().catch(() => {});
		if (closed) return;
		log.warn({ err: error }, 'live updates between nodes were interrupted, and some were missed; reconnecting');
		reconnectTimer = setTimeout(() => {
			connected = connect();
		}, reconnectAfterMs).unref();
		reconnectAfterMs = Math.min(reconnectAfterMs * 2, RECONNECT_MAX_MS);
	}

	function scheduleFlush(): void {
		if (flushTimer || pending.size === 0 || closed) return;
		flushTimer = setTimeout(flushUnlessBusy, FLUSH_AFTER_MS).unref();
	}

	function flushUnlessBusy(): void {
		flushTimer = undefined;
		if (!isBusy) flushing = flush();
	}

	async function flush(): Promise<void> {
		const sending = channel;
		if (!sending) return;
		const uids = [...pending];
		pending = new Set();
		isBusy = true;
		await sending.notify(payloadsOf(node, uids)).catch((error) => lose(sending, error));
		if (channel === sending) isBusy = false;
		scheduleFlush();
	}

	let connected = connect();
	const polling = setInterval(flushUnlessBusy, FLUSH_EVERY_MS).unref();

	return {
		/** Call after commit. A notification may be lost, so listeners also poll. */
		publish(uid: string) {
			if (listeners.has(uid)) setImmediate(listeners.notifyUser, uid);
			if (pending.size < PENDING_MAX) pending.add(uid);
			if (!isBusy) scheduleFlush();
		},
		subscribe: listeners.subscribe,
		async close() {
			closed = true;
			clearInterval(polling);
			clearTimeout(flushTimer);
			clearTimeout(reconnectTimer);
			await connected;
			await flushing;
			if (channel && pending.size > 0) await flush();
			await channel?.end().catch(() => {});
		},
	};
}

function createListeners() {
	const byUser = new Map<string, Set<() => void>>();
	function notifyUser(uid: string): void {
		for (const listener of byUser.get(uid) ?? []) listener();
	}
	function subscribe(uid: string, listener: () => void): () => void {
		const ofUser = byUser.get(uid) ?? new Set();
		byUser.set(uid, ofUser.add(listener));
		return () => {
			ofUser.delete(listener);
			if (ofUser.size === 0 && byUser.get(uid) === ofUser) byUser.delete(uid);
		};
	}
	return {
		notifyUser,
		subscribe,
		has: (uid: string) => byUser.has(uid),
		notifyAll: () => [...byUser.keys()].forEach(notifyUser),
	};
}

function payloadsOf(node: string, uids: readonly string[]): string[] {
	const payloads: string[] = [];
	for (let start = 0; start < uids.length; start += UIDS_PER_NOTIFICATION) {
		payloads.push([node, ...uids.slice(start, start + UIDS_PER_NOTIFICATION)].join(','));
	}
	return payloads;
}
