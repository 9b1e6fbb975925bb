import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Access } from '../contract/call.ts';
import { type CallName, calls } from '../contract/calls.ts';
import { createApp } from '../server/app.ts';
import { createWebSession } from '../server/identity/create-web-session.ts';
import { servedEndpoints } from '../server/identity/served-endpoints.ts';
import { verifyWebSession } from '../server/identity/verify-web-session.ts';
import { type Condition, everybody, outcomeOf, type Person, peopleOf } from './access-people.ts';
import { openTestProduct } from './product.ts';

/**
 * Who gets what answer where. Each endpoint is one line below: whatever is not said in it follows from its kind. An
 * endpoint without a line, or a line without an endpoint, fails.
 */
const { product, database } = openTestProduct({ env: { REQUIRE_ADMIN_TOTP: 'on' } });
const people = peopleOf(product, database);

type Outcome = string | number;
type Outcomes = Partial<Record<Condition, Outcome>>;
type Payload = unknown | ((person: Person) => unknown);
/** `served`: what comes of it for whoever may. Conditions: what differs from the kind. */
type Row = Outcomes & { data?: Payload; served?: Outcome };
type AddressRow = Row & { kind: Kind; path?: (person: Person) => string | Promise<string> };
type Kind = 'open' | 'owner' | 'admin' | 'session';

/** What a kind of endpoint answers those who may not; everybody else is served. */
const refusedBy: Record<Kind | Access, Outcomes> = {
	/** Looks at no credentials. */
	open: {},
	anonymous: {
		banned: 'banned',
		ageless: 'age-unknown',
		signedOut: 'UNAUTHENTICATED',
		expired: 'UNAUTHENTICATED',
		deleted: 'UNAUTHENTICATED',
	},
	user: { ...signedOutAtCalls(), banned: 'banned', ageless: 'age-unknown' },
	owner: {
		...signedOutAtCalls(),
		banned: 'banned',
		ageless: 'age-unknown',
		other: 'PERMISSION_DENIED',
		otherAdmin: 'PERMISSION_DENIED',
	},
	admin: {
		...signedOutAtCalls(),
		banned: 'banned',
		ageless: 'age-unknown',
		user: 'PERMISSION_DENIED',
		other: 'PERMISSION_DENIED',
		stale: 'PERMISSION_DENIED',
		paused: 'PERMISSION_DENIED',
		adminWithoutCode: 'totp-required',
		adminWithoutTotp: 'totp-not-set-up',
	},
	/** Under /auth, where the session itself is shown. A ban has ended it. */
	session: {
		anonymous: 'auth/user-token-expired',
		banned: 'auth/user-token-expired',
		signedOut: 'auth/user-token-expired',
		expired: 'auth/user-token-expired',
		deleted: 'auth/user-token-expired',
		ageless: 'auth/age-required',
	},
};

function signedOutAtCalls(): Outcomes {
	const refusal = 'UNAUTHENTICATED';
	return { anonymous: refusal, signedOut: refusal, expired: refusal, deleted: refusal };
}

const LONG = 'x'.repeat(43);
const notFresh = { stale: 'auth/requires-recent-login' };

/** Without a session these are the second step of a sign-in, which a cookie of its own carries. */
const noStepUnderWay = {
	served: 'auth/operation-not-allowed',
	...Object.fromEntries(
		['anonymous', 'banned', 'signedOut', 'expired', 'deleted'].map((each) => [each, 'auth/expired-action-code']),
	),
};

