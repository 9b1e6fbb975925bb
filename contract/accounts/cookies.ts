/** Behind it stand the names below; on https a `__Secure-` stands before it. */
export const AUTH_COOKIE_PREFIX = 'lootpass';

/** What `/auth` sets, and nothing else leaves it. The privacy policy has a line for each. */
export const authCookies = [
	'session_token',
	'dont_remember',
	'two_factor',
	'state',
	'sign_in_error',
	'age',
	'known_devices',
] as const;
export type AuthCookie = (typeof authCookies)[number];

/** Set by the page when somebody chooses a language. */
export const LANGUAGE_COOKIE = 'language';

/** Every cookie of this site. */
export type CookieName = AuthCookie | typeof LANGUAGE_COOKIE;
