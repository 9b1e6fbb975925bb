import type { z } from 'zod';
import type { UserDocument } from '../../contract/accounts/profiles.ts';
import { type CallName, type CallPayload, type CallResult, calls } from '../../contract/calls.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { CallError, type CallErrorCode, callErrorHttp, callErrorStatus } from '../../contract/errors.ts';
import { exampleOf, type Partly } from './example-of.ts';

export type AuthRefusal = { refused: number; code: string; message?: string };

type Answer<Result, Payload> = Result | CallError | ((payload: Payload) => Result | CallError | Promise<Result>);
export type Answers = {
	[Name in CallName]?: Answer<Partly<CallResult<Name>>, CallPayload<Name>>;
} & { [address: `/${string}`]: unknown };

export type FakeServer = {
	answers: Answers;
	requests: { name: string; payload: unknown }[];
	unanswered: string[];
	user: UserDocument;
	push: (name: 'user' | 'offer' | 'withdrawal' | 'notice', item: object) => void;
};

export const UID = '00000000-0000-4000-8000-000000000001';
const DAY_MS = 86_400_000;

export const unreachable = Symbol('away');
export const refusal = (code: CallErrorCode, message: string = callErrorStatus(code), details?: object) =>
	new CallError(code, { message }, details);

export const account = {
	uid: UID,
	email: 'builder@example.com',
	name: 'Builder',
	emailVerified: true,
	hasPassword: true,
	ageKnown: true,
	sessionId: 's-1',
};

export const limits: CallResult<'getWithdrawLimits'> = {
	balance: 120,
	paused_reason: null,
	email_unverified: false,
	country_served: true,
	open_order_id: null,
	payouts_on: true,
	daily: null,
	stock: { direct: 5_000, network: 90_000 },
	stock_policy: 'queue',
	methods: [],
	codes: 0,
};

const patterns = Object.entries<Endpoint>(endpoints).map(([address, { answer }]) => ({
	pattern: new RegExp(`^${address.replaceAll(/\{\w+\}|\*/g, '[^/]+')}$`),
	answer,
}));

export const example = () => undefined as never;

const usual: Answers = {
	adminGetWorkplace: { environment: 'sandbox' },
	adminGetWaitingWork: example,
	checkWebSession: { is_of_another: true },
	createUser: { uid: UID, created: false },
	getNotices: example,
	getPush: { public_key: 'B', kinds: [], has_earned: false, weekly_mail: false },
	getRobloxUser: { userId: 7, avatarUrl: null },
	getRobloxGames: [{ Name: 'Test Harbor', PlaceID: 1, UniverseID: 1, ThumbnailUrl: null }],
	getWithdrawLimits: limits,
	getWithdrawHistory: example,
	getOfferHistory: example,
	getReward: example,
	getOfferwalls: example,
	getOffers: example,
	getMyOffers: example,
	getPendingRewards: example,
	getPublicStatus: example,
	getPublicStats: example,
	getWindDown: { ends_at: null },
	noteVisit: example,
	'/auth/token': () => ({ token: tokenOf(UID), expiresAt: Date.now() + DAY_MS }),
	'/auth/account': () => ({ ...account, freshUntil: Date.now() + DAY_MS }),
	'/auth/ways': { signUp: true, google: true, mail: true, provider: false, served: true },
	'/auth/passkey/list': { passkeys: [] },
	'/auth/password-policy': { minLength: 8, maxLength: 128, refusesCommon: true },
	'/auth/list-sessions': () => ({
		sessions: [{ id: 's-1', device: 'Chrome on Linux', createdAt: 1, lastUsedAt: 1, isCurrent: true }],
	}),
	'/auth/sign-out': {},
};

const tokenOf = (uid: string) => `e.${btoa(JSON.stringify({ sub: uid, iat: Math.floor(Date.now() / 1_000) }))}.s`;

