import { CallError } from '../../contract/errors.ts';
import type { NoticeSummary } from '../../contract/notices.ts';
import type { OfferHistoryItem } from '../../contract/offerwalls.ts';
import type { UserDocument, UserDocumentPatch } from '../../contract/profiles.ts';
import type { WithdrawHistoryItem } from '../../contract/withdrawals.ts';
import { m } from '../texts/messages.js';
import type { AuthorisedFetch } from './authorised-fetch.ts';
import type { StreamEvent } from './event-stream.ts';
import type { LiveStreamHandlers } from './live-stream.ts';
import { refusalFrom } from './refusal.ts';
import { createStore, type Store, type WritableStore } from './store.ts';

/** Specification section 9: without an answer of the backend for this long, the client counts as offline. */
export const ONLINE_TIMEOUT_MS = 10_000;
/** Specification section 9: a stream that nobody watches is closed after this long. */
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

/** Reads and writes one user's record, and keeps it live while anybody watches. */
export type DataClient = {
	readonly uid: string;
	/** The user record. Watching it opens the live stream. */
	readonly user: Store<UserDocumentState>;
	readonly connectivity: Store<Connectivity>;
	/** @returns a function that stops listening. */
	onLiveEvent(listener: (event: LiveEvent) => void): () => void;
	/** @throws CallError `unavailable` when offline, `failed-precondition` after {@link DataClient.terminate}. */
	getUser(): Promise<UserDocument>;
	/** Writes the given fields; all watchers see the answer. Throws like {@link DataClient.getUser}. */
	updateUser(patch: UserDocumentPatch): Promise<UserDocument>;
	/** Ends everything: the person signed out. */
	terminate(): void;
};

export type DataClientDeps = {
	authorisedFetch: AuthorisedFetch;
	/** Opens the live stream of an address; returns what closes it. */
	openStream(address: string, handlers: LiveStreamHandlers): () => void;
};

export function createDataClient(uid: string, { authorisedFetch, openStream }: DataClientDeps): DataClient {
	const address = `/data/users/${encodeURIComponent(uid)}`;
	const user = createStore<UserDocumentState>({ kind: 'loading' });
	const connectivity = createStore<Connectivity>('Unknown');
	const listeners = new Set<(event: LiveEvent) => void>();
	let isTerminated = false;
	/** Counts what arrived, so that a slow answer never overwrites a newer document. */
	let version = 0;

	function accept(document: UserDocument): UserDocument {
		version += 1;
		user.set({ kind: 'ready', document });
		return document;
	}

	async function request(init: RequestInit): Promise<UserDocument> {
		if (isTerminated) throw new CallError('failed-precondition', m.common_client_terminated());
		let answer: Response;
		let body: unknown;
		try {
			answer = await authorisedFetch(address, { ...init, signal: AbortSignal.timeout(ONLINE_TIMEOUT_MS) });
			body = await answer.json().catch(() => undefined);
		} catch {
			connectivity.set('Offline');
			throw new CallError('unavailable', m.common_client_offline());
		}
		if (!answer.ok || body === undefined) throw refusalFrom(answer.status, body);
		connectivity.set('Online');
		return body as UserDocument;
	}

	async function load(): Promise<void> {
		const before = version;
		try {
			const document = await request({});
			if (version === before) accept(document);
		} catch (error) {
			// A document that is already there stays: old figures with a notice beat none.
			if (user.get().kind !== 'ready' && error instanceof CallError) user.set({ kind: 'failed', error });
		}
	}

	function onEvent(event: StreamEvent): void {
		const parsed = parseLiveEvent(event);
		if (parsed?.kind === 'user') accept(parsed.document);
		else if (parsed) for (const listener of [...listeners]) listener(parsed);
	}

	const watched = openWhileWatched(() => {
		void load();
		return openStream(`${address}/live`, { ...followConnection(connectivity), onEvent });
	});

	return {
		uid,
		user: { get: user.get, subscribe: (listener) => watched.watch(user.subscribe(listener)) },
		connectivity,
		onLiveEvent(listener) {
			listeners.add(listener);
			return watched.watch(() => listeners.delete(listener));
		},
		getUser: async () => accept(await request({})),
		updateUser: async (patch) => accept(await request(patchRequest(patch))),
		terminate() {
			isTerminated = true;
			watched.close();
		},
	};
}

function patchRequest(patch: UserDocumentPatch): RequestInit {
	return { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: JSON.stringify(patch) };
}

/** Turns what happens to the stream into the connectivity: a stream that does not open in time counts as offline. */
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

/** Keeps something open while anybody watches, and a while longer: the next page usually watches it too. */
function openWhileWatched(open: () => () => void) {
	let watchers = 0;
	let closeOpened: (() => void) | undefined;
	let idleTimer: ReturnType<typeof setTimeout> | undefined;

	function close(): void {
		clearTimeout(idleTimer);
		closeOpened?.();
		closeOpened = undefined;
	}
	return {
		close,
		/** @param stop what else to stop. @returns a function that stops watching. */
		watch(stop: () => void): () => void {
			clearTimeout(idleTimer);
			watchers += 1;
			closeOpened ??= open();
			return () => {
				stop();
				watchers -= 1;
				if (watchers === 0) idleTimer = setTimeout(close, STREAM_IDLE_MS);
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
		// A torn event is as good as none: the next one, or the next load, carries the truth.
	}
	return undefined;
}
