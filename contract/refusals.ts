import { CLAIM_DAYS } from './limits.ts';
import { placesOf, textKeyOf, waitOf } from './refusal-places.ts';
import type { Said } from './said.ts';
import texts from './texts/en.json' with { type: 'json' };

/**
 * A reason has one sentence. Those that users may read are in the catalogue (contract/texts), verbatim where the specification
 * quotes them. Reasons are never renamed, because clients decide by them.
 */

type Wait = { seconds: number };
type Platform = { platform: string };
/** `why` is a sentence: the product's own, with its reason, or an admin's. */
type AccountStatus = { why: Said; contact: string };

/** The parameters of the reasons in the catalogue that have some. */
type SpokenParams = {
	'balance-too-small': { balance: number; currency: string };
	'balance-below-zero': { balance: number; currency: string };
	'order-already-open': { orderId: string };
	'game-account-gone': Platform;
	'game-account-unproven': Platform;
	'above-daily-cap': { left: number; currency: string };
	'platform-away': Platform;
	paused: AccountStatus;
	'too-many-withdrawals': Wait;
	'banned-for-chargebacks': { count: number };
	'claim-open': { reference: string };
	'too-many-claims': Wait;
	'too-many-messages': Wait;
	'too-many-promo-codes': Wait;
	'user-not-found': Platform;
	banned: AccountStatus;
	'withdrawal-open': { orderId: string };
	'too-many-attempts': Wait;
};

type Dashed<Text extends string> = Text extends `${infer First}_${infer Rest}` ? `${First}-${Dashed<Rest>}` : Text;
type ReasonOf<Key> = Key extends `refusal_auth_${infer Slug}`
	? `auth/${Dashed<Slug>}`
	: Key extends `refusal_${infer Name}`
		? Dashed<Name>
		: never;
/** The reasons that a page words in every language: each text `refusal_...` of the catalogue is one. */
export type SpokenReason = ReasonOf<keyof typeof texts>;

