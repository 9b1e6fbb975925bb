import type { AuthorisedFetch } from './authorised-fetch.ts';
import { type OpenStream, shareLiveStream } from './shared-stream.ts';

function aLockManager() {
	let last: Promise<unknown> = Promise.resolve();
	return {
		request(_name: string, { signal }: { signal?: AbortSignal }, hold: () => Promise<void>) {
			const mine = last.then(() => (signal?.aborted ? Promise.reject(signal.reason) : hold()));
			last = mine.catch(() => {});
			return mine;
		},
	};
}

const address = '/data/users/u-1/live';
const open: OpenStream[] = [];

function aTab(continueAfter?: string) {
	const requests: { end: () => void; after: string | null }[] = [];
	const seen: string[] = [];
	const left: boolean[] = [];
	const stream = shareLiveStream(
		address,
		async (_address, init) => {
			const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
			const writer = writable.getWriter();
			init?.signal?.addEventListener('abort', () => writer.abort().catch(() => {}));
			requests.push({
				end: () => void writer.close().catch(() => {}),
				after: new Headers(init?.headers).get('last-event-id'),
			});
			void writer.write(new TextEncoder().encode('id: 3\nevent: user\ndata: {}\n\n')).catch(() => {});
			return new Response(readable);
		},
		{
			onOpen: () => seen.push('open'),
			onLost: () => seen.push('lost'),
			onEvent: ({ id }) => seen.push(`event ${id}`),
			onLeaving: (isLeaving) => left.push(isLeaving),
		},
		continueAfter,
	);
	open.push(stream);
	return { requests, seen, left, stream };
}

async function aMoment(): Promise<void> {
	for (let turn = 0; turn < 20; turn++) {
		await new Promise<void>((resolve) => {
			const { port1, port2 } = new MessageChannel();
			port1.onmessage = () => {
				port1.close();
				resolve();
			};
			port2.postMessage(undefined);
		});
	}
}

async function twoTabs() {
	const tabs = [aTab(), aTab()] as const;
	await aMoment();
	return tabs;
}

async function endStreamOf({ requests }: ReturnType<typeof aTab>): Promise<void> {
	await aMoment();
	requests[0]?.end();
	await aMoment();
}

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	vi.stubGlobal('navigator', { locks: aLockManager() });
	vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
});
afterEach(() => {
	for (const stream of open.splice(0)) stream.close();
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

test('a tab that continues after a start connects a second later, or catches up on what another tab has read', async () => {
	const first = aTab('1');
	await aMoment();
	expect(first.requests).toEqual([]);
	await vi.advanceTimersByTimeAsync(1_000);
	await aMoment();
	expect(first.requests.map(({ after }) => after)).toEqual(['1']);
	const second = aTab('2');
	await aMoment();
	await vi.advanceTimersByTimeAsync(1_000);
	await aMoment();
	expect([second.requests.map(({ after }) => after), second.seen]).toEqual([['2'], ['open', 'event 3']]);
	expect(first.requests).toHaveLength(1);
});

test('one tab reads the stream for all tabs, and when it closes the next tab resumes after the last event', async () => {
	const [first, second] = await twoTabs();
	expect([first.requests.length, second.requests.length]).toEqual([1, 0]);
	expect([first.seen, second.seen]).toEqual([expect.arrayContaining(['event 3']), expect.arrayContaining(['event 3'])]);
	first.stream.close();
	await aMoment();
	expect(second.requests.map(({ after }) => after)).toEqual(['3']);
});

test('while a tab leaves, no tab reconnects the stream that ended with the session', async () => {
	const [first, second] = await twoTabs();
	second.stream.beforeLeaving();
	await endStreamOf(first);
	await vi.advanceTimersByTimeAsync(10_000);
	expect(first.requests).toHaveLength(1);
	first.stream.close();
	await aMoment();
	await vi.advanceTimersByTimeAsync(10_000);
	expect(second.requests).toHaveLength(0);
});

test('a tab that leaves gives up a connection that is not open yet', async () => {
	const waiting = aTab('1');
	await vi.advanceTimersByTimeAsync(500);
	waiting.stream.beforeLeaving();
	await vi.advanceTimersByTimeAsync(10_000);
	await aMoment();
	expect(waiting.requests).toEqual([]);
	waiting.stream.close();

	const aborted = vi.fn();
	const neverAnswers: AuthorisedFetch = (_address, init) =>
		new Promise((_resolve, reject) => {
			init?.signal?.addEventListener('abort', () => reject(aborted()));
		});
	const onLost = vi.fn();
	const connecting = shareLiveStream(address, neverAnswers, { onOpen() {}, onEvent() {}, onLeaving() {}, onLost });
	open.push(connecting);
	await aMoment();
	connecting.beforeLeaving();
	await aMoment();
	expect(aborted).toHaveBeenCalledTimes(1);
	expect(onLost).not.toHaveBeenCalled();
});

test('the stream reconnects when the user stays signed in', async () => {
	const [first, second] = await twoTabs();
	const stay = second.stream.beforeLeaving();
	await endStreamOf(first);
	await vi.advanceTimersByTimeAsync(2_000);
	expect(first.requests).toHaveLength(1);
	stay();
	await aMoment();
	expect(first.requests).toHaveLength(2);
});

test('every tab is notified once that a tab leaves, and once that it stays', async () => {
	const [first, second] = await twoTabs();
	second.stream.beforeLeaving();
	await endStreamOf(first);
	await vi.advanceTimersByTimeAsync(2_000);
	const stay = second.stream.beforeLeaving();
	await aMoment();
	expect([first.left, second.left]).toEqual([[true], [true]]);
	expect(first.requests).toHaveLength(1);
	stay();
	await aMoment();
	expect([first.left, second.left]).toEqual([
		[true, false],
		[true, false],
	]);
});
