import { z } from 'zod';
import type { Access } from '../../contract/call.ts';
import { figures } from '../../contract/figures.ts';
import {
	accessTokenAnswer,
	accountAnswer,
	passwordPolicy,
	sessionsAnswer,
	signInWays,
} from '../../contract/identity.ts';
import { userDocument, userDocumentPatch } from '../../contract/profiles.ts';

/** An address as the interface's description tells of it. */
export type Address = {
	method: 'GET' | 'POST' | 'PATCH';
	/** With `{parameter}` where a part is the caller's. */
	path: string;
	tag: string;
	summary: string;
	/** `session`: a browser's cookie, or an app's session token as its bearer. */
	access: Access | 'session';
	query?: z.ZodType;
	body?: z.ZodType;
	answer?: z.ZodType;
	/** Where it is not JSON. */
	answerType?: string;
};

const email = z.email();
const password = z.string();
const code = z.string();
const ok = z.object({});
const signedIn = z.object({ token: z.string().optional() }).describe('`token`, for an app: its session token.');
const maybeSecondFactor = z.union([signedIn, z.object({ twoFactorRedirect: z.literal(true) })]);

const data: Address[] = [
	{ method: 'GET', path: '/data/users/{uid}', access: 'user', summary: 'Own record', answer: userDocument },
	{
		method: 'PATCH',
		path: '/data/users/{uid}',
		access: 'user',
		summary: 'Links a game account. The name is checked on the platform, the picture is taken from there',
		body: userDocumentPatch,
		answer: userDocument,
	},
	{
		method: 'GET',
		path: '/data/users/{uid}/live',
		access: 'user',
		summary: 'Changes as they happen: events `user`, `offer`, `withdrawal`, `notice`; goes on after `Last-Event-ID`',
		answerType: 'text/event-stream',
	},
	...Object.entries(figures).map(([path, figure]) => ({ method: 'GET', path, access: 'admin', ...figure })),
	{
		method: 'GET',
		path: '/data/admin/export/{file}',
		access: 'admin',
		summary: 'A table as a CSV file, such as `users.csv`',
		answerType: 'text/csv',
	},
].map((address) => ({ ...address, tag: 'Data' }) as Address);

