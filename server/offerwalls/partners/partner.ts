import type { Certainty } from '../../../contract/offerwalls/wall-entries.ts';

/**
 * Certainty: [A] the vendor, [B] several public integrations, [C] one, [M] memory. A wall's `override` can correct all
 * but [A].
 */
export type Partner = {
	name: string;
	certainty: Certainty;
	/** Compared with this page of the vendor, except `uncertain`. */
	verified?: { page: string; on: string };
	shows?: 'games' | 'surveys';
	arrival: 'query' | 'form' | 'json';
	/** `{uid}`, `{appId}`, `{hash}` are filled in, others from `wallParams`. Absent: mobile SDK or dashboard. */
	wallUrl?: string;
	/** Parts are {@link UID} and {@link SECRET}. */
	wallHash?: { digest: Digest; parts: readonly string[]; separator: string };
	parameters: Parameters;
	payoutUnit?: 'usd' | 'usd-cents';
	signature: Signature;
	/** Another contract of the same partner, for postbacks with a JSON body. */
	posted?: Pick<Partner, 'parameters' | 'signature' | 'kinds'>;
	/** Whole-value patterns that prevent another split of a signed text. */
	formats?: Readonly<Record<string, string>>;
	kinds: Kinds;
	reversalPrefix?: string;
	/** Without a payout or a user's share, books nothing. */
	paysOnlyWithPayout?: boolean;
	/** `1`, `true`, `yes` and `on` count too; unknown values are refused. */
	tests?: readonly { parameter: string; values: readonly string[] }[];
	/** Response body that stops the partner's retries. */
	successBody: string;
	/** Response body for repeats; it stops retries, too. */
	duplicateBody?: string;
	/** Refuses unknown users; other partners would retry forever. */
	refusesUnknownUsers?: true;
	uncertain?: string;
	/** Documented addresses; only `allowedIps` are enforced. */
	knownIps?: readonly string[];
	/** Sent by the partner itself, so not part of the address in its dashboard. */
	appended?: readonly string[];
	/** For the dashboard. Absent: the partner appends a fixed set. */
	macros?: Readonly<Record<string, string>>;
};

export type Parameters = {
	uid: string;
	transactionId: string;
	reward: string;
	payout?: string;
	/** The user's share in $, which a rate applies to instead of the payout. */
	userShare?: string;
	/** Parameter that a reversal with a new id repeats. */
	link?: string;
	/** Parameter of a reversal: the credit's transaction id. */
	originalId?: string;
	offerId?: string;
	offerName?: string;
	goalId?: string;
	/** Parameter with our click id (`link.click` of the feed). */
	clickId?: string;
	reason?: string;
	userIp?: string;
};

export type Digest = {
	hash: 'md5' | 'sha1' | 'sha256';
	/** True for an HMAC; otherwise the secret is one of the parts. */
	keyed?: true;
	encoding: 'hex' | 'base64' | 'base64url';
};

export type Signature =
	/** Values as received; parts may include {@link SECRET}. */
	| {
			scheme: 'fields';
			parameter: string;
			digest: Digest;
			parts: readonly string[];
			separator: string;
			/** Parts that are omitted with their separator when empty. */
			omitEmpty?: readonly string[];
			/** Parts that may be missing when empty. */
			absentIsEmpty?: readonly string[];
			/** Part that is hashed without its decimals. */
			wholePart?: string;
	  }
	/** Signs the public address without the signature. `last`: nothing may follow. */
	| { scheme: 'address'; parameter: string; digest: Digest; position: 'last' | 'anywhere' }
	| { scheme: 'sorted-query'; header: string; digest: Digest }
	| { scheme: 'body'; header: string; digest: Digest }
	| { scheme: 'shared-secret'; parameter: string }
	| { scheme: 'none' };

export type Kinds = {
	/** Unlisted values are refused. The first rule other than `credit` decides. */
	rules: readonly KindRule[];
	negativeIsReversal?: true;
};

export type KindRule = {
	parameter: string;
	values: Readonly<Record<string, OfferEventKind>>;
	/** Kind of any value that is not listed; unset: refused. */
	other?: OfferEventKind;
	/** Kind if the parameter is missing; unset: refused. */
	absent?: OfferEventKind;
};

export type OfferEventKind =
	| 'credit'
	| 'reversal'
	| 'bonus'
	/** Shown but not spendable. */
	| 'pending'
	/** The partner's own hold; books nothing. */
	| 'hold'
	| 'hold-cancelled'
	| 'screen-out'
	/** Reported only; books nothing. */
	| 'noted'
	| 'test';

export const SECRET = '{secret}';
export const UID = '{uid}';

export const md5Hex: Digest = { hash: 'md5', encoding: 'hex' };
export const sha1Hex: Digest = { hash: 'sha1', encoding: 'hex' };
export const sha256Hex: Digest = { hash: 'sha256', encoding: 'hex' };
export const hmacSha1Hex: Digest = { hash: 'sha1', keyed: true, encoding: 'hex' };
export const hmacSha256Hex: Digest = { hash: 'sha256', keyed: true, encoding: 'hex' };

export function hashOf(parameter: string, digest: Digest, separator: string, parts: readonly string[]): Signature {
	return { scheme: 'fields', parameter, digest, parts, separator };
}

export function macrosOf(names: readonly string[], open = '{', close = '}'): Record<string, string> {
	return Object.fromEntries(names.map((name) => [name, `${open}${name}${close}`]));
}
