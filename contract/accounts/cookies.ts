/** On https, cookie names begin with `__Secure-` before this prefix. */
export const AUTH_COOKIE_PREFIX = 'lootpass';

/** The privacy policy has a line for each of these cookies. */
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

export const LANGUAGE_COOKIE = 'language';

export type CookieName = AuthCookie | typeof LANGUAGE_COOKIE;
