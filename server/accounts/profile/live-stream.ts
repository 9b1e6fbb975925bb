import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UserDocument } from '../../../contract/accounts/profiles.ts';
import type { Log } from '../../lib/clock-and-log.ts';
import type { BoundLiveSource } from '../../lib/feature.ts';
import { encodeEventId, type Positions } from './event-id.ts';

export type LiveStreamDeps = {
	uid: string;
	log: Log;
	reached: Positions;
	sources: readonly BoundLiveSource[];
	readDocument(): Promise<UserDocument>;
};

export type LiveStream = ReturnType<typeof openLiveStream>;

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
