import type { NoticeSummary } from '../../../contract/accounts/notices.ts';
import type { UserDocument, UserDocumentPatch } from '../../../contract/accounts/profiles.ts';
import { CallError } from '../../../contract/errors.ts';
import type { OfferHistoryItem } from '../../../contract/offerwalls/history.ts';
import type { Start } from '../../../contract/site/start.ts';
import type { WithdrawHistoryItem } from '../../../contract/withdrawals/withdrawals.ts';
import { m } from '../../texts/messages.js';
import { createStore, type Store, type WritableStore } from '../store.ts';
import type { AuthorisedFetch } from './authorised-fetch.ts';
import type { StreamEvent } from './event-stream.ts';
import type { LiveStreamHandlers } from './live-stream.ts';
import { refusalFrom } from './refusal.ts';
import type { OpenStream, SharedStreamHandlers } from './shared-stream.ts';

export const ONLINE_TIMEOUT_MS = 10_000;
const STREAM_IDLE_MS = 60_000;

export type Connectivity = 'Unknown' | 'Online' | 'Offline';

export type UserDocumentState =
	| { kind: 'loading' }
	| { kind: 'ready'; document: UserDocument }
	| { kind: 'failed'; error: CallError };

export type LiveEvent =
	| { kind: 'offer'; item: OfferHistoryItem }
	| { kind: 'withdrawal'; item: WithdrawHistoryItem }
	| { kind: 'notice'; item: NoticeSummary };

export type DataClient = {
	readonly uid: string;
	readonly user: Store<UserDocumentState>;
	readonly connectivity: Store<Connectivity>;
	/** True if the session ended or may be about to end, in any tab. Automatic requests would then be refused. */
	readonly isEnding: Store<boolean>;
	onLiveEvent(listener: (event: LiveEvent) => void): () => void;
	getUser(): Promise<UserDocument>;
	reload(): void;
	updateUser(patch: UserDocumentPatch): Promise<UserDocument>;
	/** Runs an action that may end the session; meanwhile no tab reconnects. */
	leave<Result>(action: () => Promise<Result>): Promise<Result>;
	terminate(): void;
};

export type DataClientDeps = {
	authorisedFetch: AuthorisedFetch;
	openStream(address: string, handlers: SharedStreamHandlers, continueAfter: string | undefined): OpenStream;
	visibility: Store<boolean>;
	start?: Pick<Start, 'user' | 'live'> | null | undefined;
};

