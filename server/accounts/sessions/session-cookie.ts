import { createHmac } from 'node:crypto';

/** Turns a bearer token into a cookie for better-auth's hooks, which run before its bearer plugin. */
export function cookieOfBearer(
	authorization: string | undefined,
	{ name, secret }: { name: string; secret: string },
): string | undefined {
	const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
	if (token === undefined) return undefined;
	const signature = createHmac('sha256', secret).update(token).digest('base64');
	return `${name}=${encodeURIComponent(`${token}.${signature}`)}`;
}

export function tokenOfSetCookies(cookies: readonly string[], name: string): string | undefined {
	const value = cookies.findLast((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
	return decodeURIComponent(value?.split(';', 1)[0] ?? '').split('.', 1)[0] || undefined;
}

export function readCookie(header: string | null | undefined, name: string): string | undefined {
	for (const pair of header?.split(';') ?? []) {
		const [key, ...rest] = pair.trim().split('=');
		if (key === name) return rest.join('=');
	}
	return undefined;
}
