import { z } from 'zod';
import type { Certainty } from '../../../contract/offerwalls/wall-entries.ts';

/** The comment on each partner names its sources. A wall's `override` can correct all that is not documented. */
export type Partner = {
	name: string;
	certainty: Certainty;
	/** Everything except `uncertain` was compared with this page of the partner. */
	verified?: { page: string; on: string };
	shows?: 'games' | 'surveys';
	arrival: 'query' | 'form' | 'json';
	/** Fills in `{uid}`, `{appId}`, `{hash}`, others from `wallParams`. Undefined for an SDK or a dashboard's URL. */
	wallUrl?: string;
	/** Hash in the wall's URL; its parts are {@link UID} and {@link SECRET}. */
	wallHash?: { digest: Digest; parts: readonly string[]; separator: string };
	parameters: Parameters;
	payoutUnit?: 'usd' | 'usd-cents';
	signature: Signature;
	/** Another contract of the same partner, for postbacks with a JSON body. */
	posted?: Pick<Partner, 'parameters' | 'signature' | 'kinds'>;
	/** Patterns for whole values, which prevent another split of a signed text. */
	formats?: Readonly<Record<string, string>>;
	kinds: Kinds;
	standing?: Standing;
	reversalPrefix?: string;
	/** True if a postback without a payout or a user's share books nothing. */
	paysOnlyWithPayout?: boolean;
	/** Values that mark a test. `1`, `true`, `yes` and `on` count too; unknown values are refused. */
	tests?: readonly { parameter: string; values: readonly string[] }[];
	/** Response body that stops the partner's retries. */
	successBody: string;
	/** Like `successBody`, for repeats. */
	duplicateBody?: string;
	/** Postbacks of unknown users get an error status. Only for partners that do not retry forever. */
	refusesUnknownUsers?: true;
	uncertain?: string;
	/** Documented IP addresses, for information; only `allowedIps` are enforced. */
	knownIps?: readonly string[];
	/** The partner adds these parameters to the URL itself. */
	appended?: readonly string[];
	/** Placeholders of the URL in the dashboard. Undefined if the partner appends a fixed set. */
	macros?: Readonly<Record<string, string>>;
};

/** A request with the parameter `state` restricts or clears a user and books nothing. */
export type Standing = Record<'state' | 'scope' | 'reason' | 'until', string> & {
	/** True holds payouts. */
	states: Readonly<Record<string, boolean>>;
	macros: Readonly<Record<string, string>>;
};

export const SECRET = '{secret}';
export const UID = '{uid}';

export const parameterName = z.string().min(1).max(100);

export const parameters = z.strictObject({
	uid: parameterName,
	transactionId: parameterName,
	reward: parameterName,
	payout: parameterName.optional(),
	/** Parameter with the user's share in $; if set, a rate applies to it instead of to the payout. */
	userShare: parameterName.optional(),
	/** Parameter with a value that a reversal with a new id shares with its credit. */
	link: parameterName.optional(),
	/** Parameter of a reversal: the credit's transaction id. */
	originalId: parameterName.optional(),
	offerId: parameterName.optional(),
	offerName: parameterName.optional(),
	goalId: parameterName.optional(),
	/** Parameter with our click id (`link.click` of the feed). */
	clickId: parameterName.optional(),
	reason: parameterName.optional(),
	userIp: parameterName.optional(),
});
export type Parameters = z.output<typeof parameters>;

export const digest = z.strictObject({
	hash: z.enum(['md5', 'sha1', 'sha256']),
	/** True for an HMAC; otherwise the secret is one of the hashed parts. */
	keyed: z.literal(true).optional(),
	encoding: z.enum(['hex', 'base64', 'base64url']).default('hex'),
});
export type Digest = z.output<typeof digest>;

const keyedDigest = digest.refine(({ keyed }) => keyed, 'must be keyed, because nothing else uses the secret');
const someNames = z.array(parameterName).readonly();

