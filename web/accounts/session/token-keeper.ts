import type { AccessTokenAnswer } from '../../../contract/accounts/identity.ts';
import { type AccessToken, backOffMs, isUsable, readAccessToken, refreshDelayMs } from './access-token.ts';

export type TokenKeeperDeps = {
	requestToken(): Promise<AccessTokenAnswer | undefined>;
	onGone(): void;
	/** Whether somebody has just pressed something: a person is not kept waiting for the back-off. */
	isPersonActing?(): boolean;
	now(): number;
	warn(message: string, error: unknown): void;
};

export type TokenKeeper = {
	/** A token that is valid now. Undefined when nobody is signed in; rejects when the server cannot be asked. */
	current(): Promise<AccessToken | undefined>;
	replace(refused: string): Promise<AccessToken | undefined>;
	/** Ends the back-off too. */
	forget(): void;
};

/** Holds the access token, in memory only, and renews it before it ends. */
export function createTokenKeeper({
	requestToken,
	onGone,
	isPersonActing = () => false,
	now,
	warn,
}: TokenKeeperDeps): TokenKeeper {
	let held: AccessToken | undefined;
	let renewing: Promise<AccessToken | undefined> | undefined;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let failures = 0;
	/** The last failure, while the server is not to be asked again. */
	let backingOff: { error: unknown; untilMs: number } | undefined;
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
			backingOff = undefined;
			held = answer && readAccessToken(answer, now());
			if (held) renewIn(refreshDelayMs(held, now()));
			else onGone();
			return held;
		} catch (error) {
			if (askedIn !== era) return held ?? renewing;
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

	/** For whoever needs a token now: the back-off holds for them as well, or many callers would ask all the time. */
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
