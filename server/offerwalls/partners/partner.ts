import type { Certainty } from '../../../contract/offerwalls/wall-entries.ts';

/**
 * A partner's contract as data: an entry of this type is the whole adapter.
 * Certainty of facts: [A] the vendor says so, [B] several public integrations agree, [C] one does, [M] from memory.
 * What is not [A] can be corrected by the `override` of a wall's entry.
 */
export type Partner = {
	name: string;
	/** Of what verifies and books its credits; `uncertain` says what to compare with the dashboard all the same. */
	certainty: Certainty;
	/** What its wall shows, where that is one thing. */
	shows?: 'games' | 'surveys';
	/** How the postback arrives: in the address of a GET, or in the body of a POST. */
	arrival: 'query' | 'form' | 'json';
	/** `{uid}`, `{appId}`, `{hash}` are filled in, others from `wallParams`. Absent: a mobile SDK, or the dashboard's. */
	wallUrl?: string;
	/** What `{hash}` in the wall's address is: parts are {@link UID} and {@link SECRET}. */
	wallHash?: { digest: Digest; parts: readonly string[]; separator: string };
	parameters: Parameters;
	payoutUnit?: 'usd' | 'usd-cents';
	signature: Signature;
	/** Regular expressions of whole values: they keep what is hashed without a separator from being cut elsewhere. */
	formats?: Readonly<Record<string, string>>;
	kinds: Kinds;
	/** What is put before a credit's transaction id to make that of its reversal. */
	reversalPrefix?: string;
	/** Without a payout nothing is booked, whatever reward is named. */
	paysOnlyWithPayout?: boolean;
	/** Flags of a test with documented values; `1`, `true`, `yes`, `on` count too, what is neither yes nor no is refused. */
	tests?: readonly { parameter: string; values: readonly string[] }[];
	/** The answer that stops the partner's repeats. */
	successBody: string;
	/** The answer to what was booked before, where the contract has a word for it. It stops repeats as well. */
	duplicateBody?: string;
	/** An unknown user is refused; other partners would repeat such a postback for ever. */
	refusesUnknownUsers?: true;
	uncertain?: string;
	/** As far as known. Only the entry's `allowedIps` are enforced. */
	knownIps?: readonly string[];
	/** What to write in the partner's dashboard for each parameter. Absent: it appends a fixed set by itself. */
	macros?: Readonly<Record<string, string>>;
};

export type Parameters = {
	uid: string;
	transactionId: string;
	reward: string;
	payout?: string;
	/** What a reversal repeats of its credit, where its transaction id is a new one. */
	link?: string;
	/** Where a reversal with an id of its own names the transaction id of its credit. */
	originalId?: string;
	offerId?: string;
	offerName?: string;
	/** Which step of the offer it is for, where each comes by itself. */
	goalId?: string;
	/** The free sub-id in which it carries our click (`link.click` of its feed). */
	clickId?: string;
	reason?: string;
	/** The address that the user came from, as the partner saw it. */
	userIp?: string;
};

export type Digest = {
	hash: 'md5' | 'sha1' | 'sha256';
	/** HMAC with the wall's secret. Otherwise the secret is one of the parts. */
	keyed?: true;
	encoding: 'hex' | 'base64' | 'base64url';
};

export type Signature =
	/** `parts` are parameter names, and {@link SECRET}; values as received. */
	| {
			scheme: 'fields';
			parameter: string;
			digest: Digest;
			parts: readonly string[];
			separator: string;
			/** Parts that are left out with their separator when empty. */
			omitEmpty?: readonly string[];
			/** Parts that the partner may not send at all when they are empty. */
			absentIsEmpty?: readonly string[];
			/** A part of which only the digits before the decimal point are hashed. */
			wholePart?: string;
	  }
	/** A digest over the public address as sent, without the signature. `position: 'last'`: nothing may follow it. */
	| { scheme: 'address'; parameter: string; digest: Digest; position: 'last' | 'anywhere' }
	| { scheme: 'sorted-query'; header: string; digest: Digest }
	| { scheme: 'shared-secret'; parameter: string }
	| { scheme: 'none' };

export type Kinds = {
	/** A value that a rule does not list is refused. The first rule that says other than `credit` decides. */
	rules: readonly KindRule[];
	negativeIsReversal?: true;
};

export type KindRule = {
	parameter: string;
	values: Readonly<Record<string, OfferEventKind>>;
	/** Of an absent parameter. Unset: refused. */
	absent?: OfferEventKind;
};

export type OfferEventKind =
	| 'credit'
	| 'reversal'
	/** Extra money outside an offer. Booked like a credit. */
	| 'bonus'
	/** The partner has not decided yet: shown, not spendable, until the same transaction comes as a credit or reversal. */
	| 'pending'
	/** The partner's own hold of a withdrawal on its side: acknowledged, nothing booked. */
	| 'hold'
	| 'hold-cancelled'
	| 'screen-out'
	| 'test';

export const SECRET = '{secret}';
/** Stands for the user in {@link Partner.wallHash}. */
export const UID = '{uid}';

export const md5Hex: Digest = { hash: 'md5', encoding: 'hex' };
export const sha1Hex: Digest = { hash: 'sha1', encoding: 'hex' };
export const sha256Hex: Digest = { hash: 'sha256', encoding: 'hex' };
export const hmacSha1Hex: Digest = { hash: 'sha1', keyed: true, encoding: 'hex' };
export const hmacSha256Hex: Digest = { hash: 'sha256', keyed: true, encoding: 'hex' };

/** A digest over these values, joined by `separator`. */
export function hashOf(parameter: string, digest: Digest, separator: string, parts: readonly string[]): Signature {
	return { scheme: 'fields', parameter, digest, parts, separator };
}

/** Macros of a partner whose parameters stand by their own names in these brackets. */
export function macrosOf(names: readonly string[], open = '{', close = '}'): Record<string, string> {
	return Object.fromEntries(names.map((name) => [name, `${open}${name}${close}`]));
}
