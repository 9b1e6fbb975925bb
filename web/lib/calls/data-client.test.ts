import type { UserDocument } from '../../../contract/accounts/profiles.ts';
import { createStore } from '../store.ts';
import { createDataClient, type DataClientDeps, type LiveEvent } from './data-client.ts';
import { reconnectDelayMs } from './live-stream.ts';
import type { SharedStreamHandlers } from './shared-stream.ts';

function documentWith(robux: number): UserDocument {
	return { avatar_url: null, roblox_username: 'builder', role: null, robux, last_access: null };
}

function aClient(change: Partial<DataClientDeps> = {}) {
	const server = { robux: 1, isUnavailable: false, requests: [] as string[] };
	const streams: { address: string; handlers: SharedStreamHandlers; isOpen: boolean; after?: string | undefined }[] =
		[];
	const visibility = createStore(true);
	const received: string[] = [];
	const client = createDataClient('u-1', {
		async authorisedFetch(address, init) {
			server.requests.push(`${init?.method ?? 'GET'} ${address}`);
			if (server.isUnavailable) throw new TypeError('Failed to fetch');
			return Response.json(documentWith(server.robux));
		},
		visibility,
		openStream(address, handlers, after) {
			const stream = { address, handlers, isOpen: true, after };
			streams.push(stream);
			return {
				close() {
					stream.isOpen = false;
				},
				beforeLeaving() {
					received.push('leaving');
					return () => received.push('staying');
				},
			};
		},
		...change,
	});
	return { client, server, streams, visibility, received };
}

const userEvent = (robux: number) => ({ id: '1', name: 'user', text: JSON.stringify(documentWith(robux)) });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('subscribing opens one stream and delivers its documents', async () => {
	const { client, streams } = aClient();
	const seen: unknown[] = [];
	client.user.subscribe(() => seen.push(client.user.get()));
	client.user.subscribe(() => {});
	expect(streams.map(({ address }) => address)).toEqual(['/data/users/u-1/live']);
	await vi.waitFor(() => expect(seen).toEqual([{ kind: 'ready', document: documentWith(1) }]));
	streams[0]?.handlers.onEvent(userEvent(5));
	expect(client.user.get()).toEqual({ kind: 'ready', document: documentWith(5) });
});

test('a start saves the first request, and the stream continues after it', () => {
	const { client, server, streams } = aClient({
		start: { user: { uid: 'u-1', ...documentWith(7) }, live: 'position' },
	});
	expect(client.user.get()).toMatchObject({ kind: 'ready', document: documentWith(7) });
	client.user.subscribe(() => {});
	expect([server.requests, streams[0]?.after]).toEqual([[], 'position']);
});

test('a slow first response does not overwrite a newer stream event', async () => {
	const { client, streams } = aClient();
	client.user.subscribe(() => {});
	streams[0]?.handlers.onEvent(userEvent(5));
	await vi.advanceTimersByTimeAsync(10);
	expect(client.user.get()).toEqual({ kind: 'ready', document: documentWith(5) });
});

test('offers and withdrawals reach their listeners, malformed and unknown events do not', () => {
	const { client, streams } = aClient();
	const heard: LiveEvent[] = [];
	client.onLiveEvent((event) => heard.push(event));
	streams[0]?.handlers.onEvent({ id: '2', name: 'offer', text: '{"id":"o-1"}' });
	streams[0]?.handlers.onEvent({ id: '3', name: 'withdrawal', text: '{"id":' });
	streams[0]?.handlers.onEvent({ id: '4', name: 'something-new', text: '{}' });
	expect(heard).toEqual([{ kind: 'offer', item: { id: 'o-1' } }]);
});

// spec: 9.reconnect
test('a stream without subscribers is closed after a minute', () => {
	const { client, streams } = aClient();
	const stop = client.user.subscribe(() => {});
	stop();
	vi.advanceTimersByTime(59_000);
	expect(streams[0]?.isOpen).toBe(true);
	client.user.subscribe(() => {})();
	vi.advanceTimersByTime(59_000);
	expect(streams[0]?.isOpen).toBe(true);
	vi.advanceTimersByTime(1_000);
	expect(streams[0]?.isOpen).toBe(false);
});