const callRows: Record<string, Row> = {
	getPublicStats: {},
	createUser: {},
	createWebSession: {},
	verifyWebSession: { data: async () => ({ token: await handOffCode() }) },
	getRobloxUser: { data: { username: 'sandbox_player' } },
	getRobloxGames: { data: { userId: 1 } },
	getOfferwalls: {},
	getOfferHistory: {},
	getPendingRewards: {},
	processWithdrawal: {
		data: ({ gameName }: Person) => ({ roblox_username: gameName, placeId: 1, amount: 5 }),
		served: 'OUT_OF_RANGE',
		paused: 'paused',
		other: 'PERMISSION_DENIED',
		otherAdmin: 'PERMISSION_DENIED',
	},
	getWithdrawHistory: {},
	getStock: {},
	getWithdrawLimits: {},
	getNotices: {},
	markNoticesRead: { data: { upTo: 1 } },
	deleteAccount: { stale: 'requires-recent-login', adminWithoutCode: 'totp-required' },
	exportMyData: {},
	adminGetUsers: {},
	adminGetBusiness: { data: {} },
	adminGetWaitingWork: {},
	adminGetWithdrawals: {},
	adminGetWithdrawal: { data: { orderId: 'W-NONE' }, served: 'NOT_FOUND' },
	adminResendWithdrawal: { data: { orderId: 'W-NONE', reason: 'test' }, served: 'NOT_FOUND' },
	adminCancelWithdrawal: { data: { orderId: 'W-NONE', reason: 'test' }, served: 'NOT_FOUND' },
	adminRefundWithdrawal: { data: { orderId: 'W-NONE', reason: 'test' }, served: 'NOT_FOUND' },
	adminMarkWithdrawalPaid: { data: { orderId: 'W-NONE', reason: 'test' }, served: 'NOT_FOUND' },
	adminGetManualPayouts: {},
	adminTakeManualPayout: { data: { orderId: 'W-NONE' }, served: 'NOT_FOUND' },
	adminGiveBackManualPayout: { data: { orderId: 'W-NONE' }, served: 'NOT_FOUND' },
	adminMarkManualPayoutPaid: { data: { orderId: 'W-NONE', purchaseReference: 'x' }, served: 'NOT_FOUND' },
	adminRefuseManualPayout: { data: { orderId: 'W-NONE', reason: 'test' }, served: 'NOT_FOUND' },
	adminGetPayoutSettings: {},
	adminChangePayoutSettings: { data: { is_on: true, reason: 'test' } },
	adminGetPayoutReviews: {},
	adminResolvePayoutReview: { data: { id: 1, note: 'test' }, served: 'NOT_FOUND' },
	adminGetPayoutAlerts: {},
	adminGetVendorFunds: {},
	adminBanUser: { data: aboutSomebody },
	adminUnbanUser: { data: aboutSomebody },
	adminPauseUser: { data: aboutSomebody },
	adminResumeUser: { data: aboutSomebody },
	adminMessageUser: { data: async () => ({ uid: (await people.make('user')).uid, message: 'Hello.' }) },
	adminGetSessions: { data: somebody },
	adminEndSessions: { data: aboutSomebody },
	adminFindCallbacks: { data: {} },
	adminReplayCallback: { data: { id: '1' }, served: 'NOT_FOUND' },
	redeemPromoCode: { data: { code: 'NOBODY-KNOWS-IT' }, served: 'unknown-code' },
	adminCreatePromoCode: {
		data: () => ({ code: `C-${randomUUID()}`, amount: 5, usesMax: 1, reason: 'For the opening.' }),
	},
	adminClosePromoCode: { data: { code: 'NOBODY-KNOWS-IT', reason: 'Over.' }, served: 'NOT_FOUND' },
	adminGetPromoCodes: {},
	adminGetPromoRedemptions: { data: { code: 'NOBODY-KNOWS-IT' } },
	adminGetOfferwalls: {},
	adminChangeOfferwall: { data: { id: 'sandbox', enabled: true, reason: 'It works again.' } },
	adminSendTestPostback: { data: { id: 'sandbox' } },
	adminGetUser: { data: somebody },
	adminGetUserLedger: { data: somebody },
	adminGetUserOffers: { data: somebody },
	adminGetUserWithdrawals: { data: somebody },
	adminAdjustBalance: { data: async () => ({ ...(await aboutSomebody()), amount: 1, requestId: randomUUID() }) },
	adminDecideAdjustment: {
		data: async () => ({ ...(await somebody()), id: randomUUID(), approve: false }),
		served: 'NOT_FOUND',
	},
	adminGetAdjustments: { data: {} },
	adminForgiveChargebacks: { data: aboutSomebody },
	adminDeleteUser: { data: aboutSomebody },
	adminGetActions: { data: {} },
	adminGetLog: { data: {} },
	adminGetFraudCases: { data: {} },
	adminHandleFraudCases: {
		data: async () => ({ uids: [(await somebody()).uid], deed: 'watch', reason: 'We look into it.' }),
	},
	adminGetFraudNotes: { data: somebody },
};