/** Hashes the values as received; parts may include {@link SECRET}. */
const fieldsSignature = z
	.strictObject({
		scheme: z.literal('fields'),
		parameter: parameterName,
		digest,
		parts: z.array(parameterName).min(1).readonly(),
		separator: z.string().max(10).default(''),
		/** Parts that are left out with their separator when empty. */
		omitEmpty: someNames.optional(),
		/** Parts that may be missing when empty. */
		absentIsEmpty: someNames.optional(),
		/** Part that is hashed without its decimals. */
		wholePart: parameterName.optional(),
	})
	.refine(({ digest: { keyed }, parts }) => keyed || parts.includes(SECRET), {
		path: ['parts'],
		message: `must contain ${SECRET}, or the digest must be keyed`,
	});

export const signature = z.discriminatedUnion('scheme', [
	fieldsSignature,
	/** Signs the public URL without the signature. `last`: no parameter may follow the signature. */
	z.strictObject({
		scheme: z.literal('address'),
		parameter: parameterName,
		digest: keyedDigest,
		position: z.enum(['last', 'anywhere']),
	}),
	z.strictObject({
		scheme: z.enum(['sorted-query', 'body']),
		header: z.string().toLowerCase().min(1),
		digest: keyedDigest,
	}),
	z.strictObject({ scheme: z.literal('shared-secret'), parameter: parameterName }),
	z.strictObject({ scheme: z.literal('none') }),
]);
export type Signature = z.output<typeof signature>;

const offerEventKind = z.enum([
	'credit',
	'reversal',
	'bonus',
	/** A credit that is shown, but spendable only once approved. */
	'pending',
	/** A hold by the partner itself; books nothing. */
	'hold',
	'hold-cancelled',
	'screen-out',
	/** An event for information only; books nothing. */
	'noted',
	'test',
]);
export type OfferEventKind = z.output<typeof offerEventKind>;

type KindRule = z.output<typeof kindRule>;
const kindRule = z.strictObject({
	parameter: parameterName,
	values: z.record(z.string(), offerEventKind),
	/** Kind of all values not listed; undefined refuses them. */
	other: offerEventKind.optional(),
	/** Kind if the parameter is missing; undefined refuses the postback. */
	absent: offerEventKind.optional(),
});

export const kinds = z.strictObject({
	/** Kinds by parameter; unlisted values are refused. The first rule with another kind than `credit` decides. */
	rules: z.array(kindRule).readonly(),
	negativeIsReversal: z.literal(true).optional(),
});
export type Kinds = z.output<typeof kinds>;

export const md5Hex: Digest = { hash: 'md5', encoding: 'hex' };
export const sha1Hex: Digest = { hash: 'sha1', encoding: 'hex' };
export const sha256Hex: Digest = { hash: 'sha256', encoding: 'hex' };
export const hmacSha1Hex: Digest = { hash: 'sha1', keyed: true, encoding: 'hex' };
export const hmacSha256Hex: Digest = { hash: 'sha256', keyed: true, encoding: 'hex' };

export function partnerOf(facts: Omit<Partner, 'arrival' | 'successBody'> & Partial<Partner>): Partner {
	return { arrival: 'query', successBody: 'OK', ...facts };
}

/** @param texts such as `uid=user_id reward=amount`. */
export const parametersOf = (...texts: string[]): Parameters => parameters.parse(pairsIn(texts.join(' ')));

/** @param text such as `1=credit 2=reversal`. */
export function ruleOf(parameter: string, text: string, others: Pick<KindRule, 'other' | 'absent'> = {}): KindRule {
	return kindRule.parse({ parameter, values: pairsIn(text), ...others });
}

const pairsIn = (text: string): object => Object.fromEntries(text.split(' ').map((pair) => pair.split('=')));

export function hashOf(parameter: string, digest: Digest, separator: string, parts: readonly string[]): Signature {
	return { scheme: 'fields', parameter, digest, parts, separator };
}

export function macrosOf(names: string, open = '{', close = '}'): Record<string, string> {
	return Object.fromEntries(names.split(' ').map((name) => [name, `${open}${name}${close}`]));
}
