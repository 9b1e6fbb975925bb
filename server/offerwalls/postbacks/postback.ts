import { isIP } from 'node:net';
import { asRobuxCents, asUsdMicros, parseDecimal, type RobuxCents, type UsdMicros } from '../../../contract/money.ts';
import { oncePer } from '../../lib/once-per.ts';
import { plainText } from '../feeds/plain-text.ts';
import { type Kinds, type OfferEventKind, type Partner, SECRET } from '../partners/partner.ts';
import { rewardAt } from '../terms/terms.ts';
import type { Wall } from '../walls/wall.ts';
import { type RawParameters, withoutExponent } from './reading/raw-parameters.ts';
import { rejectionReasons } from './received-postback.ts';
import { bareParts, coverageOf, isSigned, numberOf, type SignedRequest, signedTextOf } from './signature.ts';
import { type ReportedStanding, readStanding } from './standing.ts';

/** Amounts are never negative; `kind` gives the direction. */
export type OfferEvent = {
	kind: OfferEventKind;
	wall: string;
	transactionId: string;
	uid: string;
	alias?: string;
	/** The reward. If a rate applies, it is only the maximum, because booking computes the amount. */
	reward: RobuxCents;
	payout: UsdMicros;
	/** The user's share in $; undefined if a rate applies to the payout. */
	userShare?: UsdMicros | undefined;
	/** Hash of the value that links a reversal to its credit; undefined if they share the transaction id. */
	link?: bigint | undefined;
	/** Hashes of a signed text and of its split, if it could also be split into other fields. */
	signedText?: { text: bigint; cut: bigint } | undefined;
	offerId?: string | undefined;
	offerName?: string | undefined;
	goalId?: string | undefined;
	clickId?: string | undefined;
	reason?: string | undefined;
	userIp?: string | undefined;
	standing?: ReportedStanding;
};

export type Refusal = { refused: 'bad-signature' | 'not-understood' | 'malformed'; why: string };

const TRANSACTION_ID = /^[A-Za-z0-9_.:~-]{1,128}$/;
const CLICK_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Largest reward in R$ cents. */
const REWARD_MAX = 100_000_000;
const PAYOUT_MAX = 1_000_000_000_000;
const paying: ReadonlySet<OfferEventKind> = new Set(['credit', 'bonus', 'pending']);
const PAYOUT_DECIMALS = { usd: 6, 'usd-cents': 4 } as const;
const YES: ReadonlySet<string> = new Set(['1', 'true', 'yes', 'on']);
const NO: ReadonlySet<string> = new Set(['', '0', 'false', 'no', 'off']);
const OFFER_TEXT_MAX = 200;
const PLAIN_TEXT = /^(?! )[\x20-\x7e]*(?<! )$/;

/** Checks the signature first, so nothing unsigned is parsed. */
export function readPostback(wall: Wall, request: SignedRequest): OfferEvent | Refusal {
	const repeated = repeatedOf(wall.partner, request.parameters);
	if (repeated !== undefined) return { refused: 'malformed', why: rejectionReasons.repeated(repeated) };
	if (!isSigned(wall.partner, wall.secret, request)) {
		return { refused: 'bad-signature', why: rejectionReasons.badSignature };
	}
	return readEvent(wall, request.parameters);
}

