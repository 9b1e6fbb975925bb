import { describe, expect, test } from 'vitest';
import { servedEndpoints } from '../server/identity/served-endpoints.ts';
import { verifyWebSession } from '../server/identity/verify-web-session.ts';
import { everybody, type Person } from './access-people.ts';
import { type AddressRow, type Outcome, type Outcomes, openAccessTable, refusedBy } from './access-table.ts';
import { servedAddresses } from './served-addresses.ts';

/** Who gets what answer under /auth. */
const { product, handOffCode, compare, send } = openAccessTable();

const LONG = 'x'.repeat(43);
const notFresh = { stale: 'auth/requires-recent-login' };

/** Without a session these are the second step of a sign-in, which a cookie of its own carries. */
const noStepUnderWay = {
	served: 'auth/operation-not-allowed',
	...Object.fromEntries(
		['anonymous', 'banned', 'signedOut', 'expired', 'deleted'].map((each) => [each, 'auth/expired-action-code']),
	),
};

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

function onlyTheSignedIn(outcome: Outcome): Outcomes {
	const signedIn = everybody.filter((condition) => refusedBy.session[condition] === undefined);
	return Object.fromEntries([...signedIn, 'ageless'].map((condition) => [condition, outcome]));
}

async function signInToken(): Promise<string> {
	return (await verifyWebSession(product().deps, await handOffCode())).token;
}

test('every endpoint has a line here: each endpoint under /auth', async () => {
	const ownRoutes = (await servedAddresses(product().deps)).filter((each) => /^(GET|POST) \/auth\/[^*]/.test(each));
	const expected = [...servedEndpoints.keys(), ...ownRoutes.map((each) => each.replace('/auth', ''))];
	expect(Object.keys(authRows).sort()).toEqual(expected.sort());
});

describe('under /auth', () => {
	test.each(Object.entries(authRows))('%s', async (endpoint, row) => {
		const [method = '', path = ''] = endpoint.split(' ');
		await compare(row.kind, row, ({ atAuth }, data) => send(method, `/auth${path}`, atAuth, data));
	});
});