/** The sentences for admins and for the authors of clients, in English only. */
const englishSentences = {
	internal: 'INTERNAL',
	'no-such-call': ({ name }: { name: string }) => `There is no call named ${name}`,
	'no-such-address': 'Not found',
	'invalid-input': ({ problem }: { problem: string }) => problem,

	'role-may-not': 'Your role on the staff does not allow this. Ask an owner of the site.',
	'no-such-payout': 'There is no such order on the work list.',
	'no-such-review': 'There is no such open item.',
	'payout-taken': 'Another admin works on this order.',
	'payout-taken-by-buyer':
		'Another admin works on this order. If you have bought its pass, tell them at once, before they buy it again.',
	'payout-moved': 'This order is not with that admin any more. Look at the list again.',
	'payout-yours': 'This order is yours already.',
	'payout-not-taken': 'Take this order first, so that nobody else pays it too.',
	'payout-ended': 'This order has ended already.',
	'purchase-used': 'Another order was marked as paid with this purchase.',
	'no-such-withdrawal': 'There is no withdrawal with this order id.',
	'withdrawal-ended': 'This withdrawal has ended already.',
	'withdrawal-in-hand': 'This withdrawal is being worked on at this moment. Look again in a minute.',
	'withdrawal-screened': 'This withdrawal is held before it is sent. Decide about that: let it go on, or give it back.',
	'withdrawal-not-screened': 'This withdrawal is not held any more: it has gone on or has ended.',
	'withdrawal-not-in-review':
		'The vendor is still asked about this withdrawal. A person decides only what is in review.',
	'vendor-not-set-up': ({ vendor }: { vendor: string }) => `The vendor ${vendor} is not set up, so it cannot be asked.`,
	'vendor-will-not-cancel': 'The vendor does not cancel this order.',
	'vendor-knows-order': ({ status }: { status: string }) =>
		`The vendor knows this order: it says “${status}”. Its word decides, so nothing was settled.`,
	'no-such-settlement': 'There is no such proposal.',
	'settlement-waits': 'A proposal for this order waits for a second admin already.',
	'settlement-ended': 'This proposal was decided already, or the order has ended.',
	'proof-used': 'Another order was counted as paid by this proof.',
	'vendors-not-asked':
		'This site was restored, and its vendor has not said yet what became of the orders that were open. It is asked every minute: put right why it does not answer, or take a vendor that is gone out of the settings.',
	'vendor-unclear': 'The vendor gave no clear answer. Nothing was changed; try again later.',
	'vendor-has-it': 'The vendor has this order and has not ended it unpaid.',
	'vendor-had-it':
		'The vendor once had this order and does not know it any more. Only the vendor can tell what became of it.',
	'vendor-has-not-paid': 'The vendor does not say that it has paid this order.',
	'vendor-may-have-forgotten': 'This was sent too long ago: that the vendor does not know it proves nothing any more.',
	'too-early': 'An attempt may still be on its way. Try again in an hour.',
	'dedupe-window-over': 'The vendor may not recognise this order id any more, so sending it again could pay twice.',
	'vendor-knows-it': 'The vendor knows this order. Its word decides.',
	'settle-too-early': 'The vendor may still find this order. It can be settled a day after its last attempt.',
	'not-needed': 'This order can still be refunded or sent again on the vendor’s word.',
	'promo-code-taken': 'There is a promo code of this name already. Choose another one.',
	'promo-over-before-start': 'endsAt: the code would end before it starts.',
	'not-to-yourself': 'Nobody on the staff acts on their own account, orders or money. Ask somebody else.',
	'no-such-user': 'There is no user with this id.',
	'not-on-staff': 'This person is not on the staff.',
	'second-person-needed': 'What is done to somebody on the staff needs a second person.',
	'service-end-date': `Choose a date at least ${CLAIM_DAYS} days after the approval, and later than the announced one. An end that has passed can't be taken back.`,
	'no-such-proposal': 'There is no such proposal.',
	'proposal-ended': 'This proposal was decided already, or nobody decided in time.',
	'not-your-proposal': 'Only who proposed this can withdraw it.',
	'no-such-case': 'There is no case about this user.',
	'no-such-adjustment': 'There is no such adjustment.',
	'proposer-left': 'Whoever proposed this may not do it any more. Refuse it, or ask for it yourself.',
	'not-your-own-proposal': 'Another admin has to approve what you proposed.',
	'adjustment-ended': 'This adjustment was decided already, or nobody decided in time.',
	'adjustment-below-zero': ({ balance }: { balance: number }) =>
		`The balance is ${balance.toFixed(2)}. An adjustment cannot take it below zero.`,
	'no-such-claim': 'There is no claim with this reference.',
	'claim-ended': 'This claim has ended already.',
	'claim-credited-meanwhile': 'The partner has paid this since the claim was opened. Look at its credits again.',
	'answered-by-another': 'You decided what this is about, so somebody else has to answer. Leave it to them.',
	'thread-closed': 'This conversation is closed already.',
	'no-such-picture': 'There is no such picture. Pictures of claims are kept for 30 days.',
	'no-such-session': 'This user has no session with this id.',
	'no-such-offerwall': 'There is no offerwall with this id.',
	'wall-changed-meanwhile': 'Somebody else has changed this in the meantime. Look at it again, and start from there.',
	'wall-has-another-partner': ({ partner }: { partner: string }) =>
		`This id belongs to a wall of ${partner}, whose transactions are in the books. Choose another id.`,
	'wall-still-on': 'Switch the wall off first.',
	'wall-holds-credits': ({ count }: { count: number }) =>
		`Of this wall ${count === 1 ? 'one credit is' : `${count} credits are`} held back, and only its partner can still take them back. Wait until they are released.`,
	'secrets-key-changed':
		'The key that secrets are sealed with was changed since this process started. Restart it with the new SECRETS_KEY.',
	'no-rate-here':
		'This wall books the reward that its partner signs and shows to people: another one would contradict it. Give its entry a rate first.',
	'below-margin': ({ margin, floor }: { margin: number; floor: number }) =>
		`This would leave ${margin.toFixed(1)} % of what the partner pays, which is less than the ${floor} % that you have set.`,
	'boost-over': 'A boost has to end later than it begins, and later than now.',
	'no-such-callback': 'There is no callback with this id.',
	'not-replayable': 'Only a callback that was verified when it came, and not booked, can be replayed.',
	'wall-not-on': 'This offerwall is not switched on. Switch it on before you replay its callbacks.',
	'no-such-export': 'There is no such table to export.',
	'exports-running': 'Other exports are running. Try again when they are done.',
	'month-to-come': 'This month has not begun. Enter it when there is something to enter.',
	'no-such-zone': ({ zone }: { zone: string }) =>
		`${zone} is not the name of a time zone. Write it as America/New_York.`,
	'day-not-over': 'The report tells of days that are not over at the partner, or are too old to be compared.',
	'report-unreadable': ({ problem }: { problem: string }) => `The report cannot be read: ${problem}`,
	'no-such-difference': 'There is no open difference on this day.',
	'unknown-time-zone': 'tz: this is not the name of a time zone.',
} as const;