// spec: 4.connectivity
test('connectivity starts as Unknown, then follows the stream to Online or Offline', async () => {
	const { client, server, streams } = aClient();
	server.isUnavailable = true;
	expect(client.connectivity.get()).toBe('Unknown');
	client.user.subscribe(() => {});
	streams[0]?.handlers.onOpen();
	expect(client.connectivity.get()).toBe('Online');
	streams[0]?.handlers.onLost();
	expect(client.connectivity.get()).toBe('Offline');
});

// spec: 9.offline
test('a silent backend counts as offline after 10 s', async () => {
	const { client } = aClient({ authorisedFetch: () => new Promise(() => {}) });
	client.user.subscribe(() => {});
	await vi.advanceTimersByTimeAsync(9_999);
	expect(client.connectivity.get()).toBe('Unknown');
	await vi.advanceTimersByTimeAsync(1);
	expect(client.connectivity.get()).toBe('Offline');
});

// spec: 8.client
test("offline and terminated clients throw the specification's errors", async () => {
	const { client, server } = aClient();
	server.isUnavailable = true;
	await expect(client.getUser()).rejects.toMatchObject({
		code: 'unavailable',
		message: 'Failed to get document because the client is offline',
	});
	client.terminate();
	await expect(client.getUser()).rejects.toMatchObject({
		code: 'failed-precondition',
		message: 'the client has already been terminated',
	});
});

test('getUser reports a refused response or a refused token as an internal error, not as offline', async () => {
	const refused = async (authorisedFetch: () => Promise<Response>) => {
		const { client } = aClient({ authorisedFetch });
		await expect(client.getUser()).rejects.toMatchObject({ code: 'internal', message: '' });
		expect(client.connectivity.get()).toBe('Unknown');
	};
	await refused(async () => new Response('<html>', { status: 500 }));
	await refused(() => Promise.reject(Object.assign(new Error('no token'), { code: 'auth/internal-error' })));
});

// spec: 9.reconnect
test('the reconnect delay starts at 1 s, grows by 1.5 and is capped at 60 s', () => {
	expect([1, 2, 3, 12, 500].map(reconnectDelayMs)).toEqual([1_000, 1_500, 2_250, 60_000, 60_000]);
});

// spec: open.database-client
test('a page hidden for a minute closes its stream and resumes after the last event when visible', () => {
	const { client, streams, visibility } = aClient();
	client.user.subscribe(() => {});
	streams[0]?.handlers.onEvent({ ...userEvent(5), id: '7' });
	visibility.set(false);
	vi.advanceTimersByTime(59_000);
	visibility.set(true);
	vi.advanceTimersByTime(60_000);
	expect(streams.map(({ isOpen }) => isOpen)).toEqual([true]);
	visibility.set(false);
	vi.advanceTimersByTime(60_000);
	expect(streams.map(({ isOpen }) => isOpen)).toEqual([false]);
	visibility.set(true);
	expect(streams.map(({ isOpen, after }) => [isOpen, after])).toEqual([
		[false, undefined],
		[true, '7'],
	]);
	client.terminate();
	visibility.set(false);
	visibility.set(true);
	expect(streams.map(({ isOpen }) => isOpen)).toEqual([false, false]);
});

test('leave announces the sign-out before it runs, and revokes the announcement if it fails', async () => {
	const { client, received } = aClient();
	client.user.subscribe(() => {});
	await client.leave(async () => expect(received).toEqual(['leaving']));
	expect(received).toEqual(['leaving']);
	await expect(client.leave(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
	expect(received).toEqual(['leaving', 'leaving', 'staying']);
});

test('isEnding is true while a tab leaves, and permanently after termination', () => {
	const { client, streams } = aClient();
	client.user.subscribe(() => {});
	expect(client.isEnding.get()).toBe(false);
	streams[0]?.handlers.onLeaving(true);
	expect(client.isEnding.get()).toBe(true);
	streams[0]?.handlers.onLeaving(false);
	expect(client.isEnding.get()).toBe(false);
	client.terminate();
	streams[0]?.handlers.onLeaving(false);
	expect(client.isEnding.get()).toBe(true);
});
