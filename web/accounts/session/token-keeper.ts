import type { AccessTokenAnswer } from '../../../contract/accounts/identity.ts';
import { type AccessToken, backOffMs, isUsable, readAccessToken, refreshDelayMs } from './access-token.ts';

export type TokenKeeperDeps = {
	requestToken(): Promise<AccessTokenAnswer | undefined>;
	onGone(): void;
	now(): number;
	warn(message: string, error: unknown): void;
};

export type TokenKeeper = {
	/** A token that is valid now. Undefined when nobody is signed in; rejects when the server cannot be asked. */
	current(): Promise<AccessToken | undefined>;
	replace(refused: string): Promise<AccessToken | undefined>;
	forget(): void;
};

/** Holds the access token, in memory only, and renews it before it ends. */
export function createTokenKeeper({ requestToken, onGone, now, warn }: TokenKeeperDeps): TokenKeeper {
	let held: AccessToken | undefined;
	let renewing: Promise<AccessToken | undefined> | undefined;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let failures = 0;
	/** Counts how often everything was forgotten, so that an answer for the person before is not taken for the next one. */
	let era = 0;

	/** One request at a time, whoever asks. */
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
		const askedIn = era;
		try {
			const answer = await requestToken();
			if (askedIn !== era) return held ?? renewing;
			failures = 0;
			held = answer && readAccessToken(answer, now());
			if (held) renewIn(refreshDelayMs(held, now()));
			else onGone();
			return held;
		} catch (error) {
			if (askedIn !== era) return held ?? renewing;
			failures += 1;
			renewIn(backOffMs(failures));
			throw error;
		}
	}

	function renewIn(delayMs: number): void {
		clearTimeout(timer);
		timer = setTimeout(() => {
			renew().catch((error) => warn('the access token could not be renewed', error));
		}, delayMs);
	}

	return {
		current: async () => (held && isUsable(held, now()) ? held : renew()),
		async replace(refused) {
			if (held && held.token !== refused) return held;
			held = undefined;
			return renew();
		},
		forget() {
			clearTimeout(timer);
			era += 1;
			held = undefined;
			renewing = undefined;
		},
	};
}