type EnglishReason = keyof typeof englishSentences;
export type Reason = SpokenReason | EnglishReason;
/** What stands in the sentence of a reason; undefined for one that is always the same. */
export type ParamsOf<R extends Reason> = R extends keyof SpokenParams
	? SpokenParams[R]
	: R extends EnglishReason
		? (typeof englishSentences)[R] extends (params: infer Params) => string
			? Params
			: undefined
		: undefined;
/** The reasons whose sentence is always the same. */
export type PlainReason = { [R in Reason]: ParamsOf<R> extends undefined ? R : never }[Reason];

/** The reasons of the catalogue, as the open description names them. */
export function listSpokenReasons(): SpokenReason[] {
	const keys = Object.keys(texts).filter((key) => key.startsWith('refusal_'));
	return keys.map(
		(key) =>
			key
				.replace('refusal_', '')
				.replace(/^auth_/, 'auth/')
				.replaceAll('_', '-') as SpokenReason,
	);
}

export type Refusal = Said & { reason: Reason };

/** A reason with its English sentence, ready to be thrown in a {@link CallError} or sent. */
export function refusal<R extends Reason>(
	reason: R,
	...[params]: R extends PlainReason ? [] : [params: ParamsOf<R>]
): Refusal {
	const given = params as Refusal['params'];
	const said = given && { params: given };
	if (!Object.hasOwn(englishSentences, reason)) return { reason, message: textOf(reason, given), ...said };
	const sentence = englishSentences[reason as EnglishReason] as string | ((given: unknown) => string);
	return { reason, message: typeof sentence === 'string' ? sentence : sentence(params), ...said };
}

/** Returns the English text of a reason with its places filled. */
function textOf(reason: string, params: Refusal['params'] = {}): string {
	const places = placesOf(params, {
		amount: (robux) => `${robux.toFixed(2)} ${params.currency}`,
		wait: (seconds) => {
			const { key: wait, count } = waitOf(seconds);
			return texts[wait].replace('{count}', String(count));
		},
		said: ({ message }) => message,
	});
	const text = String(texts[textKeyOf(reason) as keyof typeof texts]);
	return text.replaceAll(/\{(\w+)\}/g, (place, name) => String(places[name] ?? place));
}

/** Earlier versions let a setting choose the number of chargebacks that bans, up to this one. */
const CHARGEBACKS_MAX = 100;

/** Version 0.2.0 and earlier stored this sentence. */
const EARLIER_PAUSE = 'partners took back too many of your last completed offers. They open again by themselves.';

/** The product's own reasons for a ban or pause by their sentence, which the database stores. */
const ownReasons = new Map<string, Refusal>([
	[EARLIER_PAUSE, refusal('paused-for-chargebacks')],
	...[
		refusal('paused-for-chargebacks'),
		...Array.from({ length: CHARGEBACKS_MAX }, (_, n) => refusal('banned-for-chargebacks', { count: n + 1 })),
	].map((own) => [own.message, own] as const),
]);

/** Why somebody is banned or paused, from what is kept: one of the product's own reasons, or what an admin wrote. */
export function whyOf(kept: string): Said {
	return ownReasons.get(kept) ?? { message: kept };
}