/** Outside /api and /auth. */
const addressRows: Record<string, AddressRow> = {
	'GET /data/users/:uid': { kind: 'owner' },
	'PATCH /data/users/:uid': { kind: 'owner', data: {} },
	'GET /data/users/:uid/live': { kind: 'owner' },
	'GET /data/users/count': { kind: 'admin' },
	'GET /data/users/active': { kind: 'admin' },
	'GET /data/earnings/total': { kind: 'admin' },
	'GET /data/admin/export/:file': { kind: 'admin', path: () => '/data/admin/export/actions.csv' },
	'GET /data/earnings/by-offerwall': { kind: 'admin' },
	'GET /robots.txt': { kind: 'open' },
	'GET /sitemap.xml': { kind: 'open' },
	'GET /healthz': { kind: 'open' },
	'GET /readyz': { kind: 'open' },
	'GET /postback/:wallId': { kind: 'open', path: () => '/postback/sandbox', served: 403 },
	'POST /postback/:wallId': { kind: 'open', path: () => '/postback/sandbox', data: {}, served: 405 },
	'GET /postback/:wallId/:pathKey': { kind: 'open', path: () => '/postback/sandbox/key', served: 403 },
	'POST /postback/:wallId/:pathKey': { kind: 'open', path: () => '/postback/sandbox/key', data: {}, served: 405 },
	...wrongMethodsAt('/postback/:wallId', '/postback/sandbox'),
	...wrongMethodsAt('/postback/:wallId/:pathKey', '/postback/sandbox/key'),
	'POST /vendor-callback/:vendor': { kind: 'open', path: () => '/vendor-callback/nobody', data: {}, served: 404 },
};

/** Partners that call in another way are told so, and the operator too. */
function wrongMethodsAt(pattern: string, path: string): Record<string, AddressRow> {
	const row = { kind: 'open' as const, path: () => path, served: 405 };
	return Object.fromEntries(['DELETE', 'OPTIONS', 'PATCH', 'PUT'].map((method) => [`${method} ${pattern}`, row]));
}

/** Under /auth: what better-auth and we serve there, by `servedEndpoints`, and the two that are answered before it. */
const authRows: Record<string, AddressRow> = {
	'GET /password-policy': { kind: 'open' },
	'GET /sign-in-error': { kind: 'open' },
	'GET /ways': { kind: 'open' },
	'GET /jwks': { kind: 'open' },
	'POST /sign-up/email': { kind: 'open', data: {}, served: 'auth/invalid-email' },
	'POST /sign-in/email': {
		kind: 'open',
		data: ({ email }: Person) => ({ email, password: 'wrong horse battery' }),
		served: 'auth/invalid-credential',
	},
	'POST /sign-in/custom-token': {
		kind: 'open',
		data: async () => ({ token: await signInToken() }),
		...onlyTheSignedIn('auth/operation-not-allowed'),
	},
	'POST /sign-in/social': { kind: 'open', data: { provider: 'google' } },
	'GET /callback/google': { kind: 'open', served: 302 },
	'POST /sign-out': { kind: 'open', data: {} },
	'POST /request-password-reset': { kind: 'open', data: { email: 'nobody@test.example' } },
	'POST /reset-password': {
		kind: 'open',
		data: { code: LONG, password: 'a long enough password' },
		served: 'auth/invalid-action-code',
	},
	'POST /verify-email': { kind: 'open', data: { code: LONG }, served: 'auth/invalid-action-code' },
	'GET /token': { kind: 'session', ageless: 200 },
	'GET /account': { kind: 'session', ageless: 200 },
	'POST /age': {
		kind: 'session',
		data: { birthDate: '2000-01-01' },
		served: 'auth/operation-not-allowed',
		ageless: 200,
	},
	'POST /send-verification-email': { kind: 'session', data: {} },
	'POST /change-email': { kind: 'session', data: { newEmail: 'new@test.example' }, ...notFresh },
	'POST /change-password': { kind: 'session', data: { newPassword: 'a long enough password' }, ...notFresh },
	'GET /list-sessions': { kind: 'session' },
	'POST /revoke-session': { kind: 'session', data: ({ sessionId }: Person) => ({ id: sessionId }) },
	'POST /revoke-other-sessions': { kind: 'session', data: {} },
	'POST /two-factor/enable': {
		kind: 'session',
		data: { password: 'wrong horse battery' },
		served: 'auth/operation-not-allowed',
		adminWithoutTotp: 'auth/wrong-password',
		...notFresh,
	},
	'POST /two-factor/disable': {
		kind: 'session',
		data: { password: 'wrong horse battery' },
		served: 'auth/operation-not-allowed',
		admin: 'auth/wrong-password',
		otherAdmin: 'auth/wrong-password',
		...notFresh,
	},
	'POST /two-factor/generate-backup-codes': {
		kind: 'session',
		data: { password: 'wrong horse battery' },
		served: 'auth/operation-not-allowed',
		admin: 'auth/wrong-password',
		otherAdmin: 'auth/wrong-password',
		...notFresh,
	},
	'POST /two-factor/verify-totp': { kind: 'session', data: { code: '000000' }, ...noStepUnderWay },
	'POST /two-factor/verify-backup-code': { kind: 'session', data: { code: 'aaaaa-bbbbb' }, ...noStepUnderWay },
};

