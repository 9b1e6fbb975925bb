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
const ownPassword = { password: z.string() };

export const PASSKEYS_MAX = 10;
const credential = z.looseObject({ id: z.string().max(2_000), response: z.looseObject({}) });
/** Options of WebAuthn, as JSON. */
const options = z.object({ options: z.looseObject({}) });

const done = z.object({});
const signedIn = z.object({ token: z.string().optional() }).describe('`token` is the session token, for apps only.');
const maybeSecondFactor = z.union([signedIn, z.object({ twoFactorRedirect: z.literal(true) })]);

/** Bodies are strict, because better-auth would also accept `callbackURL`, `trustDevice` and `idToken`. */
const postFor =
	<Access extends 'open' | 'session'>(access: Access) =>
	<Body extends z.ZodRawShape, Answer extends z.ZodType, const More extends object = object>(
		summary: string,
		body: Body,
		answer: Answer,
		more?: More,
	) => ({ access, summary, body: z.strictObject(body), answer, ...(more as More) });
const [open, session] = [postFor('open'), postFor('session')];
const signIn = <Body extends z.ZodRawShape, const More extends object = object>(
	summary: string,
	body: Body,
	more?: More,
) => open(summary, body, signedIn, { signsIn: true, ...(more as More) });

export const authEndpoints = describeEndpoints(
	{ tag: 'Identity', errors: 'AuthError' },
	{
		'POST /auth/sign-up/email': signIn(
			'Creates an account and signs in',
			{ email, password: text, name: refusedByName(personName), birthDate, rememberMe: z.boolean().optional() },
			{ hashes: true },
		),
		'POST /auth/sign-in/email': open(
			'Signs in; an account with a second factor continues with verify-totp',
			{ email, password: text, rememberMe: refusedByName(z.boolean()).optional() },
			maybeSecondFactor,
			{ hashes: true, signsIn: true },
		),
		'POST /auth/sign-in/custom-token': signIn(
			'Signs in with a token of `verifyWebSession`, which works once, for a minute',
			{ token: text },
		),
		'POST /auth/sign-in/social': open(
			'Returns the URL that starts sign-in with Google',
			{ provider: refusedByName(z.literal('google')), callbackURL: z.string().refine(isPathHere).optional() },
			z.object({ url: z.string() }),
		),
		'POST /auth/sign-in/passkey': signIn('Signs in with a passkey, which counts as both factors', {
			response: credential,
		}),
		'POST /auth/passkey/sign-in-options': open(
			'Returns a challenge for a sign-in with a passkey (WebAuthn)',
			{},
			options,
		),
		'GET /auth/passkey/list': { access: 'session', summary: "The caller's passkeys", answer: passkeysAnswer },
		'POST /auth/passkey/options': session(
			'Returns a challenge for a new passkey (WebAuthn); requires a recent sign-in',
			{},
			options,
		),
		'POST /auth/passkey/add': session(
			'Adds a passkey; requires a recent sign-in',
			{ name: name.max(PASSKEY_NAME_LENGTH_MAX), response: credential },
			done,
		),
		'POST /auth/passkey/remove': session(
			'Removes a passkey; requires a recent sign-in',
			{ id: z.string().max(2_000) },
			z.object({ removed: z.boolean() }),
		),
		'POST /auth/sign-in/provider': open(
			"Returns the URL that starts a sign-in, link or test with the team's identity provider",
			{
				purpose: z.enum(['sign-in', 'link', 'test']),
				test: z.uuid().optional(),
				/** Asks for the password at the provider. */
				again: z.boolean().optional(),
				callbackURL: z.string().refine(isPathHere).optional(),
			},
			z.object({ url: z.string() }),
		),
		'POST /auth/sign-out': session('Ends the session', {}, done),
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
		'POST /auth/age': session('Stores the date of birth after a first sign-in with Google', { birthDate }, done, {
			takesIdToken: true,
		}),
		'POST /auth/request-password-reset': open(
			'Emails a reset link if the account exists; the response is the same if it does not',
			{ email },
			done,
		),
		'POST /auth/reset-password': open(
			'Sets a password with the code from an email',
			{ code: text, password: text },
			done,
			{ hashes: true },
		),
		'POST /auth/verify-email': open('Confirms an email address with the code from an email', { code: text }, done),
		'POST /auth/undo-email-change': open(
			'Brings back the former email address with the code from an email, and ends all sessions',
			{ code: text, password: z.string().optional(), secondFactor: z.string().optional() },
			z.object({ email: z.string() }),
			{ hashes: true },
		),
		'POST /auth/send-verification-email': session('Sends the confirmation link again', {}, done),
		'POST /auth/change-email': session(
			'Emails a link to the new address; requires a recent sign-in',
			{ newEmail: email },
			done,
		),
		'POST /auth/change-password': session(
			'Sets a new password; requires a recent sign-in',
			{ currentPassword: z.string().optional(), newPassword: text },
			done,
			{ hashes: true },
		),
		'GET /auth/list-sessions': {
			access: 'session',
			summary: "The caller's sessions, newest first",
			answer: sessionsAnswer,
		},
		'POST /auth/revoke-session': session('Ends one session of the caller', { id: z.uuid() }, done),
		'POST /auth/revoke-other-sessions': session('Ends all sessions of the caller except this one', {}, done),
		'POST /auth/two-factor/enable': session(
			'Starts to set up a second factor',
			ownPassword,
			z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) }),
			{ hashes: true },
		),
		'POST /auth/two-factor/disable': session('Removes the second factor', ownPassword, done, { hashes: true }),
		'POST /auth/two-factor/generate-backup-codes': session(
			'Creates new backup codes and invalidates the old ones',
			ownPassword,
			z.object({ backupCodes: z.array(z.string()) }),
			{ hashes: true },
		),
		'POST /auth/two-factor/verify-totp': signIn('Second step of sign-in; also completes the setup of a second factor', {
			code: z.string(),
		}),
		'POST /auth/two-factor/verify-backup-code': signIn('Second step of sign-in, with a backup code', {
			code: z.string(),
		}),
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
