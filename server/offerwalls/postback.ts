import { hash, timingSafeEqual } from 'node:crypto';
import { asRobuxCents, asUsdMicros, parseDecimal, type RobuxCents, type UsdMicros } from '../../contract/money.ts';
import type { OfferEventKind, Partner } from './partners/partner.ts';
import { SECRET } from './partners/partner.ts';
import type { RawParameters } from './raw-parameters.ts';
import type { Wall } from './wall.ts';

/** What a partner tells us, in our words. Amounts are not negative; the kind says which way they go. */
export type OfferEvent = {
	kind: OfferEventKind | 'test';
	wall: string;
	transactionId: string;
	/** As the partner sent it; not known to be a user of ours. */
	uid: string;
	reward: RobuxCents;
	payout: UsdMicros;
	/** What a reversal points back with, hashed to a number; undefined where the transaction id is that. */
	link: bigint | undefined;
	offerId: string | undefined;
	offerName: string | undefined;
};

export type Refusal = { refused: 'bad-signature' | 'malformed'; why: string };

const TRANSACTION_ID = /^[A-Za-z0-9_.:~-]{1,128}$/;
/** R$ 1,000,000 for one event is a mistake or an attack. */
const REWARD_MAX = 100_000_000;
const PAYOUT_MAX = 1_000_000_000_000;
const OFFER_TEXT_MAX = 200;

/** Verifies a callback over its values as received, then reads it. The signature comes first: nothing unsigned is parsed. */
export function readPostback(wall: Wall, parameters: RawParameters): OfferEvent | Refusal {
	const { partner } = wall;
	if (!isSigned(partner, wall.secret, parameters)) {
		return { refused: 'bad-signature', why: 'the signature does not match' };
	}
	const names = partner.parameters;
	const text = (name: string | undefined) => (name ? parameters.get(name) : undefined);

	const kind = partner.kinds.values[text(partner.kinds.parameter) ?? ''];
	if (!kind) return malformed(partner.kinds.parameter);
	const transactionId = text(names.transactionId) ?? '';
	if (!TRANSACTION_ID.test(transactionId)) return malformed(names.transactionId);
	const payout = readAmount(text(names.payout) || '0', 6, PAYOUT_MAX, kind);
	if (payout === undefined) return malformed(names.payout ?? 'payout');
	const rewardText = text(names.reward) ?? '';
	const reward =
		wall.rateCents === undefined ? readAmount(rewardText, 2, REWARD_MAX, kind) : rewardOfPayout(payout, wall.rateCents);
	if (reward === undefined) return malformed(names.reward);

	const isTest = partner.test && text(partner.test.parameter) === partner.test.value;
	return {
		kind: isTest ? 'test' : kind,
		wall: wall.id,
		transactionId,
		uid: text(names.uid) ?? '',
		reward: asRobuxCents(reward),
		payout: asUsdMicros(payout),
		link: linkOf(text(names.link)),
		offerId: cleanText(text(names.offerId)),
		offerName: cleanText(text(names.offerName)),
	};
}

function malformed(parameter: string): Refusal {
	return { refused: 'malformed', why: `${parameter} is missing or malformed` };
}

function isSigned(partner: Partner, secret: string, parameters: RawParameters): boolean {
	const parts: string[] = [];
	for (const part of partner.signature.parts) {
		const value = part === SECRET ? secret : parameters.get(part);
		if (value === undefined) return false;
		parts.push(value);
	}
	const expected = hash(partner.signature.hash, parts.join(partner.signature.separator), 'buffer');
	const given = parameters.get(partner.parameters.signature) ?? '';
	if (!/^[0-9a-f]+$/i.test(given) || given.length !== expected.length * 2) return false;
	return timingSafeEqual(expected, Buffer.from(given, 'hex'));
}

/** Rounded down. A credit's amount has no sign; some partners write what they take back with a minus. */
function readAmount(text: string, decimals: number, max: number, kind: OfferEventKind): number | undefined {
	const amount = parseDecimal(text, decimals);
	if (amount === undefined || Math.abs(amount) > max) return undefined;
	if (text.startsWith('-') && kind !== 'reversal') return undefined;
	return Math.abs(amount);
}

/** In BigInt, because millionths of $ times hundredths of R$ outgrow what a double holds. */
function rewardOfPayout(payout: number, rateCents: number): number | undefined {
	const reward = (BigInt(payout) * BigInt(rateCents)) / 1_000_000n;
	return reward <= REWARD_MAX ? Number(reward) : undefined;
}

/** Half of the size of the text with its index; two of one user's callbacks never meet by chance in 64 bits. */
function linkOf(text: string | undefined): bigint | undefined {
	return text ? hash('sha256', text, 'buffer').readBigInt64BE() : undefined;
}

/** What a partner calls an offer is shown to people: no control characters, and not endless. */
function cleanText(text: string | undefined): string | undefined {
	const cleaned = text?.replace(/\p{C}+/gu, ' ').trim();
	return cleaned ? [...cleaned].slice(0, OFFER_TEXT_MAX).join('') : undefined;
}
