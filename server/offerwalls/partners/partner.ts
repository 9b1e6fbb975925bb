/**
 * A partner's contract as data. Most offerwalls differ only in parameter names, in what they hash, and in the words for
 * the same few events; for them an entry of this type is the whole adapter.
 *
 * How certain a fact is stands in each partner's comment: [A] the vendor says so, [B] several public integrations agree,
 * [C] one integration says so, [M] from memory. What is not [A] can be corrected by the `override` of a wall's entry.
 */
export type Partner = {
	/** Shown to operators, and the default name of a wall. */
	name: string;
	/** How the postback arrives: in the address of a GET, or in the body of a POST. */
	arrival: 'query' | 'form' | 'json';
	/**
	 * Address of the wall for one user. `{uid}`, `{appId}` and `{hash}` are filled in, other names from the entry's
	 * `wallParams`. Absent: the wall lives in a mobile SDK, or only the partner's dashboard tells its address.
	 */
	wallUrl?: string;
	/** What `{hash}` in the wall's address is: parts are {@link UID} and {@link SECRET}. */
	wallHash?: { digest: Digest; parts: readonly string[]; separator: string };
	/** The partner's name for each thing that we read. */
	parameters: Parameters;
	/** What the payout is counted in. */
	payoutUnit?: 'usd' | 'usd-cents';
	signature: Signature;
	/**
	 * What a parameter looks like, as a regular expression for the whole of it. It is what keeps values that are hashed
	 * without a separator from being cut in another place.
	 */
	formats?: Readonly<Record<string, string>>;
	kinds: Kinds;
	/** What is put before a credit's transaction id to make that of its reversal. */
	reversalPrefix?: string;
	/** The partner also tells of events that it pays nothing for: without a payout nothing is booked, whatever reward is named. */
	paysOnlyWithPayout?: boolean;
	/**
	 * Parameters that say "this is a test", which is acknowledged and books nothing, with the values that the partner
	 * documents. `1`, `true`, `yes` and `on` count too; what says neither yes nor no is refused.
	 */
	tests?: readonly { parameter: string; values: readonly string[] }[];
	/** Body of the answer that tells the partner to stop sending. */
	successBody: string;
	/** The partner wants a user that is not there refused; the others would repeat such a postback for ever. */
	refusesUnknownUsers?: true;
	/** What the operator should compare with the partner's dashboard, because no document of the vendor's says it. */
	uncertain?: string;
	/** Where the partner calls from, as far as known. Only the entry's `allowedIps` are enforced. */
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
	/** Why something was taken back. */
	reason?: string;
};

export type Digest = {
	hash: 'md5' | 'sha1' | 'sha256';
	/** HMAC with the wall's secret as its key. Otherwise the secret is one of the parts. */
	keyed?: true;
	encoding: 'hex' | 'base64' | 'base64url';
};

export type Signature =
	/** A digest over some values as received. `parts` are parameter names, and {@link SECRET}. */
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
	/** A digest in a header over all parameters, sorted by name and form-encoded. */
	| { scheme: 'sorted-query'; header: string; digest: Digest }
	/** The secret itself is sent back to us. */
	| { scheme: 'shared-secret'; parameter: string }
	/** Nothing is signed: the secret part of the address and the caller's address are all there is. */
	| { scheme: 'none' };

/** Which event a postback tells. */
export type Kinds = {
	/**
	 * Each rule reads one parameter; a value that it does not list is refused. The first rule that says something other
	 * than `credit` decides, so that what takes back comes before what describes.
	 */
	rules: readonly KindRule[];
	/** A reward or payout below zero is a reversal. */
	negativeIsReversal?: true;
};

export type KindRule = {
	parameter: string;
	values: Readonly<Record<string, OfferEventKind>>;
	/** What it means that the parameter is not there. Unset: refused. */
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
	/** Not eligible for a survey: recorded, nothing booked. */
	| 'screen-out'
	| 'test';

/** Stands for the wall's secret where a signature or wall address is made. */
export const SECRET = '{secret}';
/** Stands for the user in {@link Partner.wallHash}. */
export const UID = '{uid}';

export const md5Hex: Digest = { hash: 'md5', encoding: 'hex' };
export const sha1Hex: Digest = { hash: 'sha1', encoding: 'hex' };
export const sha256Hex: Digest = { hash: 'sha256', encoding: 'hex' };
export const hmacSha1Hex: Digest = { hash: 'sha1', keyed: true, encoding: 'hex' };
export const hmacSha256Hex: Digest = { hash: 'sha256', keyed: true, encoding: 'hex' };

/** The macros of a partner that calls each parameter by its own name in these brackets. */
export function macrosOf(names: readonly string[], open = '{', close = '}'): Record<string, string> {
	return Object.fromEntries(names.map((name) => [name, `${open}${name}${close}`]));
}