export function readEvent(wall: Wall, parameters: RawParameters): OfferEvent | Refusal {
	const { partner } = wall;
	const names = partner.parameters;
	const text = (name: string | undefined) => (name ? parameters.get(name) : undefined);
	const repeated = repeatedOf(partner, parameters);
	if (repeated !== undefined) return { refused: 'malformed', why: rejectionReasons.repeated(repeated) };
	if (partner.standing && parameters.has(partner.standing.state))
		return standingEvent(wall.id, text(names.uid) ?? '', readStanding(partner.standing, parameters));
	const notUnderstood = (name: string): Refusal =>
		refusalOf(rejectionReasons.notAsExpected(name, parameters.get(name)));
	const misshapen = [...wall.formats].find(([name, format]) => !format.test(parameters.get(name) ?? ''));
	if (misshapen) return notUnderstood(misshapen[0]);

	// Values that are hashed without a separator may have lost digits to their neighbours, so their form is strict.
	const isBare = (name: string | undefined) => name !== undefined && bareParts(partner).includes(name);
	const payoutText = plainAmount(text(names.payout), isBare(names.payout)) || (isBare(names.payout) ? '' : '0');
	const payout = readAmount(payoutText, PAYOUT_DECIMALS[partner.payoutUnit ?? 'usd'], PAYOUT_MAX);
	if (payout === undefined) return notUnderstood(names.payout ?? 'payout');
	const shareText = text(names.userShare);
	const share = shareText ? readAmount(shareText, PAYOUT_DECIMALS.usd, PAYOUT_MAX) : undefined;
	if (shareText && !share) return notUnderstood(names.userShare ?? '');
	const rewardText = plainAmount(text(names.reward), isBare(names.reward));
	const isNegative = rewardText.startsWith('-') || payout.isNegative;
	const kind = kindOf(wall, parameters, isNegative);
	if (typeof kind === 'object') {
		return kind.unlisted === undefined
			? notUnderstood(kind.unknown)
			: refusalOf(rejectionReasons.notListed(kind.unknown, kind.unlisted));
	}
	const isTest = readTest(partner, parameters);
	if (typeof isTest === 'object') return notUnderstood(isTest.unknown);

	// An empty reward is an event without one, unless there is a payout. A missing reward means a misconfigured wall.
	const isNone = rewardText === NO_AMOUNT || (text(names.reward) === '' && (payout.size === 0 || !paying.has(kind)));
	const isUnpaid = partner.paysOnlyWithPayout && payout.size === 0 && !share?.size && paying.has(kind);
	const reward =
		wall.rateCents === undefined
			? readAmount(isNone || isUnpaid ? '0' : rewardText, 2, REWARD_MAX)
			: rewardAtMost(share ?? payout, wall);
	if (reward === undefined) return notUnderstood(names.reward);
	const transactionId = transactionIdOf(partner, kind, parameters);
	if (!TRANSACTION_ID.test(transactionId)) return notUnderstood(names.transactionId);

	return {
		kind: isTest ? 'test' : kind,
		wall: wall.id,
		transactionId,
		uid: text(names.uid) ?? '',
		reward: asRobuxCents(reward.size),
		payout: asUsdMicros(payout.size),
		userShare: share && asUsdMicros(share.size),
		link: linkOf(text(names.link)),
		signedText: kind === 'reversal' ? reversalText(wall, parameters) : signedTextOf(wall.id, partner, parameters),
		offerId: cleanText(text(names.offerId)),
		offerName: nameText(text(names.offerName)),
		goalId: cleanText(text(names.goalId)),
		clickId: ifValid(text(names.clickId), (id) => CLICK_ID.test(id)),
		reason: kind === 'reversal' ? cleanText(text(names.reason)) : undefined,
		userIp: ifValid(text(names.userIp), (ip) => isIP(ip) !== 0),
	};
}

function standingEvent(wall: string, uid: string, standing: ReturnType<typeof readStanding>): OfferEvent | Refusal {
	if (typeof standing === 'string') return refusalOf(standing);
	const { state, scope, reason } = standing;
	return {
		...{ kind: 'noted', wall, uid, transactionId: '', reward: asRobuxCents(0), payout: asUsdMicros(0), standing },
		reason: `${state}${scope && ` for ${scope}`}${reason && `: ${reason}`}`,
	};
}

/** The status of a reversal is unsigned, so the postback could be resent as a credit. @returns hashes that prevent this. */
function reversalText({ id, partner }: Wall, parameters: RawParameters): OfferEvent['signedText'] {
	if (!partner.parameters.link || !coverageOf(partner).transaction) return undefined;
	const signed = signedTextOf(id, partner, parameters);
	return signed && { ...signed, cut: BigInt.asIntN(64, ~signed.cut) };
}

const refusalOf = (why: string): Refusal => ({ refused: 'not-understood', why });

type Unknown = { unknown: string; unlisted?: string };

function kindOf(wall: Wall, parameters: RawParameters, isNegative: boolean): OfferEventKind | Unknown {
	const { kinds, parameters: names } = wall.partner;
	const kind = decidedKind(kinds, parameters);
	if (typeof kind === 'object' || kind === 'reversal') return kind;
	if (isNegative && kind === 'credit' && kinds.negativeIsReversal) return 'reversal';
	if (isNegative && paying.has(kind)) return { unknown: names.reward };
	return kind === 'screen-out' && wall.screenOutsPay ? 'credit' : kind;
}

