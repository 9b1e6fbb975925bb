import type { FastifyRequest } from 'fastify';
import { PROVIDER_RETURN } from '../../contract/accounts/provider.ts';
import { OWN_PATH } from './account-endpoints.ts';
import { AUTH_PATH, cookieName, VISITOR_HEADER } from './auth.ts';
import { cookieOfBearer } from './sessions/session-cookie.ts';

const forwardedHeaders = ['origin', 'referer', 'cookie', 'user-agent', 'accept-language'];
const browserHeaders = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'];
export const GOOGLE_RETURN = '/callback/google';
export const isReturn = (path: string) => path === GOOGLE_RETURN || path === PROVIDER_RETURN;

type Forwarding = { config: { publicUrl: string; authSecret: string }; ownPaths: ReadonlySet<string> };

export function forwardedRequest(
	{ config, ownPaths }: Forwarding,
	{ path, authorization, isBrowser }: { path: string; authorization: string | undefined; isBrowser: boolean },
	request: FastifyRequest,
	body: Record<string, unknown> | null,
): Request {
	const headers = new Headers({ [VISITOR_HEADER]: request.ip });
	// Requests from apps get our origin, because apps send none and cannot make cross-site requests.
	if (!isBrowser) headers.set('origin', config.publicUrl);
	for (const name of isBrowser ? [...forwardedHeaders, ...browserHeaders] : forwardedHeaders) {
		const value = request.headers[name];
		if (typeof value === 'string') headers.set(name, value);
	}
	const cookie = { name: cookieName(config.publicUrl, 'session_token'), secret: config.authSecret };
	const session = cookieOfBearer(authorization, cookie);
	if (session) headers.set('cookie', [headers.get('cookie'), session].filter(Boolean).join('; '));
	const init: RequestInit = { method: request.method, headers };
	if (body !== null) {
		headers.set('content-type', 'application/json');
		init.body = JSON.stringify(body);
	}
	const query = isReturn(path) ? request.url.replace(/^[^?]*/, '') : '';
	const inside = ownPaths.has(OWN_PATH + path) ? OWN_PATH + path : path;
	return new Request(`${config.publicUrl}${AUTH_PATH}${inside}${query}`, init);
}

/** Browsers send `Origin` with every POST and `Sec-Fetch-Site` always. Apps send neither. */
export function isSentByBrowser({ headers }: FastifyRequest): boolean {
	return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}
