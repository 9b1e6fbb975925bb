import { z } from 'zod';
import { describeEndpoints } from '../endpoint.ts';
import { PASSKEY_NAME_LENGTH_MAX } from '../limits.ts';
import { isPathHere } from '../path-here.ts';
import { startCalls } from '../site/start.ts';
import {
	accessTokenAnswer,
	accountAnswer,
	passkeysAnswer,
	passwordPolicy,
	sessionsAnswer,
	signInWays,
} from './identity.ts';

/** RFC 5321 allows 256 octets for an address with its angle brackets. */
const EMAIL_LENGTH_MAX = 254;
const NAME_LENGTH_MAX = 100;

const ATOM = "[\\w!#$%&'*+/=?^`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
/** Source: RFC 5321, without quoted names and address literals. */
export const emailPattern = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`);
export const emailAddress = z.email({ pattern: emailPattern }).max(EMAIL_LENGTH_MAX);
// PostgreSQL cannot store the NUL character.
const name = z
	.string()
	.trim()
	.min(1)
	.regex(/^\P{Cc}+$/u);
export const personName = name.max(NAME_LENGTH_MAX);

/** Documents `schema` but accepts any value, because the handler reports invalid values itself. */
function refusedByName(schema: z.ZodType): z.ZodUnknown {
	const { $schema: _, ...definition } = z.toJSONSchema(schema);
	return z.unknown().meta(definition);
}

const email = refusedByName(emailAddress);
const birthDate = refusedByName(z.iso.date());
const text = refusedByName(z.string());
const nothing = z.strictObject({});
const ownPassword = z.strictObject({ password: z.string() });

export const PASSKEYS_MAX = 10;
const credential = z.looseObject({ id: z.string().max(2_000), response: z.looseObject({}) });
/** Options of WebAuthn, as JSON. */
const options = z.object({ options: z.looseObject({}) });

const done = z.object({});
const signedIn = z.object({ token: z.string().optional() }).describe('`token` is the session token, for apps only.');
const maybeSecondFactor = z.union([signedIn, z.object({ twoFactorRedirect: z.literal(true) })]);

/** Bodies are strict, because better-auth would also accept `callbackURL`, `trustDevice` and `idToken`. */
export const authEndpoints = describeEndpoints(
	{ tag: 'Identity', errors: 'AuthError' },
	{
		'POST /auth/sign-up/email': {
			access: 'open',
			summary: 'Creates an account and signs in',
			body: z.strictObject({
				email,
				password: text,
				name: refusedByName(personName),
				birthDate,
				rememberMe: z.boolean().optional(),
			}),
			answer: signedIn,
			hashes: true,
			signsIn: true,
		},
		'POST /auth/sign-in/email': {
			access: 'open',
			summary: 'Signs in; an account with a second factor continues with verify-totp',
			body: z.strictObject({ email, password: text, rememberMe: refusedByName(z.boolean()).optional() }),
			answer: maybeSecondFactor,
			hashes: true,
			signsIn: true,
		},
		'POST /auth/sign-in/custom-token': {
			access: 'open',
			summary: 'Signs in with a token of `verifyWebSession`, which works once, for a minute',
			body: z.strictObject({ token: text }),
			answer: signedIn,
			signsIn: true,
		},
		'POST /auth/sign-in/social': {
			access: 'open',
			summary: 'Returns the URL that starts sign-in with Google',
			body: z.strictObject({
				provider: refusedByName(z.literal('google')),
				callbackURL: z.string().refine(isPathHere).optional(),
			}),
			answer: z.object({ url: z.string() }),
		},
		'POST /auth/sign-in/passkey': {
			access: 'open',
			summary: 'Signs in with a passkey, which counts as both factors',
			body: z.strictObject({ response: credential }),
			answer: signedIn,
			signsIn: true,
		},
		'POST /auth/passkey/sign-in-options': {
			access: 'open',
			summary: 'Returns a challenge for a sign-in with a passkey (WebAuthn)',
			body: nothing,
			answer: options,
		},
		'GET /auth/passkey/list': { access: 'session', summary: "The caller's passkeys", answer: passkeysAnswer },
		'POST /auth/passkey/options': {
			access: 'session',
			summary: 'Returns a challenge for a new passkey (WebAuthn); requires a recent sign-in',
			body: nothing,
			answer: options,
		},
		'POST /auth/passkey/add': {
			access: 'session',
			summary: 'Adds a passkey; requires a recent sign-in',
			body: z.strictObject({ name: name.max(PASSKEY_NAME_LENGTH_MAX), response: credential }),
			answer: done,
		},
		'POST /auth/passkey/remove': {
			access: 'session',
			summary: 'Removes a passkey; requires a recent sign-in',
			body: z.strictObject({ id: z.string().max(2_000) }),
			answer: z.object({ removed: z.boolean() }),
		},
		'POST /auth/sign-in/provider': {
			access: 'open',
			summary: "Returns the URL that starts a sign-in, link or test with the team's identity provider",
			body: z.strictObject({
				purpose: z.enum(['sign-in', 'link', 'test']),
				test: z.uuid().optional(),
				/** Asks for the password at the provider. */
				again: z.boolean().optional(),
				callbackURL: z.string().refine(isPathHere).optional(),
			}),
			answer: z.object({ url: z.string() }),
		},
		'POST /auth/sign-out': { access: 'session', summary: 'Ends the session', body: nothing, answer: done },
		'GET /auth/token': {
			access: 'session',
			summary: 'Returns an access token for calls and data, valid for an hour',
			takesIdToken: true,
			answer: accessTokenAnswer,
		},
		'GET /auth/start': {
			access: 'session',
			summary: 'Returns an access token with the account and the first data of a page, to pages of this site',
			query: z.object({ page: z.string().optional() }),
			answer: accessTokenAnswer.extend({
				account: accountAnswer,
				start: startCalls.getStart.output.nullable().describe('Null if calls are refused; a call says why.'),
			}),
		},
		'GET /auth/jwks': { access: 'open', summary: 'Public keys that verify access tokens (JWKS)' },
		'GET /auth/password-policy': { access: 'open', summary: 'Password policy', answer: passwordPolicy },
		'GET /auth/ways': { access: 'open', summary: 'Enabled ways to sign in and sign up', answer: signInWays },
		'GET /auth/account': { access: 'session', summary: "The caller's account", answer: accountAnswer },
		'POST /auth/age': {
			access: 'session',
			summary: 'Stores the date of birth after a first sign-in with Google',
			takesIdToken: true,
			body: z.strictObject({ birthDate }),
			answer: done,
		},
		'POST /auth/request-password-reset': {
			access: 'open',
			summary: 'Emails a reset link if the account exists; the response is the same if it does not',
			body: z.strictObject({ email }),
			answer: done,
		},
		'POST /auth/reset-password': {
			access: 'open',
			summary: 'Sets a password with the code from an email',
			body: z.strictObject({ code: text, password: text }),
			answer: done,
			hashes: true,
		},
		'POST /auth/verify-email': {
			access: 'open',
			summary: 'Confirms an email address with the code from an email',
			body: z.strictObject({ code: text }),
			answer: done,
		},
		'POST /auth/undo-email-change': {
			access: 'open',
			summary: 'Brings back the former email address with the code from an email, and ends all sessions',
			body: z.strictObject({ code: text, password: z.string().optional(), secondFactor: z.string().optional() }),
			answer: z.object({ email: z.string() }),
			hashes: true,
		},
		'POST /auth/send-verification-email': {
			access: 'session',
			summary: 'Sends the confirmation link again',
			body: nothing,
			answer: done,
		},
		'POST /auth/change-email': {
			access: 'session',
			summary: 'Emails a link to the new address; requires a recent sign-in',
			body: z.strictObject({ newEmail: email }),
			answer: done,
		},
		'POST /auth/change-password': {
			access: 'session',
			summary: 'Sets a new password; requires a recent sign-in',
			body: z.strictObject({ currentPassword: z.string().optional(), newPassword: text }),
			answer: done,
			hashes: true,
		},
		'GET /auth/list-sessions': {
			access: 'session',
			summary: "The caller's sessions, newest first",
			answer: sessionsAnswer,
		},
		'POST /auth/revoke-session': {
			access: 'session',
			summary: 'Ends one session of the caller',
			body: z.strictObject({ id: z.uuid() }),
			answer: done,
		},
		'POST /auth/revoke-other-sessions': {
			access: 'session',
			summary: 'Ends all sessions of the caller except this one',
			body: nothing,
			answer: done,
		},
		'POST /auth/two-factor/enable': {
			access: 'session',
			summary: 'Starts to set up a second factor',
			body: ownPassword,
			answer: z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) }),
			hashes: true,
		},
		'POST /auth/two-factor/disable': {
			access: 'session',
			summary: 'Removes the second factor',
			body: ownPassword,
			answer: done,
			hashes: true,
		},
		'POST /auth/two-factor/generate-backup-codes': {
			access: 'session',
			summary: 'Creates new backup codes and invalidates the old ones',
			body: ownPassword,
			answer: z.object({ backupCodes: z.array(z.string()) }),
			hashes: true,
		},
		'POST /auth/two-factor/verify-totp': {
			access: 'open',
			summary: 'Second step of sign-in; also completes the setup of a second factor',
			body: z.strictObject({ code: z.string() }),
			answer: signedIn,
			signsIn: true,
		},
		'POST /auth/two-factor/verify-backup-code': {
			access: 'open',
			summary: 'Second step of sign-in, with a backup code',
			body: z.strictObject({ code: z.string() }),
			answer: signedIn,
			signsIn: true,
		},
		'GET /auth/callback/google': {
			access: 'open',
			summary: 'Redirect URL for sign-in with Google',
			answerType: 'text/html',
		},
		'GET /auth/callback/provider': {
			access: 'open',
			summary: "Redirect URL for sign-in with the team's identity provider",
			answerType: 'text/html',
		},
		'GET /auth/sign-in-error': {
			access: 'open',
			summary: "Returns once why the last sign-in with Google or the team's identity provider failed",
		},
	},
);
