import type { AuthorisedFetch } from './authorised-fetch.ts';
import type { StreamEvent } from './event-stream.ts';
import { type LiveStreamHandlers, runLiveStream } from './live-stream.ts';

/** A visible tab takes the stream over from a tab that does not answer this fast: phones freeze hidden tabs. */
const READER_ANSWER_MS = 2_000;

type Note = { kind: 'event'; event: StreamEvent } | { kind: 'open' } | { kind: 'lost' } | { kind: 'who-reads' };

/**
 * One live stream for all tabs of this browser: the tab that holds the lock reads it and tells the others. When it closes,
 * the next tab continues after the last event. Without locks (an old browser, plain http) every tab reads for itself.
 * @returns a function that stops.
 */
export function shareLiveStream(
	address: string,
	authorisedFetch: AuthorisedFetch,
	handlers: LiveStreamHandlers,
): () => void {
	const stop = new AbortController();
	if (!navigator.locks || typeof BroadcastChannel === 'undefined') {
		void runLiveStream(address, authorisedFetch, handlers, stop.signal);
		return () => stop.abort();
	}

	const channel = new BroadcastChannel(address);
	let isReader = false;
	let isOpen = false;
	let lastEventId: string | undefined;
	let answerTimer: ReturnType<typeof setTimeout> | undefined;

	const tell = (note: Note) => {
		if (!stop.signal.aborted) channel.postMessage(note);
	};
	const apply = (note: Note) => {
		if (note.kind === 'event') {
			lastEventId = note.event.id ?? lastEventId;
			handlers.onEvent(note.event);
		} else if (note.kind === 'open') handlers.onOpen();
		else if (note.kind === 'lost') handlers.onLost();
	};
	const applyAndTell = (note: Note) => {
		isOpen = note.kind !== 'lost';
		apply(note);
		tell(note);
	};

	async function read(signal: AbortSignal): Promise<void> {
		isReader = true;
		clearTimeout(answerTimer);
		const reading: LiveStreamHandlers = {
			onOpen: () => applyAndTell({ kind: 'open' }),
			onEvent: (event) => applyAndTell({ kind: 'event', event }),
			onLost: () => applyAndTell({ kind: 'lost' }),
		};
		await runLiveStream(address, authorisedFetch, reading, signal, lastEventId);
		isReader = false;
	}

	function queue(steal: boolean): void {
		const reading = new AbortController();
		const end = () => reading.abort();
		stop.signal.addEventListener('abort', end, { once: true });
		const options = steal ? { steal } : { signal: stop.signal };
		navigator.locks
			.request(address, options, () => read(reading.signal))
			// Rejects when this tab stops, or when another tab has taken over: then it waits for its turn again.
			.catch(() => {
				end();
				isReader = false;
				if (!stop.signal.aborted) queue(false);
			});
	}

	function askWhoReads(): void {
		if (isReader || document.visibilityState !== 'visible') return;
		tell({ kind: 'who-reads' });
		clearTimeout(answerTimer);
		answerTimer = setTimeout(() => {
			if (!isReader && !stop.signal.aborted) queue(true);
		}, READER_ANSWER_MS);
	}

	channel.onmessage = ({ data: note }: MessageEvent<Note>) => {
		if (note.kind === 'who-reads') {
			if (isReader) tell({ kind: isOpen ? 'open' : 'lost' });
			return;
		}
		clearTimeout(answerTimer);
		apply(note);
	};
	document.addEventListener('visibilitychange', askWhoReads);
	queue(false);
	askWhoReads();

	return () => {
		stop.abort();
		clearTimeout(answerTimer);
		document.removeEventListener('visibilitychange', askWhoReads);
		channel.close();
	};
}