/** Served by a handler of its own test: any call name, any path under /auth, pages. */
const wildcards = ['/api/:name', '/:project/us-central1/:name', '/auth/*', '/*', '*'];

function onlyTheSignedIn(outcome: Outcome): Outcomes {
	const signedIn = everybody.filter((condition) => refusedBy.session[condition] === undefined);
	return Object.fromEntries([...signedIn, 'ageless'].map((condition) => [condition, outcome]));
}

/** What an admin says of another person. */
async function somebody() {
	return { uid: (await people.make('user')).uid };
}

async function aboutSomebody() {
	return { uid: (await people.make('user')).uid, reason: 'We look into it.' };
}

async function handOffCode(): Promise<string> {
	const { deps } = product();
	const { uid } = await people.make('user');
	return (await createWebSession({ ...deps, publicUrl: product().url }, uid)).token;
}

async function signInToken(): Promise<string> {
	return (await verifyWebSession(product().deps, await handOffCode())).token;
}

/** What everybody is answered, beside what they should be. */
async function compare(
	kind: Kind | Access,
	row: Row,
	ask: (person: Person, data: unknown) => Promise<Response>,
	whose = everybody,
) {
	const probe = async (condition: Condition) => {
		const person = await people.make(condition);
		// What is somebody else's: their record, their session.
		const subject = condition.startsWith('other')
			? { ...(await people.make('user')), ...credentialsOf(person) }
			: person;
		const data = typeof row.data === 'function' ? await row.data(subject) : row.data;
		return [condition, await outcomeOf(await ask(subject, data))] as const;
	};
	const answered: Outcomes = {};
	for (let start = 0; start < whose.length; start += 5) {
		const some = await Promise.all(whose.slice(start, start + 5).map(probe));
		Object.assign(answered, Object.fromEntries(some));
	}
	const expected = whose.map((condition) => [
		condition,
		row[condition] ?? refusedBy[kind][condition] ?? row.served ?? 200,
	]);
	expect(answered).toEqual(Object.fromEntries(expected));
}

const credentialsOf = ({ atAuth, elsewhere }: Person) => ({ atAuth, elsewhere });