export function startFakeServer(given: Answers, user: Partial<UserDocument>): FakeServer {
	const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
	const server: FakeServer = {
		answers: { ...usual, ...given },
		requests: [],
		unanswered: [],
		user: { avatar_url: null, roblox_username: 'builder', role: null, robux: 120, last_access: null, ...user },
		push(name, item) {
			const text = new TextEncoder().encode(`event: ${name}\ndata: ${JSON.stringify(item)}\n\n`);
			for (const stream of streams) stream.enqueue(text);
		},
	};
	// A page may still send a request after its test. Without an answer, the next test would start in the back-off.
	globalThis.fetch = (async (address: string, init: RequestInit = {}) => {
		const { pathname, search } = new URL(address, 'http://localhost');
		const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
		init.signal?.throwIfAborted();
		const answer = pathname.endsWith('/live')
			? openStream(streams, init.signal)
			: await answerTo(server, { path: pathname, search, method: init.method ?? 'GET', body });
		init.signal?.throwIfAborted();
		return answer;
	}) as typeof fetch;
	return server;
}

type FakeRequest = { path: string; search: string; method: string; body: Record<string, unknown> | undefined };

async function answerTo(server: FakeServer, { path, search, method, body }: FakeRequest): Promise<Response> {
	const isCall = path.startsWith('/api/');
	const name = isCall ? path.slice('/api/'.length) : path;
	const payload = isCall ? body?.data : (body ?? search);
	server.requests.push({ name: isCall ? name : `${method} ${path}`, payload });
	const given = server.answers[name as CallName] ?? ownDocument(server, { path, method, body });
	if (given === undefined) {
		server.unanswered.push(`${method} ${path}`);
		throw new TypeError('nobody answers');
	}
	if (isCall) {
		const { error } = calls[name as CallName].input.safeParse(payload);
		if (error) server.unanswered.push(`${name} with what no server takes: ${error.message}`);
	}
	const answer: unknown = await (typeof given === 'function' ? given(payload as never) : given);
	if (answer === unreachable) throw new TypeError('nobody answers');
	if (answer instanceof Response) return answer;
	if (answer instanceof CallError) return json(answer.toBody(), callErrorHttp[answer.code]);
	const { refused, ...refusedBy } = (answer ?? {}) as Partial<AuthRefusal>;
	if (typeof refused === 'number') return json(refusedBy, refused);
	const schema = isCall ? calls[name as CallName].output : schemaOf(`${method} ${path}`);
	const whole = schema ? completed(server, { name, schema, answer }) : answer;
	return json(isCall ? { result: whole } : whole);
}

function schemaOf(address: string): z.ZodType | undefined {
	const exact: Endpoint | undefined = endpoints[address as keyof typeof endpoints];
	return (exact ?? patterns.find(({ pattern }) => pattern.test(address)))?.answer;
}

function completed(server: FakeServer, { name, schema, answer }: { name: string; schema: z.ZodType; answer: unknown }) {
	try {
		const whole = exampleOf(schema, answer as object);
		schema.parse(whole);
		return whole;
	} catch (error) {
		server.unanswered.push(`${name} with what no server answers: ${error}`);
		return answer;
	}
}

function ownDocument(
	server: FakeServer,
	{ path, method, body }: Omit<FakeRequest, 'search'>,
): UserDocument | undefined {
	if (path !== `/data/users/${UID}`) return undefined;
	if (method === 'PATCH') server.user = { ...server.user, ...body };
	return server.user;
}

function json(body: unknown, status = 200): Response {
	return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

function openStream(streams: Set<ReadableStreamDefaultController<Uint8Array>>, signal?: AbortSignal | null): Response {
	let own: ReadableStreamDefaultController<Uint8Array>;
	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			own = controller;
			streams.add(controller);
		},
		cancel: () => void streams.delete(own),
	});
	signal?.addEventListener('abort', () => streams.delete(own), { once: true });
	return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}