function decidedKind({ rules }: Kinds, parameters: RawParameters): OfferEventKind | Unknown {
	let decided: OfferEventKind = 'credit';
	for (const rule of rules) {
		const value = parameters.get(rule.parameter);
		const isListed = value !== undefined && Object.hasOwn(rule.values, value);
		const kind = isListed ? rule.values[value] : value === undefined ? rule.absent : rule.other;
		if (kind === undefined) return { unknown: rule.parameter, ...(value === undefined ? {} : { unlisted: value }) };
		if (decided === 'credit') decided = kind;
	}
	return decided;
}

/** Returns the credit's id for a reversal. */
function transactionIdOf(partner: Partner, kind: OfferEventKind, parameters: RawParameters): string {
	const { transactionId, originalId } = partner.parameters;
	const own = parameters.get(transactionId) ?? '';
	if (kind !== 'reversal') return own;
	const named = originalId ? parameters.get(originalId) : undefined;
	if (named) return named;
	const prefix = partner.reversalPrefix;
	return prefix && own.startsWith(prefix) ? own.slice(prefix.length) : own;
}

/** Accepts any spelling of "yes", because a test must never pay. */
function readTest({ tests = [] }: Partner, parameters: RawParameters): boolean | { unknown: string } {
	let isTest = false;
	for (const { parameter, values } of tests) {
		const value = parameters.get(parameter) ?? '';
		const word = value.toLowerCase();
		if (values.includes(value) || YES.has(word)) isTest = true;
		else if (!NO.has(word)) return { unknown: parameter };
	}
	return isTest;
}

const NO_AMOUNT = 'null';

/** Normalizes `.50`, `100.` and exponents, but no exponent whose digits could belong to a neighbouring value. */
function plainAmount(text = '', isBare: boolean): string {
	const whole = text.replace(/^(-?)\.(?=\d)/, '$10.').replace(/(?<=\d)\.$/, '');
	return isBare ? whole : withoutExponent(whole);
}

/** Rounds down. Refuses leading zeros, which may belong to the preceding signed part. */
function readAmount(text: string, decimals: number, max: number): { size: number; isNegative: boolean } | undefined {
	if (/^-?0\d/.test(text)) return undefined;
	const amount = parseDecimal(text, decimals);
	if (amount === undefined || Math.abs(amount) > max) return undefined;
	return { size: Math.abs(amount), isNegative: text.startsWith('-') };
}

function rewardAtMost(payout: { size: number }, { rateCents = 0, rates }: Wall): { size: number } | undefined {
	const reward = rewardAt(payout.size, Math.max(rateCents, ...rates.map((row) => row.rateCents ?? 0)));
	return reward <= REWARD_MAX ? { size: Number(reward) } : undefined;
}

const linkOf = (text: string | undefined): bigint | undefined => (text ? numberOf(text) : undefined);

function ifValid(text: string | undefined, isValid: (text: string) => boolean): string | undefined {
	return text && isValid(text) ? text : undefined;
}

/** Partners send names with HTML entities, and sometimes the unreplaced placeholder. */
function nameText(text: string | undefined): string | undefined {
	return text !== undefined && /[&<{[%$]/.test(text) ? plainText(text, OFFER_TEXT_MAX) || undefined : cleanText(text);
}

function cleanText(text: string | undefined): string | undefined {
	if (text === undefined || (text.length <= OFFER_TEXT_MAX && PLAIN_TEXT.test(text))) return text || undefined;
	const cleaned = text.replace(/[^\P{C}\u200c\u200d]+/gu, ' ').trim();
	return cleaned ? [...cleaned].slice(0, OFFER_TEXT_MAX).join('') : undefined;
}

/** @returns a repeated parameter on which money depends. */
function repeatedOf(partner: Partner, { repeated }: RawParameters): string | undefined {
	if (repeated === undefined) return undefined;
	const needed = neededBy(partner);
	return [...repeated].find((name) => needed === 'all' || needed.has(name));
}

const neededBy = oncePer(listNeeded);

function listNeeded(partner: Partner): ReadonlySet<string> | 'all' {
	const { parameters, signature, kinds, standing, tests = [], formats = {} } = partner;
	if (signature.scheme === 'sorted-query') return 'all';
	const { uid, transactionId, reward, payout, userShare, link, originalId, clickId } = parameters;
	const names = [
		...[uid, transactionId, reward, payout, userShare, link, originalId, clickId].filter((name) => name !== undefined),
		...('parameter' in signature ? [signature.parameter] : []),
		...(signature.scheme === 'fields' ? signature.parts.filter((part) => part !== SECRET) : []),
		...[...kinds.rules, ...tests].map(({ parameter }) => parameter),
		...Object.keys({ ...formats, ...standing?.macros }),
	];
	return new Set(names);
}