export function createDataClient(uid: string, deps: DataClientDeps): DataClient {
	const { authorisedFetch, openStream, visibility, start } = deps;
	const address = `/data/users/${encodeURIComponent(uid)}`;
	const user = createStore<UserDocumentState>(start ? { kind: 'ready', document: start.user } : { kind: 'loading' });
	const connectivity = createStore<Connectivity>('Unknown');
	const isEnding = createStore(false);
	const listeners = new Set<(event: LiveEvent) => void>();
	let isTerminated = false;
	let version = 0;
	let lastEventId = start?.live;
	let isFirst = Boolean(start);

	function accept(document: UserDocument): UserDocument {
		version += 1;
		user.set({ kind: 'ready', document });
		return document;
	}

	async function request(init: RequestInit): Promise<UserDocument> {
		if (isTerminated) throw new CallError('failed-precondition', { message: m.common_client_terminated() });
		let answer: Response;
		let body: unknown;
		try {
			answer = await authorisedFetch(address, { ...init, signal: AbortSignal.timeout(ONLINE_TIMEOUT_MS) });
			body = await answer.json().catch(() => undefined);
		} catch (error) {
			if (wasRefused(error)) throw new CallError('internal', { message: '' });
			connectivity.set('Offline');
			throw new CallError('unavailable', { message: m.common_client_offline() });
		}
		if (!answer.ok || body === undefined) throw await refusalFrom(answer.status, body);
		connectivity.set('Online');
		return body as UserDocument;
	}

	async function load(): Promise<void> {
		const before = version;
		try {
			const document = await request({});
			if (version === before) accept(document);
		} catch (error) {
			// Keeps a loaded document: old figures with a notice are better than none.
			if (user.get().kind !== 'ready' && error instanceof CallError) user.set({ kind: 'failed', error });
		}
	}

	function onEvent(event: StreamEvent): void {
		lastEventId = event.id ?? lastEventId;
		const parsed = parseLiveEvent(event);
		if (parsed?.kind === 'user') accept(parsed.document);
		else if (parsed) for (const listener of [...listeners]) listener(parsed);
	}

	const watched = openWhileWatched(visibility, () => {
		if (!isFirst) void load();
		isFirst = false;
		const onLeaving = (isLeaving: boolean) => isEnding.set(isLeaving || isTerminated);
		return openStream(`${address}/live`, { ...followConnection(connectivity), onEvent, onLeaving }, lastEventId);
	});

	return {
		uid,
		user: { get: user.get, subscribe: (listener) => watched.watch(user.subscribe(listener)) },
		connectivity,
		isEnding,
		onLiveEvent(listener) {
			listeners.add(listener);
			return watched.watch(() => listeners.delete(listener));
		},
		getUser: async () => accept(await request({})),
		reload() {
			if (user.get().kind !== 'failed') return;
			user.set({ kind: 'loading' });
			void load();
		},
		updateUser: async (patch) => accept(await request(patchRequest(patch))),
		async leave(action) {
			const stay = watched.stream()?.beforeLeaving();
			try {
				return await action();
			} catch (error) {
				stay?.();
				throw error;
			}
		},
		terminate() {
			isTerminated = true;
			isEnding.set(true);
			watched.close();
		},
	};
}

function wasRefused(error: unknown): boolean {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	return typeof code === 'string' && code !== 'auth/network-request-failed';
}

function patchRequest(patch: UserDocumentPatch): RequestInit {
	return { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: JSON.stringify(patch) };
}

function followConnection(connectivity: WritableStore<Connectivity>): Pick<LiveStreamHandlers, 'onOpen' | 'onLost'> {
	const timer = setTimeout(() => {
		if (connectivity.get() === 'Unknown') connectivity.set('Offline');
	}, ONLINE_TIMEOUT_MS);
	const settle = (state: Connectivity) => () => {
		clearTimeout(timer);
		connectivity.set(state);
	};
	return { onOpen: settle('Online'), onLost: settle('Offline') };
}

/** Keeps an unwatched stream open for a while, because the next page usually watches it too. */
function openWhileWatched(visibility: Store<boolean>, open: () => OpenStream) {
	let watchers = 0;
	let isOver = false;
	let opened: OpenStream | undefined;
	let idleTimer: ReturnType<typeof setTimeout> | undefined;

	function close(): void {
		clearTimeout(idleTimer);
		opened?.close();
		opened = undefined;
	}
	function follow(): void {
		if (idleTimer !== undefined) clearTimeout(idleTimer);
		idleTimer = undefined;
		if (watchers === 0 || !visibility.get()) idleTimer = setTimeout(close, STREAM_IDLE_MS);
		else if (!isOver) opened ??= open();
	}
	const stopFollowing = visibility.subscribe(follow);
	return {
		stream: () => opened,
		close() {
			isOver = true;
			stopFollowing();
			close();
		},
		watch(stop: () => void): () => void {
			watchers += 1;
			if (!isOver) opened ??= open();
			follow();
			return () => {
				stop();
				watchers -= 1;
				follow();
			};
		},
	};
}

function parseLiveEvent(event: StreamEvent): LiveEvent | { kind: 'user'; document: UserDocument } | undefined {
	try {
		const value = JSON.parse(event.text);
		if (event.name === 'user') return { kind: 'user', document: value };
		if (event.name === 'offer' || event.name === 'withdrawal' || event.name === 'notice') {
			return { kind: event.name, item: value };
		}
	} catch {
		// Malformed events are ignored; the next event or load corrects the state.
	}
	return undefined;
}
