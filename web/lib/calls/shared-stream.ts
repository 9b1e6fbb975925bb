import type { AuthorisedFetch } from './authorised-fetch.ts';
import type { StreamEvent } from './event-stream.ts';
import { type LiveStreamHandlers, runLiveStream } from './live-stream.ts';

/** If the reading tab is silent this long, a visible tab takes over, because phones freeze hidden tabs. */
const READER_ANSWER_MS = 2_000;

/** The page's own requests come first. */
const CONTINUE_AFTER_MS = 1_000;

/** The tab that reads may be ahead of a tab that joins. */
const CATCH_UP_MS = 5_000;

/** A tab that may sign out and reports no outcome for this long counts as gone. */
const LEAVING_MAX_MS = 35_000;

type Note =
	| { kind: 'event'; event: StreamEvent }
	| { kind: 'open' | 'lost' | 'who-reads' }
	| { kind: 'leaving' | 'staying' };

export type SharedStreamHandlers = LiveStreamHandlers & {
	/** Called with false if the session continues. */
	onLeaving(isLeaving: boolean): void;
};

export type OpenStream = {
	close(): void;
	/** @returns a function to call if the session continues; until then no tab reconnects */
	beforeLeaving(): () => void;
};

/** One stream for all tabs, read by the holder of a Web Lock. Without locks (plain http) each tab reads. */
export function shareLiveStream(
	address: string,
	authorisedFetch: AuthorisedFetch,
	handlers: SharedStreamHandlers,
	continueAfter?: string,
): OpenStream {
	const stop = new AbortController();
	const leaving = createPause(stop.signal, handlers.onLeaving, continueAfter ? CONTINUE_AFTER_MS : 0);
	const options = { signal: stop.signal, lastEventId: continueAfter, mayConnect: leaving.mayConnect };
	if (!navigator.locks || typeof BroadcastChannel === 'undefined') {
		void runLiveStream(address, authorisedFetch, handlers, options);
		return { close: () => stop.abort(), beforeLeaving: leaving.begin };
	}

	const channel = new BroadcastChannel(address);
	let isReader = false;
	let isOpen = false;
	let missedAfter = continueAfter;
	let lastEventId = continueAfter;
	let answerTimer: ReturnType<typeof setTimeout> | undefined;

	const post = (note: Note) => stop.signal.aborted || channel.postMessage(note);
	const apply = (note: Note) => {
		if (note.kind === 'event') {
			lastEventId = note.event.id ?? lastEventId;
			handlers.onEvent(note.event);
		} else if (note.kind === 'open') handlers.onOpen();
		else if (note.kind === 'lost') handlers.onLost();
	};
	const applyAndNotify = (note: Note) => {
		isOpen = note.kind !== 'lost';
		apply(note);
		post(note);
	};

	async function read(signal: AbortSignal): Promise<void> {
		isReader = true;
		clearTimeout(answerTimer);
		await runLiveStream(address, authorisedFetch, handlersOf(applyAndNotify), { ...options, signal, lastEventId });
		isReader = false;
	}

	function queue(steal: boolean): void {
		const reading = new AbortController();
		const end = () => reading.abort();
		stop.signal.addEventListener('abort', end, { once: true });
		const lock = steal ? { steal } : { signal: stop.signal };
		navigator.locks
			.request(address, lock, () => read(reading.signal))
			.catch(() => {
				end();
				isReader = false;
				if (!stop.signal.aborted) queue(false);
			});
	}

	function findReader(): void {
		if (isReader || document.visibilityState !== 'visible') return;
		post({ kind: 'who-reads' });
		clearTimeout(answerTimer);
		answerTimer = setTimeout(() => {
			if (!isReader && !stop.signal.aborted) queue(true);
		}, READER_ANSWER_MS);
	}

	channel.onmessage = ({ data: note }: MessageEvent<Note>) => {
		if (note.kind === 'who-reads') return void (isReader && post({ kind: isOpen ? 'open' : 'lost' }));
		if (note.kind === 'leaving') return void leaving.begin();
		if (note.kind === 'staying') return leaving.end();
		clearTimeout(answerTimer);
		apply(note);
		if (note.kind !== 'open' || missedAfter === undefined) return;
		const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(CATCH_UP_MS)]);
		const missed = handlersOf((note) => note.kind === 'event' && handlers.onEvent(note.event));
		void runLiveStream(address, authorisedFetch, missed, { ...options, signal, lastEventId: missedAfter });
		missedAfter = undefined;
	};
	document.addEventListener('visibilitychange', findReader);
	queue(false);
	findReader();

	return {
		close() {
			stop.abort();
			clearTimeout(answerTimer);
			document.removeEventListener('visibilitychange', findReader);
			channel.close();
		},
		beforeLeaving() {
			const stay = leaving.begin();
			post({ kind: 'leaving' });
			return () => {
				stay();
				post({ kind: 'staying' });
			};
		},
	};
}

function handlersOf(notify: (note: Note) => void): LiveStreamHandlers {
	return {
		onOpen: () => notify({ kind: 'open' }),
		onEvent: (event) => notify({ kind: 'event', event }),
		onLost: () => notify({ kind: 'lost' }),
	};
}

/** Blocks connecting until the pause ends or times out. Beginning it again extends it. */
function createPause(signal: AbortSignal, onChange: (isPaused: boolean) => void, delayMs: number) {
	let over = delayMs > 0 ? new Promise<void>((resolve) => setTimeout(resolve, delayMs)) : Promise.resolve();
	let connecting = new AbortController();
	let resume: (() => void) | undefined;
	let timer: ReturnType<typeof setTimeout> | undefined;

	function begin(): () => void {
		clearTimeout(timer);
		timer = setTimeout(end, LEAVING_MAX_MS);
		if (!resume) {
			over = new Promise((resolve) => {
				resume = resolve;
			});
			connecting.abort();
			onChange(true);
		}
		return end;
	}
	function end(): void {
		clearTimeout(timer);
		if (!resume) return;
		connecting = new AbortController();
		resume();
		resume = undefined;
		onChange(false);
	}
	signal.addEventListener('abort', end, { once: true });
	async function mayConnect(): Promise<AbortSignal> {
		// A pause may begin during the delay.
		for (let awaited: unknown; awaited !== over; ) {
			awaited = over;
			await over;
		}
		return connecting.signal;
	}
	return { mayConnect, begin, end };
}
