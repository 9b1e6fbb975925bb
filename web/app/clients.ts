import type { AccountAnswer } from '../../contract/accounts/identity.ts';
import type { UserDocument } from '../../contract/accounts/profiles.ts';
import type { CallName } from '../../contract/calls.ts';
import { CallError } from '../../contract/errors.ts';
import { carriedToken } from '../accounts/hand-off/carried-token.ts';
import { createAuthRequests, createRequestAuth } from '../accounts/session/auth-requests.ts';
import { createSession, type Session } from '../accounts/session/session.ts';
import { authoriseFetch } from '../lib/calls/authorised-fetch.ts';
import { type Call, createCall } from '../lib/calls/call.ts';
import { createDataClient, type DataClientDeps } from '../lib/calls/data-client.ts';
import { firstData } from '../lib/calls/first-data.ts';
import { createReadData } from '../lib/calls/read-data.ts';
import { shareLiveStream } from '../lib/calls/shared-stream.ts';
import { inOwnLanguage } from '../lib/format/in-own-language.ts';
import { m } from '../texts/messages.js';
import { takeStart } from './inline/request-start.ts';
import { authState, sessionHint, signedInData } from './visitor.ts';

const isBrowser = typeof document !== 'undefined';

const send: typeof fetch = (...request) => fetch(...request);
const requestAuth = createRequestAuth(send);

const otherTabs = isBrowser && 'BroadcastChannel' in globalThis ? new BroadcastChannel('farewell') : undefined;

const ownSession = createSession({
	state: authState,
	requests: createAuthRequests(send, { take: takeStart, keep: firstData.keep }),
	// Calls anonymously, so that a refused token does not look like a refused session.
	verifyWebSession: (token) => callAnonymously('verifyWebSession', { token }),
	isOfAnother: async (token) => (await callAsVisitor('checkWebSession', { token })).is_of_another,
	hint: sessionHint,
	notifyOthers: (farewell) => otherTabs?.postMessage(farewell),
	isPersonActing: () => navigator.userActivation?.isActive ?? false,
	now: Date.now,
	warn: (message, error) => console.warn(message, error),
});

const authorisedFetch = authoriseFetch(ownSession.bearer, send);

const callAsVisitor = createCall(authorisedFetch);
const callAnonymously = createCall((address, init) => send(address, { ...init, credentials: 'omit' }));

/** Called anonymously, because the home page may load while a sign-out is in progress. */
const anonymousCalls: ReadonlySet<CallName> = new Set([
	...(['getPublicStats', 'getPublicStatus', 'getWindDown', 'noteVisit'] as const),
]);
export const call: Call = async (name, payload, signal) =>
	firstData.take(name, payload ?? null) ??
	(anonymousCalls.has(name) ? callAnonymously : callAsVisitor)(name, payload, signal);

const requestData = createReadData(authorisedFetch);
export const readData: typeof requestData = async (address, signal) => {
	const first = firstData.take(address, null);
	return first === undefined ? requestData(address, signal) : Response.json(first);
};

const dataClientDeps: DataClientDeps = {
	authorisedFetch,
	openStream: (address, handlers, continueAfter) => shareLiveStream(address, authorisedFetch, handlers, continueAfter),
	visibility: {
		get: () => document.visibilityState === 'visible',
		subscribe(listener) {
			document.addEventListener('visibilitychange', listener);
			return () => document.removeEventListener('visibilitychange', listener);
		},
	},
};

const leaving = (action: () => Promise<void>) => signedInData.get()?.leave(action) ?? action();

export const session: Session = {
	...ownSession,
	signOut: () => leaving(ownSession.signOut),
	switchAccount: () => leaving(ownSession.switchAccount),
};

authState.subscribe(() => {
	const auth = authState.get();
	const uid = auth.kind === 'signed-in' ? auth.uid : undefined;
	const before = signedInData.get();
	if (before?.uid === uid) return;
	before?.terminate();
	const start = firstData.continueFor(uid);
	signedInData.set(uid === undefined ? undefined : createDataClient(uid, { ...dataClientDeps, start }));
});

if (otherTabs) otherTabs.onmessage = ({ data: farewell }) => session.onFarewell(farewell);

// A page restored from the back-forward cache stays hidden until the session is checked.
if (isBrowser) {
	addEventListener('pagehide', (event) => {
		const unused = session.unusedHandOff();
		if (unused) carriedToken.put(unused);
		if (event.persisted) document.documentElement.style.visibility = 'hidden';
	});
	addEventListener('pageshow', async (event) => {
		if (event.persisted) carriedToken.take(Date.now());
		if (event.persisted) await session.onShownAgain();
		document.documentElement.style.visibility = '';
	});
}

export async function readOwnRecord(): Promise<UserDocument> {
	const data = signedInData.get();
	if (!data) throw new CallError('unauthenticated', { message: m.refusal_must_be_logged_in() });
	return data.getUser();
}

export async function readAccount() {
	const first = firstData.take<AccountAnswer>('account');
	const account = first ?? (await session.asOwner(() => requestAuth<AccountAnswer>('account')));
	return { ...account, pausedText: account.pausedWhy && (await inOwnLanguage(account.pausedWhy)) };
}
