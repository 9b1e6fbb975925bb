import type { AuthorisedFetch } from './authorised-fetch.ts';
import { createEventStreamParser, type StreamEvent } from './event-stream.ts';

const RECONNECT_MIN_MS = 1_000;
const RECONNECT_FACTOR = 1.5;
const RECONNECT_MAX_MS = 60_000;
const ANSWER_MAX_MS = 10_000;
/** The server sends at least a comment every 25 s. */
const SILENCE_MAX_MS = 55_000;

export type LiveStreamHandlers = { onOpen(): void; onEvent(event: StreamEvent): void; onLost(): void };

export type LiveStreamOptions = {
	signal: AbortSignal;
	lastEventId?: string | undefined;
	/** Resolves with a signal that aborts a connection which is not open yet. */
	mayConnect: () => Promise<AbortSignal>;
};

export function reconnectDelayMs(failures: number): number {
	return Math.min(RECONNECT_MAX_MS, RECONNECT_MIN_MS * RECONNECT_FACTOR ** (failures - 1));
}

/** Resumes after the last event, until `signal` aborts or the server refuses (401 with a fresh token, 403). */
export async function runLiveStream(
	address: string,
	authorisedFetch: AuthorisedFetch,
	handlers: LiveStreamHandlers,
	{ signal, lastEventId, mayConnect }: LiveStreamOptions,
): Promise<void> {
	let lastId = lastEventId;
	let failures = 0;
	while (!signal.aborted) {
		const pause = await mayConnect();
		if (signal.aborted) return;
		// The stream also reconnects after a clean end, for example by a new session.
		const answer = await readOnce(lastId, pause).catch(() => (pause.aborted ? 'ended' : 'lost'));
		if (answer === 'refused' || signal.aborted) return;
		failures += 1;
		if (answer === 'lost') handlers.onLost();
		await wait(reconnectDelayMs(failures), signal);
	}

	async function readOnce(continueAfter: string | undefined, pause: AbortSignal): Promise<'refused' | 'ended'> {
		const connection = new AbortController();
		const abort = () => connection.abort();
		let isOpen = false;
		const whileConnected = { signal: connection.signal };
		signal.addEventListener('abort', abort, whileConnected);
		pause.addEventListener('abort', () => isOpen || abort(), whileConnected);
		globalThis.addEventListener?.('offline', abort, whileConnected);
		let silence = setTimeout(abort, ANSWER_MAX_MS);
		try {
			const headers: HeadersInit = { accept: 'text/event-stream' };
			if (continueAfter) headers['last-event-id'] = continueAfter;
			const answer = await authorisedFetch(address, {
				headers,
				signal: connection.signal,
				cache: 'no-store',
				// The stream never ends, so it must not delay other requests.
				priority: 'low',
			});
			if (answer.status === 401 || answer.status === 403) return 'refused';
			if (!answer.ok || !answer.body) throw new Error(`the live stream answered ${answer.status}`);
			isOpen = true;
			clearTimeout(silence);
			silence = setTimeout(abort, SILENCE_MAX_MS);
			failures = 0;
			handlers.onOpen();
			const parse = createEventStreamParser();
			const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
			for (;;) {
				const { done, value } = await reader.read();
				if (done) return 'ended';
				clearTimeout(silence);
				silence = setTimeout(abort, SILENCE_MAX_MS);
				for (const event of parse(value)) {
					lastId = event.id ?? lastId;
					handlers.onEvent(event);
				}
			}
		} finally {
			clearTimeout(silence);
			abort();
		}
	}
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const waiting = new AbortController();
		const done = () => {
			clearTimeout(timer);
			waiting.abort();
			resolve();
		};
		const timer = setTimeout(done, ms);
		signal.addEventListener('abort', done, waiting);
		globalThis.addEventListener?.('online', done, waiting);
	});
}
