import { EventEmitter, once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { UserDocument } from '../../../contract/accounts/profiles.ts';
import { callError } from '../../../contract/refusals.ts';
import type { Log } from '../../lib/clock-and-log.ts';
import type { Database } from '../../lib/db/database.ts';
import type { BoundLiveSource, DataHandler } from '../../lib/feature.ts';
import type { Actor } from '../../lib/http/callers.ts';
import { createSemaphore } from '../../lib/jobs/semaphores.ts';
import type { LiveHub } from '../../lib/live-hub.ts';
import { getUserDocument } from './user-document.ts';

type Positions = Readonly<Record<string, string>>;

/** The id arrives in a header, and Node limits all headers to 16 kB. */
const ID_LENGTH_MAX = 8_000;
const POSITION_LENGTH_MAX = 3_000;
const positions = z.record(z.string().max(50), z.string().max(POSITION_LENGTH_MAX));

/** An event id contains the reader's whole state, so that any node can resume the stream. */
export function encodeEventId(reached: Positions): string {
	return Buffer.from(JSON.stringify(reached), 'utf8').toString('base64url');
}

export function decodeEventId(id: unknown): Positions {
	if (typeof id !== 'string' || id === '' || id.length > ID_LENGTH_MAX) return {};
	try {
		return positions.parse(JSON.parse(Buffer.from(id, 'base64url').toString('utf8')));
	} catch {
		return {};
	}
}

type LiveStreamDeps = {
	uid: string;
	log: Log;
	reached: Positions;
	sources: readonly BoundLiveSource[];
	readDocument(): Promise<UserDocument>;
};

type LiveStream = ReturnType<typeof openLiveStream>;

const RETRY_MS = 2_000;
const COMMENT_EVERY_MS = 25_000;
const REFRESH_AT_MOST_EVERY_MS = 100;
const AFTER_FAILURE_MS = 2_000;
const STALLED_AFTER_MS = 30_000;
const LAST_TAKEN_WITHIN_MS = 1_000;

/** Sources are read only when the connection has room, so that a slow reader causes no buffering. */
export function openLiveStream(deps: LiveStreamDeps) {
	const { uid, log, sources } = deps;
	const output = new PassThrough();
	const closed = new AbortController();
	const wake = new EventEmitter();
	let reached: Positions = deps.reached;
	let sentDocument = '';
	let isStale = true;

	async function write(text: string): Promise<void> {
		if (closed.signal.aborted || output.write(text)) return;
		await once(output, 'drain', { signal: AbortSignal.any([closed.signal, AbortSignal.timeout(STALLED_AFTER_MS)]) });
	}

	function send(event: string, content: string, position: Positions): Promise<void> {
		return write(`id: ${encodeEventId(position)}\nevent: ${event}\ndata: ${content}\n\n`);
	}

	/** Sets the start positions before the first read, so that no change is lost. */
	async function settlePositions(): Promise<void> {
		for (const { name, listChangesSince } of sources) {
			if (reached[name] !== undefined) continue;
			const { position } = await listChangesSince(uid, undefined);
			reached = { ...reached, [name]: position };
		}
	}

	async function sendDocument(): Promise<void> {
		const content = JSON.stringify(await deps.readDocument());
		if (content === sentDocument) return;
		await send('user', content, reached);
		sentDocument = content;
	}

	async function sendChanges({ name, listChangesSince }: BoundLiveSource): Promise<void> {
		while (!closed.signal.aborted) {
			const { items, position } = await listChangesSince(uid, reached[name]);
			const after = { ...reached, [name]: position };
			for (const [index, item] of items.entries()) {
				await send(name, JSON.stringify(item), index === items.length - 1 ? after : reached);
			}
			reached = after;
			if (items.length === 0) return;
		}
	}

	async function refreshOnce(): Promise<void> {
		await settlePositions();
		await sendDocument();
		for (const source of sources) await sendChanges(source);
	}

	async function run(): Promise<void> {
		const pause = (ms: number) => sleep(ms, undefined, { signal: closed.signal });
		await write(`retry: ${RETRY_MS}\n\n`);
		while (!closed.signal.aborted) {
			if (!isStale) await once(wake, 'refresh', { signal: closed.signal });
			isStale = false;
			try {
				await refreshOnce();
				await pause(REFRESH_AT_MOST_EVERY_MS);
			} catch (error) {
				if (closed.signal.aborted || isTimeout(error)) return;
				log.warn({ err: error, uid }, "couldn't refresh a live stream; retrying");
				isStale = true;
				await pause(AFTER_FAILURE_MS);
			}
		}
	}

	function refresh(): void {
		isStale = true;
		wake.emit('refresh');
	}

	function close(): void {
		if (closed.signal.aborted) return;
		clearInterval(comments);
		closed.abort();
		// The end would never reach a stalled reader.
		if (output.writableNeedDrain) return void output.destroy();
		output.end();
		setTimeout(() => output.destroy(), LAST_TAKEN_WITHIN_MS).unref();
	}

	// The comments keep proxies from closing the stream; the reads find changes whose notification was lost.
	const comments = setInterval(() => {
		if (!output.writableNeedDrain) output.write(': still here\n\n');
		refresh();
	}, COMMENT_EVERY_MS);
	output.once('close', close);
	output.on('error', close);
	run().then(close, close);
	return { output, closed: closed.signal, refresh, close };
}

function isTimeout(error: unknown): boolean {
	return (
		error instanceof Error &&
		(error.name === 'TimeoutError' || (error.cause as Error | undefined)?.name === 'TimeoutError')
	);
}

type LiveStreamsDeps = {
	db: Database;
	log: Log;
	live: Pick<LiveHub, 'subscribe'>;
	listLiveSessions: (sessionIds: readonly string[]) => Promise<readonly string[]>;
};

export type LiveStreams = ReturnType<typeof createLiveStreams>;
type Follower = Pick<Actor, 'uid' | 'sessionId'>;
type Following = { lastEventId: unknown; sources: readonly BoundLiveSource[] };

/** Limits per node. A user's ninth stream closes their oldest one, which may be orphaned. */
const STREAMS_PER_USER = 8;
const STREAMS_PER_NODE = 10_000;
/** The interval also finds sign-outs and bans whose notification was lost. */
const CHECK_EVERY_MS = 500;
/** Concurrent reads, so that a broadcast does not exhaust the connection pool. */
const READS_AT_ONCE = 4;

type OpenStream = LiveStream & { uid: string; sessionId: string };

export function createLiveStreams(deps: LiveStreamsDeps) {
	const streams = new Set<OpenStream>();
	const reads = createSemaphore(READS_AT_ONCE);
	let checkTimer: NodeJS.Timeout | undefined;
	let isClosed = false;

	const inTurn = (source: BoundLiveSource): BoundLiveSource => ({
		name: source.name,
		listChangesSince: (uid, position) => reads.run(() => source.listChangesSince(uid, position)),
	});

	const open = ({ uid, sessionId }: Follower, { lastEventId, sources }: Following): Readable => {
		if (isClosed || streams.size >= STREAMS_PER_NODE) throw callError('unavailable', 'overloaded');
		const ofUser = [...streams].filter((stream) => stream.uid === uid);
		if (ofUser.length >= STREAMS_PER_USER) ofUser[0]?.close();
		const opened = openLiveStream({
			uid,
			log: deps.log,
			reached: decodeEventId(lastEventId),
			sources: sources.map(inTurn),
			readDocument: () => reads.run(() => getUserDocument(deps.db, uid)),
		});
		const stop = deps.live.subscribe(uid, opened.refresh);
		const stream = { uid, sessionId, ...opened };
		streams.add(stream);
		opened.closed.addEventListener('abort', () => {
			stop();
			streams.delete(stream);
		});
		scheduleCheck();
		return opened.output;
	};

	function scheduleCheck(): void {
		if (isClosed || checkTimer || streams.size === 0) return;
		checkTimer = setTimeout(() => void checkSessions(), CHECK_EVERY_MS);
		checkTimer.unref();
	}

	async function checkSessions(): Promise<void> {
		try {
			const checked = [...streams];
			const live = new Set(await deps.listLiveSessions([...new Set(checked.map(({ sessionId }) => sessionId))]));
			for (const stream of checked) if (!live.has(stream.sessionId)) stream.close();
		} catch (error) {
			deps.log.warn({ err: error }, "couldn't check the sessions of live streams");
		}
		checkTimer = undefined;
		scheduleCheck();
	}

	return {
		open,
		closeAll() {
			isClosed = true;
			clearTimeout(checkTimer);
			for (const stream of streams) stream.close();
		},
	};
}

export type SendDeps = { liveStreams: LiveStreams; liveSources: readonly BoundLiveSource[] };

export const sendLiveStream: DataHandler<'GET /data/users/{uid}/live', SendDeps> = async (deps, _, caller) => {
	const { liveStreams, liveSources } = deps;
	const { actor, request, reply } = caller;
	const stream = liveStreams.open(actor, { lastEventId: request.headers['last-event-id'], sources: liveSources });
	return reply
		.header('content-type', 'text/event-stream; charset=utf-8')
		.header('connection', 'close')
		.header('x-accel-buffering', 'no')
		.send(stream);
};
