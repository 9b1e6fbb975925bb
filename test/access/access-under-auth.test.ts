import { verifyWebSession } from '../../server/accounts/hand-off/web-sessions.ts';
import { everyCondition, type Person } from './access-people.ts';
import { each, type Outcome, type Outcomes, openAccessTable, refusedBy, withoutSession } from './access-table.ts';

const { product, handOffCode, compareAll } = openAccessTable();

const LONG = 'x'.repeat(43);
const notStepped = { adminWithoutCode: 'auth/operation-not-allowed' };
const notFresh = { stale: 'auth/requires-recent-login' };

const noStepUnderWay = {
	served: 'auth/operation-not-allowed',
	ageless: 'auth/age-required',
	...each([...withoutSession, 'banned'], 'auth/expired-action-code'),
};

const alwaysServed = each(everyCondition, 200);

const wrongPassword = {
	data: { password: 'wrong horse battery' },
	served: 'auth/operation-not-allowed',
	...each(['admin', 'otherAdmin'], 'auth/wrong-password'),
	...notFresh,
};

const rows = {
	'POST /auth/sign-up/email': { data: {}, served: 'auth/invalid-email' },
	'POST /auth/sign-in/email': {
		data: ({ email }: Person) => ({ email, password: 'wrong horse battery' }),
		served: 'auth/invalid-credential',
	},
	'POST /auth/sign-in/custom-token': {
		data: async () => ({ token: await signInToken() }),
		...onlyTheSignedIn('auth/operation-not-allowed'),
	},
	'POST /auth/sign-in/social': { data: { provider: 'google' } },
	'GET /auth/callback/google': { served: 302 },
	'POST /auth/sign-in/provider': { data: { purpose: 'sign-in' }, served: 'auth/operation-not-allowed' },
	'GET /auth/callback/provider': { served: 302 },
	'POST /auth/sign-in/passkey': { data: { response: { id: 'x', response: {} } }, served: 'auth/invalid-credential' },
	'POST /auth/passkey/sign-in-options': { data: {} },
	'POST /auth/passkey/options': { data: {}, ...notStepped, ...notFresh },
	'POST /auth/passkey/add': {
		data: { name: 'Phone', response: { id: 'x', response: {} } },
		served: 'auth/invalid-credential',
		...notStepped,
		...notFresh,
	},
	'POST /auth/passkey/remove': { data: { id: 'x' }, ...notStepped, ...notFresh },
	'POST /auth/sign-out': { data: {}, ...alwaysServed },
	'POST /auth/request-password-reset': { data: { email: 'unknown@test.example' } },
	'POST /auth/reset-password': {
		data: { code: LONG, password: 'a long enough password' },
		served: 'auth/invalid-action-code',
	},
	'POST /auth/verify-email': { data: { code: LONG }, served: 'auth/invalid-action-code' },
	'POST /auth/undo-email-change': { data: { code: LONG }, served: 'auth/invalid-action-code' },
	'GET /auth/token': { ageless: 200 },
	'GET /auth/start': { ageless: 200 },
	'GET /auth/account': { ageless: 200 },
	'POST /auth/age': { data: { birthDate: '2000-01-01' }, served: 'auth/operation-not-allowed', ageless: 200 },
	'POST /auth/send-verification-email': { data: {} },
	'POST /auth/change-email': { data: { newEmail: 'new@test.example' }, ...notStepped, ...notFresh },
	'POST /auth/change-password': { data: { newPassword: 'a long enough password' }, ...notFresh },
	'POST /auth/revoke-session': { data: ({ sessionId }: Person) => ({ id: sessionId }) },
	'POST /auth/revoke-other-sessions': { data: {} },
	'POST /auth/two-factor/enable': {
		data: { password: 'wrong horse battery' },
		served: 'auth/wrong-password',
		...each(['admin', 'adminWithoutCode', 'otherAdmin'], 'auth/operation-not-allowed'),
		...notFresh,
	},
	'POST /auth/two-factor/disable': wrongPassword,
	'POST /auth/two-factor/generate-backup-codes': wrongPassword,
	'POST /auth/two-factor/verify-totp': { data: { code: '000000' }, ...noStepUnderWay },
	'POST /auth/two-factor/verify-backup-code': { data: { code: 'aaaaa-bbbbb' }, ...noStepUnderWay },
};

function onlyTheSignedIn(outcome: Outcome): Outcomes {
	const signedIn = everyCondition.filter((condition) => refusedBy.session[condition] === undefined);
	return each([...signedIn, 'ageless'], outcome);
}

const signInToken = async () =>
	(await verifyWebSession(product().deps, { token: await handOffCode() }, { ip: '127.0.0.1' })).token;

// spec: open.sign-in-methods
describe('under /auth', () => compareAll(/ \/auth\//, rows));
