import type { AccessTokenAnswer } from '../../../contract/accounts/identity.ts';
import {
	ACCESS_TOKEN_BACK_OFF_MAX_MS,
	ACCESS_TOKEN_BACK_OFF_MIN_MS,
	ACCESS_TOKEN_EXPIRED_EARLY_MS,
	ACCESS_TOKEN_REFRESH_EARLY_MS,
} from '../../../contract/limits.ts';

export type AccessToken = { token: string; uid: string; expiresAtMs: number };

export type TokenKeeperDeps = {
	requestToken(): Promise<AccessTokenAnswer | undefined>;
	onGone(): void;
	isPersonActing?(): boolean;
	now(): number;
	warn(message: string, error: unknown): void;
};

export type TokenKeeper = ReturnType<typeof createTokenKeeper>;

export function createTokenKeeper(deps: TokenKeeperDeps) {
	const { requestToken, onGone, isPersonActing = () => false, now, warn } = deps;
	let held: AccessToken | undefined;
	let renewing: Promise<AccessToken | undefined> | undefined;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let failures = 0;
	let backingOff: { error: unknown; untilMs: number } | undefined;
	/** Incremented by `forget`, so that a response for the previous user is discarded. */
	let era = 0;

	function renew(): Promise<AccessToken | undefined> {
		if (renewing) return renewing;
		const mine = renewOnce().finally(() => {
			if (renewing === mine) renewing = undefined;
		});
		renewing = mine;
		return mine;
	}

	async function renewOnce(): Promise<AccessToken | undefined> {
		clearTimeout(timer);
		const startEra = era;
		try {
			const answer = await requestToken();
			if (startEra !== era) return held ?? renewing;
			failures = 0;
			backingOff = undefined;
			held = answer && readAccessToken(answer, now());
			if (held) renewIn(Math.max(0, held.expiresAtMs - ACCESS_TOKEN_REFRESH_EARLY_MS - now()));
			else onGone();
			return held;
		} catch (error) {
			if (startEra !== era) return held ?? renewing;
			failures += 1;
			const delayMs = Math.min(ACCESS_TOKEN_BACK_OFF_MAX_MS, ACCESS_TOKEN_BACK_OFF_MIN_MS * 2 ** (failures - 1));
			backingOff = { error, untilMs: now() + delayMs };
			renewIn(delayMs);
			throw error;
		}
	}

	function renewIn(delayMs: number): void {
		clearTimeout(timer);
		timer = setTimeout(() => {
			renew().catch((error) => warn('the access token could not be renewed', error));
		}, delayMs);
	}

	/** The back-off also limits callers that need a token, or many of them would poll the server. */
	async function renewOnDemand(): Promise<AccessToken | undefined> {
		const isTooEarly = backingOff && now() < backingOff.untilMs && !renewing && !isPersonActing();
		if (isTooEarly) throw backingOff?.error;
		return renew();
	}

	return {
		/** Undefined for a guest; rejects if the server is unreachable. */
		async current() {
			// None expires in transit.
			const isUsable = held && now() < held.expiresAtMs - ACCESS_TOKEN_EXPIRED_EARLY_MS;
			return isUsable ? held : renewOnDemand();
		},
		async replace(refused: string) {
			if (held && held.token !== refused) return held;
			held = undefined;
			return renewOnDemand();
		},
		forget() {
			clearTimeout(timer);
			era += 1;
			held = undefined;
			renewing = undefined;
			failures = 0;
			backingOff = undefined;
		},
	};
}

/** Undefined for a malformed token. The lifetime counts from arrival, because phone clocks are often wrong. */
export function readAccessToken(answer: { token: string; expiresAt: number }, nowMs: number): AccessToken | undefined {
	const claims = claimsOf(answer.token);
	if (typeof claims?.sub !== 'string') return undefined;
	const issuedAtMs = typeof claims.iat === 'number' ? claims.iat * 1_000 : nowMs;
	return { token: answer.token, uid: claims.sub, expiresAtMs: nowMs + (answer.expiresAt - issuedAtMs) };
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
