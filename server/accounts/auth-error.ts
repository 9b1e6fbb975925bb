import { APIError } from 'better-auth/api';
import type { AuthErrorBody, AuthErrorSlug } from '../../contract/errors.ts';
import type { LocalizedMessage } from '../../contract/localized-message.ts';
import { type PlainReason, type Refusal, refusal } from '../../contract/refusals.ts';

const httpBySlug: Record<AuthErrorSlug, number> = {
	'wrong-password': 401,
	'invalid-credential': 401,
	'invalid-email': 400,
	'email-already-in-use': 409,
	'weak-password': 400,
	'missing-password': 400,
	'user-not-found': 404,
	'user-disabled': 403,
	'user-token-expired': 401,
	'invalid-user-token': 401,
	'invalid-custom-token': 401,
	'expired-action-code': 400,
	'invalid-action-code': 400,
	'invalid-verification-code': 401,
	'requires-recent-login': 403,
	'too-many-requests': 429,
	'operation-not-allowed': 403,
	'age-required': 400,
	'too-young': 403,
	'invalid-argument': 400,
	'network-request-failed': 503,
	'internal-error': 500,
};

const refusalByCode: Record<string, { slug: AuthErrorSlug; reason?: PlainReason }> = {
	INVALID_EMAIL_OR_PASSWORD: { slug: 'invalid-credential' },
	INVALID_EMAIL: { slug: 'invalid-email' },
	INVALID_PASSWORD: { slug: 'wrong-password' },
	PASSWORD_TOO_SHORT: { slug: 'weak-password' },
	PASSWORD_TOO_LONG: { slug: 'weak-password' },
	USER_ALREADY_EXISTS: { slug: 'email-already-in-use' },
	USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { slug: 'email-already-in-use' },
	EMAIL_PASSWORD_SIGN_UP_DISABLED: { slug: 'operation-not-allowed', reason: 'sign-up-off' },
	INVALID_CODE: { slug: 'invalid-verification-code' },
	INVALID_BACKUP_CODE: { slug: 'invalid-verification-code' },
	INVALID_TWO_FACTOR_COOKIE: { slug: 'expired-action-code', reason: 'two-factor-expired' },
	// The sign-in step has expired, so waiting does not help.
	TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: { slug: 'expired-action-code', reason: 'two-factor-expired' },
	TOTP_NOT_ENABLED: { slug: 'operation-not-allowed' },
	TWO_FACTOR_NOT_ENABLED: { slug: 'operation-not-allowed' },
	BACKUP_CODES_NOT_ENABLED: { slug: 'operation-not-allowed' },
	TOTP_ALREADY_ENABLED: { slug: 'operation-not-allowed', reason: 'two-factor-already-on' },
	PROVIDER_NOT_FOUND: { slug: 'operation-not-allowed', reason: 'google-off' },
	INVALID_ORIGIN: { slug: 'operation-not-allowed', reason: 'foreign-origin' },
	MISSING_OR_NULL_ORIGIN: { slug: 'operation-not-allowed', reason: 'foreign-origin' },
	CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: { slug: 'operation-not-allowed', reason: 'foreign-origin' },
};

export type AuthRefusal = { http: number; body: AuthErrorBody };

export function authRefusal(slug: AuthErrorSlug, better: LocalizedMessage = refusal(`auth/${slug}`)): AuthRefusal {
	return { http: httpBySlug[slug], body: { code: `auth/${slug}`, ...better } };
}

/** The message contains the refusal, because better-auth passes on nothing else; {@link refusalOf} parses it. */
export function authError(slug: AuthErrorSlug, better?: Refusal): Error {
	const { http, body } = authRefusal(slug, better);
	const { code, ...rest } = body;
	return new APIError(http as 400, { code, message: JSON.stringify(rest) });
}

const waitRefusal = (waitMs: number) => refusal('too-many-attempts', { seconds: Math.ceil(waitMs / 1000) });

export const tooSoon = (waitMs: number): Error => authError('too-many-requests', waitRefusal(waitMs));

export const refusalToWait = (waitMs: number): AuthRefusal => authRefusal('too-many-requests', waitRefusal(waitMs));

export function refusalOf(http: number, body: unknown): AuthRefusal {
	const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown };
	if (typeof code === 'string') {
		const own = /^auth\/(.+)$/.exec(code)?.[1];
		if (own !== undefined && isSlug(own))
			return authRefusal(own, typeof message === 'string' ? JSON.parse(message) : undefined);
		const known = Object.hasOwn(refusalByCode, code) ? refusalByCode[code] : undefined;
		if (known) return authRefusal(known.slug, known.reason && refusal(known.reason));
	}
	if (http >= 500) return authRefusal('internal-error');
	if (http === 429) return authRefusal('too-many-requests');
	if (http === 401) return authRefusal('user-token-expired');
	return authRefusal(http === 403 ? 'operation-not-allowed' : 'invalid-argument');
}

const isSlug = (text: string): text is AuthErrorSlug => Object.hasOwn(httpBySlug, text);
