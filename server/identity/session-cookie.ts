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