function send(method: string, path: string, headers: Record<string, string>, body: unknown): Promise<Response> {
	const init = { method, headers, redirect: 'manual' as const };
	if (body === undefined) return fetch(product().url + path, init);
	return fetch(product().url + path, {
		...init,
		headers: { ...headers, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
}

/** Every address that the application serves, as the framework is told of it. */
async function servedAddresses(): Promise<string[]> {
	const served = new Set<string>();
	const watch = (message: unknown) => {
		const { fastify } = message as { fastify: FastifyInstance };
		fastify.addHook('onRoute', ({ method, url }) => {
			for (const each of [method].flat()) served.add(`${each} ${url}`);
		});
	};
	subscribe('fastify.initialization', watch);
	const app = await createApp(product().deps);
	unsubscribe('fastify.initialization', watch);
	await app.ready();
	await app.close();
	return [...served].sort();
}

describe('every endpoint has a line here', () => {
	let served: string[] = [];
	beforeAll(async () => {
		served = await servedAddresses();
	});

	test('each call of the contract', () => {
		expect(Object.keys(callRows).sort()).toEqual(Object.keys(calls).sort());
	});

	test('each endpoint under /auth', () => {
		const ownRoutes = served.filter((each) => /^(GET|POST) \/auth\/[^*]/.test(each));
		const expected = [...servedEndpoints.keys(), ...ownRoutes.map((each) => each.replace('/auth', ''))];
		expect(Object.keys(authRows).sort()).toEqual(expected.sort());
	});

	test('each other address, and none that is not served', () => {
		// HEAD is made from GET.
		const others = served
			.filter((each) => !each.startsWith('HEAD ') && !/ \/auth\/[^*]/.test(each))
			.filter((each) => !wildcards.includes(each.slice(each.indexOf(' ') + 1)));
		expect(Object.keys(addressRows).sort()).toEqual(others);
		expect(served).toEqual(
			expect.arrayContaining(['POST /api/:name', 'POST /:project/us-central1/:name', 'GET /auth/*']),
		);
	});
});

describe('a call', () => {
	test.each(Object.entries(callRows))('%s', async (name, row) => {
		const { access } = calls[name as CallName];
		await compare(access, row, ({ elsewhere }, data) =>
			send('POST', `/api/${name}`, elsewhere, { data: data ?? null }),
		);
	});

	test('at the address of a Functions emulator is the same', async () => {
		const some: Condition[] = ['anonymous', 'user', 'ageless', 'banned', 'signedOut'];
		const ask = ({ elsewhere }: Person) => send('POST', '/lootpass/us-central1/createUser', elsewhere, { data: null });
		await compare('user', {}, ask, some);
	});

	test.each(['GET', 'PUT', 'PATCH', 'DELETE'])('by %s is no call, whoever makes it', async (method) => {
		const { elsewhere } = await people.make('admin');
		const answer = await send(method, '/api/createUser', elsewhere, method === 'GET' ? undefined : { data: null });
		expect(await outcomeOf(answer)).toBe('INVALID_ARGUMENT');
	});

	test('that nobody knows is told from one that is refused', async () => {
		const { elsewhere } = await people.make('admin');
		const answer = await send('POST', '/api/noSuchCall', elsewhere, { data: null });
		expect([answer.status, await outcomeOf(answer)]).toEqual([404, 'UNIMPLEMENTED']);
	});
});

describe('an address', () => {
	test.each(Object.entries(addressRows))('%s', async (address, row) => {
		const [method = '', pattern = ''] = address.split(' ');
		const pathFor = row.path ?? (({ uid }: Person) => pattern.replace(':uid', uid));
		await compare(row.kind, row, async (person, data) => send(method, await pathFor(person), person.elsewhere, data));
	});
});

test('HEAD tells nobody more than GET', async () => {
	const [person, other] = [await people.make('user'), await people.make('user')];
	const statusOf = async (uid: string, headers: Record<string, string>) =>
		(await send('HEAD', `/data/users/${uid}`, headers, undefined)).status;
	expect(await statusOf(person.uid, person.elsewhere)).toBe(200);
	expect(await statusOf(other.uid, person.elsewhere)).toBe(403);
	expect(await statusOf(person.uid, {})).toBe(401);
});

describe('under /auth', () => {
	test.each(Object.entries(authRows))('%s', async (endpoint, row) => {
		const [method = '', path = ''] = endpoint.split(' ');
		await compare(row.kind, row, ({ atAuth }, data) => send(method, `/auth${path}`, atAuth, data));
	});
});
