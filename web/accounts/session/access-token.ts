import {
	ACCESS_TOKEN_BACK_OFF_MAX_MS,
	ACCESS_TOKEN_BACK_OFF_MIN_MS,
	ACCESS_TOKEN_EXPIRED_EARLY_MS,
	ACCESS_TOKEN_REFRESH_EARLY_MS,
} from '../../../contract/limits.ts';

export type AccessToken = { token: string; uid: string; expiresAtMs: number };

/** Undefined for a malformed token. The lifetime counts from arrival, because phone clocks are often wrong. */
export function readAccessToken(answer: { token: string; expiresAt: number }, nowMs: number): AccessToken | undefined {
	const claims = claimsOf(answer.token);
	if (typeof claims?.sub !== 'string') return undefined;
	const issuedAtMs = typeof claims.iat === 'number' ? claims.iat * 1_000 : nowMs;
	return { token: answer.token, uid: claims.sub, expiresAtMs: nowMs + (answer.expiresAt - issuedAtMs) };
}

/** Expires a token 30 s early, so that none expires in transit. */
export function isUsable(token: AccessToken, nowMs: number): boolean {
	return nowMs < token.expiresAtMs - ACCESS_TOKEN_EXPIRED_EARLY_MS;
}

/** @returns ms until renewal, five minutes before expiry. */
export function refreshDelayMs(token: AccessToken, nowMs: number): number {
	return Math.max(0, token.expiresAtMs - ACCESS_TOKEN_REFRESH_EARLY_MS - nowMs);
}

export function backOffMs(failures: number): number {
	return Math.min(ACCESS_TOKEN_BACK_OFF_MAX_MS, ACCESS_TOKEN_BACK_OFF_MIN_MS * 2 ** (failures - 1));
}

/** Doesn't verify the token: the server does. */
function claimsOf(token: string): { sub?: unknown; iat?: unknown } | undefined {
	try {
		const payload = token.split('.')[1] ?? '';
		return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
	} catch {
		return undefined;
	}
}
