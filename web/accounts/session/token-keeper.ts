import type { AccessTokenAnswer } from '../../../contract/accounts/identity.ts';
import { type AccessToken, backOffMs, isUsable, readAccessToken, refreshDelayMs } from './access-token.ts';

export type TokenKeeperDeps = {
	requestToken(): Promise<AccessTokenAnswer | undefined>;
	onGone(): void;
	isPersonActing?(): boolean;
	now(): number;
	warn(message: string, error: unknown): void;
};

export type TokenKeeper = {
	/** Undefined for a guest; rejects if the server is unreachable. */
	current(): Promise<AccessToken | undefined>;
	replace(refused: string): Promise<AccessToken | undefined>;
	forget(): void;
};

export function createTokenKeeper(deps: TokenKeeperDeps): TokenKeeper {
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
			if (held) renewIn(refreshDelayMs(held, now()));
			else onGone();
			return held;
		} catch (error) {
			if (startEra !== era) return held ?? renewing;
			failures += 1;
			const delayMs = backOffMs(failures);
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
		current: async () => (held && isUsable(held, now()) ? held : renewOnDemand()),
		async replace(refused) {
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
