import { createHmac } from 'node:crypto';

/**
 * The session token that an app sends as its bearer, as the cookie that a browser would send.
 *
 * better-auth has a plugin for that, but it takes effect for the endpoint alone: hooks that run before it, and with them
 * the rules about one-time passwords in a session, would see nobody signed in.
 *
 * @returns undefined where the header holds no bearer.
 */
export function cookieOfBearer(
	authorization: string | undefined,
	{ name, secret }: { name: string; secret: string },
): string | undefined {
	const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
	if (token === undefined) return undefined;
	// As better-call signs its cookies. The token is its own proof; the signature only makes it readable there.
	const signature = createHmac('sha256', secret).update(token).digest('base64');
	return `${name}=${encodeURIComponent(`${token}.${signature}`)}`;
}

/** The token of the session that an answer opens, for an app, which gets no cookie. @returns undefined where it opens none. */
export function tokenOfSetCookies(cookies: readonly string[], name: string): string | undefined {
	const value = cookies.findLast((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
	return decodeURIComponent(value?.split(';', 1)[0] ?? '').split('.', 1)[0] || undefined;
}
