import type { UserDocument } from '../../contract/accounts/profiles.ts';
import type { CallResult } from '../../contract/calls.ts';
import { CallError } from '../../contract/errors.ts';
import type { Call } from '../lib/calls/call.ts';
import type { LiveEvent, UserDocumentState } from '../lib/calls/data-client.ts';
import { createStore } from '../lib/store.ts';
import { followNotices, type LoadedNotices } from './follow-notices.ts';

const document: UserDocument = { avatar_url: null, roblox_username: null, role: null, robux: 1, last_access: null };
const ready: UserDocumentState = { kind: 'ready', document };
const none: CallResult<'getNotices'> = { items: [], unread: 0, nextCursor: null };

function aPage(user: UserDocumentState = ready) {
	const state = { user: createStore(user), isEnding: createStore(false) };
	const listeners = new Set<(event: LiveEvent) => void>();
	const requests: { answer: () => void; isGivenUp: () => boolean }[] = [];
	const loaded: LoadedNotices[] = [];
	const call = ((_name: string, _payload: unknown, signal: AbortSignal) =>
		new Promise((resolve, reject) => {
			signal.addEventListener('abort', () => reject(signal.reason));
			requests.push({ answer: () => resolve(none), isGivenUp: () => signal.aborted });
		})) as unknown as Call;
	const onLiveEvent = (listener: (event: LiveEvent) => void) => {
		listeners.add(listener);
		return () => listeners.delete(listener);
	};
	const followed = followNotices(call, { ...state, onLiveEvent }, (each) => loaded.push(each));
	const bring = () => {
		for (const listener of listeners) listener({ kind: 'notice', item: {} as never });
	};
	return { ...state, ...followed, requests, loaded, bring };
}

test('requests the notices once, and again for live events', async () => {
	const page = aPage();
	expect(page.requests).toHaveLength(1);
	page.requests[0]?.answer();
	await expect.poll(() => page.loaded).toEqual([{ notices: none }]);
	page.user.set({ ...ready });
	expect(page.requests).toHaveLength(1);
	page.bring();
	expect(page.requests).toHaveLength(2);
});

test('requests nothing before the user document is readable', () => {
	const unknown = new CallError('permission-denied', { message: '' }, { reason: 'age-unknown' });
	for (const before of [{ kind: 'loading' }, { kind: 'failed', error: unknown }] as const) {
		const page = aPage(before);
		page.bring();
		expect(page.requests).toHaveLength(0);
		page.user.set(ready);
		expect(page.requests).toHaveLength(1);
	}
});

test('aborts requests and sends none while the page may close, and repeats them if it stays open', async () => {
	const page = aPage();
	page.isEnding.set(true);
	expect(page.requests.map(({ isGivenUp }) => isGivenUp())).toEqual([true]);
	page.bring();
	page.load();
	page.user.set({ ...ready });
	expect(page.requests).toHaveLength(1);
	page.isEnding.set(false);
	expect(page.requests.map(({ isGivenUp }) => isGivenUp())).toEqual([true, false]);
	page.requests[1]?.answer();
	await expect.poll(() => page.loaded).toEqual([{ notices: none }]);
	page.isEnding.set(true);
	page.isEnding.set(false);
	expect(page.requests).toHaveLength(2);
});

test('stopping aborts the request and ignores later events', () => {
	const page = aPage();
	page.stop();
	page.bring();
	expect(page.requests.map(({ isGivenUp }) => isGivenUp())).toEqual([true]);
	expect(page.loaded).toEqual([]);
});
