import { isPathHere } from '../../contract/path-here.ts';

/** How an endpoint under `/auth` is served. */
export type Endpoint = {
	/** Our own, not better-auth's of the same name. */
	isOurs?: true;
	/** What its body may consist of; anything else is refused. Undefined: the endpoint looks itself, or has no body. */
	fields?: readonly string[];
	/** Hashes a password: made to be slow, so only a few at a time. */
	hashes?: true;
	/** Its answer holds the new session's token, which a browser must not see. */
	signsIn?: true;
};

/**
 * The only endpoints that can be reached; every other one of better-auth is not there. Fields are named because
 * better-auth takes more: `callbackURL` redirects, `trustDevice` leaves the second factor out for a month, `idToken`
 * signs in without a round to the provider.
 */
export const servedEndpoints: ReadonlyMap<string, Endpoint> = new Map<string, Endpoint>([
	['POST /sign-up/email', { hashes: true, signsIn: true }],
	['POST /sign-in/email', { fields: ['email', 'password', 'rememberMe'], hashes: true, signsIn: true }],
	['POST /sign-in/custom-token', { fields: ['token'], signsIn: true }],
	['POST /sign-in/social', { fields: ['provider', 'callbackURL'] }],
	['GET /callback/google', {}],
	['POST /sign-out', { fields: [] }],
	['GET /token', {}],
	['GET /jwks', {}],
	['GET /ways', { isOurs: true }],
	['GET /account', { isOurs: true }],
	['POST /age', { isOurs: true }],
	['POST /request-password-reset', { isOurs: true }],
	['POST /reset-password', { isOurs: true, hashes: true }],
	['POST /verify-email', { isOurs: true }],
	['POST /send-verification-email', { isOurs: true }],
	['POST /change-email', { isOurs: true }],
	['POST /change-password', { isOurs: true, hashes: true }],
	['GET /list-sessions', { isOurs: true }],
	['POST /revoke-session', { isOurs: true }],
	['POST /revoke-other-sessions', { isOurs: true }],
	['POST /two-factor/enable', { fields: ['password'], hashes: true }],
	['POST /two-factor/disable', { fields: ['password'], hashes: true }],
	['POST /two-factor/generate-backup-codes', { fields: ['password'], hashes: true }],
	['POST /two-factor/verify-totp', { fields: ['code'], signsIn: true }],
	['POST /two-factor/verify-backup-code', { fields: ['code'], signsIn: true }],
]);

/**
 * What goes on to better-auth.
 * @returns undefined for a body that the endpoint does not take.
 */
export function bodyFor(
	path: string,
	{ fields }: Endpoint,
	body: unknown,
	{ publicUrl, signInPage }: { publicUrl: string; signInPage: string },
): Record<string, unknown> | undefined {
	if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
	if (fields && Object.keys(body).some((name) => !fields.includes(name))) return undefined;
	// Codes and passwords: better-auth makes texts of other values, and fails over those that cannot be one.
	if (path.startsWith('/two-factor/') && Object.values(body).some((value) => typeof value !== 'string'))
		return undefined;
	if (path !== '/sign-in/social') return body as Record<string, unknown>;
	const { provider, callbackURL = '/' } = body as { provider?: unknown; callbackURL?: unknown };
	if (!isPathHere(callbackURL)) return undefined;
	return {
		provider,
		callbackURL: publicUrl + callbackURL,
		newUserCallbackURL: `${publicUrl}/sign-up?step=age`,
		errorCallbackURL: publicUrl + signInPage,
	};
}