const auth: Address[] = [
	{
		method: 'POST',
		path: '/auth/sign-up/email',
		access: 'anonymous',
		summary: 'Makes an account and signs in',
		body: z.object({ email, password, name: z.string(), birthDate: z.iso.date() }),
		answer: signedIn,
	},
	{
		method: 'POST',
		path: '/auth/sign-in/email',
		access: 'anonymous',
		summary: 'Signs in; an admin with a second factor goes on with verify-totp',
		body: z.object({ email, password, rememberMe: z.boolean().optional() }),
		answer: maybeSecondFactor,
	},
	{
		method: 'POST',
		path: '/auth/sign-in/custom-token',
		access: 'anonymous',
		summary: 'Signs in with the token of `verifyWebSession`, once, for a minute',
		body: z.object({ token: z.string() }),
		answer: signedIn,
	},
	{
		method: 'POST',
		path: '/auth/sign-in/social',
		access: 'anonymous',
		summary: 'Where to go to sign in with Google',
		body: z.object({ provider: z.literal('google'), callbackURL: z.string().optional() }),
		answer: z.object({ url: z.string() }),
	},
	{ method: 'POST', path: '/auth/sign-out', access: 'session', summary: 'Ends the session', body: ok, answer: ok },
	{
		method: 'GET',
		path: '/auth/token',
		access: 'session',
		summary: 'An access token for calls and data, for an hour',
		answer: accessTokenAnswer,
	},
	{ method: 'GET', path: '/auth/jwks', access: 'anonymous', summary: 'The keys that access tokens are signed with' },
	{
		method: 'GET',
		path: '/auth/password-policy',
		access: 'anonymous',
		summary: 'What a password must be',
		answer: passwordPolicy,
	},
	{
		method: 'GET',
		path: '/auth/ways',
		access: 'anonymous',
		summary: 'How one can sign in and up here',
		answer: signInWays,
	},
	{ method: 'GET', path: '/auth/account', access: 'session', summary: 'Own account', answer: accountAnswer },
	{
		method: 'POST',
		path: '/auth/age',
		access: 'session',
		summary: 'The date of birth after a first sign-in with Google',
		body: z.object({ birthDate: z.iso.date() }),
		answer: ok,
	},
	{
		method: 'POST',
		path: '/auth/request-password-reset',
		access: 'anonymous',
		summary: 'Mails a link, if there is such an account; the answer does not tell',
		body: z.object({ email }),
		answer: ok,
	},
	{
		method: 'POST',
		path: '/auth/reset-password',
		access: 'anonymous',
		summary: 'Sets a password with the code of a mail',
		body: z.object({ code, password }),
		answer: ok,
	},
	{
		method: 'POST',
		path: '/auth/verify-email',
		access: 'anonymous',
		summary: 'Confirms an e-mail address with the code of a mail',
		body: z.object({ code }),
		answer: ok,
	},
	{
		method: 'POST',
		path: '/auth/send-verification-email',
		access: 'session',
		summary: 'Mails the link again',
		body: ok,
		answer: ok,
	},
	{
		method: 'POST',
		path: '/auth/change-email',
		access: 'session',
		summary: 'Mails a link to the new address. Needs a recent sign-in',
		body: z.object({ newEmail: email }),
		answer: ok,
	},
	{
		method: 'POST',
		path: '/auth/change-password',
		access: 'session',
		summary: 'Sets a new password. Needs a recent sign-in',
		body: z.object({ currentPassword: password.optional(), newPassword: password }),
		answer: ok,
	},
	{
		method: 'GET',
		path: '/auth/list-sessions',
		access: 'session',
		summary: 'Own sessions, the newest first',
		answer: sessionsAnswer,
	},
	{
		method: 'POST',
		path: '/auth/revoke-session',
		access: 'session',
		summary: 'Ends one of the own sessions',
		body: z.object({ id: z.uuid() }),
		answer: ok,
	},
	{
		method: 'POST',
		path: '/auth/revoke-other-sessions',
		access: 'session',
		summary: 'Ends all own sessions but this one',
		body: ok,
		answer: ok,
	},
	{
		method: 'POST',
		path: '/auth/two-factor/enable',
		access: 'session',
		summary: "Begins with an admin's second factor",
		body: z.object({ password }),
		answer: z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) }),
	},
	{
		method: 'POST',
		path: '/auth/two-factor/disable',
		access: 'session',
		summary: 'Ends the second factor',
		body: z.object({ password }),
		answer: ok,
	},
	{
		method: 'POST',
		path: '/auth/two-factor/generate-backup-codes',
		access: 'session',
		summary: 'New backup codes; the old ones end',
		body: z.object({ password }),
		answer: z.object({ backupCodes: z.array(z.string()) }),
	},
	{
		method: 'POST',
		path: '/auth/two-factor/verify-totp',
		access: 'anonymous',
		summary: 'The second step of signing in, and the end of setting it up',
		body: z.object({ code }),
		answer: signedIn,
	},
	{
		method: 'POST',
		path: '/auth/two-factor/verify-backup-code',
		access: 'anonymous',
		summary: 'The second step of signing in, with a backup code',
		body: z.object({ code }),
		answer: signedIn,
	},
	{
		method: 'GET',
		path: '/auth/callback/google',
		access: 'anonymous',
		summary: 'Where Google sends people back to',
		answerType: 'text/html',
	},
	{
		method: 'GET',
		path: '/auth/sign-in-error',
		access: 'anonymous',
		summary: 'Why the sign-in with Google that just ended did not work, once',
	},
].map((address) => ({ ...address, tag: 'Identity' }) as Address);

/** Each partner has parameters, a signature and a success body of its own: see `docs/offerwalls.md`. */
const doors: Address[] = ['/postback/{wallId}', '/postback/{wallId}/{pathKey}'].flatMap((path) =>
	(['GET', 'POST'] as const).map((method) => ({
		method,
		path,
		tag: 'Partners and vendors',
		summary: "A partner's signed postback; which of GET and POST is the partner's contract",
		access: 'anonymous' as const,
		answerType: 'text/plain',
	})),
);

const vendorDoor: Address = {
	method: 'POST',
	path: '/vendor-callback/{vendor}',
	tag: 'Partners and vendors',
	summary: 'The payout vendor says that something of an order changed. It is asked then; its word moves no money',
	access: 'anonymous',
	body: z.unknown(),
	answer: z.object({ success: z.boolean() }),
};

const operations: Address[] = [
	{
		method: 'GET',
		path: '/healthz',
		tag: 'Operations',
		summary: 'The process runs',
		access: 'anonymous',
		answer: z.object({ status: z.string() }),
	},
	{
		method: 'GET',
		path: '/readyz',
		tag: 'Operations',
		summary: 'The database answers; 503 when it does not',
		access: 'anonymous',
		answer: z.object({ status: z.string() }),
	},
	{
		method: 'GET',
		path: '/metrics',
		tag: 'Operations',
		summary: 'Prometheus. From this machine, or with METRICS_TOKEN as the bearer',
		access: 'anonymous',
		answerType: 'text/plain',
	},
];

/** What is served beside the calls: the calls describe themselves. Held against the server's own list by a test. */
export const addresses: readonly Address[] = [...data, ...auth, ...doors, vendorDoor, ...operations];
