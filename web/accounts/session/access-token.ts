import {
	ACCESS_TOKEN_BACK_OFF_MAX_MS,
	ACCESS_TOKEN_BACK_OFF_MIN_MS,
	ACCESS_TOKEN_EXPIRED_EARLY_MS,
	ACCESS_TOKEN_REFRESH_EARLY_MS,
} from '../../../contract/limits.ts';

/** An access token as this browser holds it: in memory only. Times are of this browser's clock. */
export type AccessToken = { token: string; uid: string; expiresAtMs: number };

/** Undefined for no token of ours. The lifetime counts from `nowMs`, its arrival: a phone's clock is often wrong. */
export function readAccessToken(answer: { token: string; expiresAt: number }, nowMs: number): AccessToken | undefined {
	const claims = claimsOf(answer.token);
	if (typeof claims?.sub !== 'string') return undefined;
	const issuedAtMs = typeof claims.iat === 'number' ? claims.iat * 1_000 : nowMs;
	return { token: answer.token, uid: claims.sub, expiresAtMs: nowMs + (answer.expiresAt - issuedAtMs) };
}

/** A token counts as expired 30 s early, so that it never expires on its way. */
export function isUsable(token: AccessToken, nowMs: number): boolean {
	return nowMs < token.expiresAtMs - ACCESS_TOKEN_EXPIRED_EARLY_MS;
}

/** @returns ms until the token is due for a new one, five minutes before its end. */
export function refreshDelayMs(token: AccessToken, nowMs: number): number {
	return Math.max(0, token.expiresAtMs - ACCESS_TOKEN_REFRESH_EARLY_MS - nowMs);
}

/** @param failures in a row, at least 1. @returns ms until the next attempt: 30 s, doubling up to 16 minutes. */
export function backOffMs(failures: number): number {
	return Math.min(ACCESS_TOKEN_BACK_OFF_MAX_MS, ACCESS_TOKEN_BACK_OFF_MIN_MS * 2 ** (failures - 1));
}

/** Reads a JWT without checking it: the server checks, this side only wants to know whose it is. */
function claimsOf(token: string): { sub?: unknown; iat?: unknown } | undefined {
	try {
		const payload = token.split('.')[1] ?? '';
		return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
	} catch {
		return undefined;
	}
}
