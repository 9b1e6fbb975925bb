import { createHmac } from 'node:crypto';

/** better-auth's bearer plugin comes behind the hooks, which would see nobody. @returns undefined without a bearer. */
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

/** The session token for an app, which gets no cookie. @returns undefined where the answer opens no session. */
export function tokenOfSetCookies(cookies: readonly string[], name: string): string | undefined {
	const value = cookies.findLast((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
	return decodeURIComponent(value?.split(';', 1)[0] ?? '').split('.', 1)[0] || undefined;
}
