import { CallError, type CallErrorCode } from './errors.ts';
import { CLAIM_DAYS } from './limits.ts';
import type { LocalizedMessage } from './localized-message.ts';
import { placesOf, textKeyOf, waitOf } from './refusal-places.ts';
import texts from './texts/en.json' with { type: 'json' };

/** Clients depend on reasons, so never rename one. */

type Wait = { seconds: number };
type Platform = { platform: string };
type AccountStatus = { why: LocalizedMessage; contact: string };

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
	'gift-card-amount': { min: number; max: number };
	'too-many-attempts': Wait;
};

type Dashed<Text extends string> = Text extends `${infer First}_${infer Rest}` ? `${First}-${Dashed<Rest>}` : Text;
type ReasonOf<Key> = Key extends `refusal_auth_${infer Slug}`
	? `auth/${Dashed<Slug>}`
	: Key extends `refusal_${infer Name}`
		? Dashed<Name>
		: never;
export type SpokenReason = ReasonOf<keyof typeof texts>;

/** For admins and client authors. */
const englishSentences = {
	internal: 'INTERNAL',
	'no-such-call': ({ name }: { name: string }) => `Unknown call: ${name}`,
	'no-such-address': 'Not found',
	'invalid-input': ({ problem }: { problem: string }) => problem,

	'role-may-not': "Your role doesn't allow this. Ask an owner of the site.",
	'views-full': ({ most }: { most: number }) => `You can save ${most} views. Remove one first.`,
	'key-may-not': "This key doesn't allow this request.",
	'key-address': "This key isn't allowed from this IP address.",
	'endpoint-not-public': "url: enter an https address that isn't on a private network.",
	'no-such-endpoint': 'No event endpoint has this ID.',
	'no-such-key': 'No active key has this ID.',
	'key-expiry': ({ days }: { days: number }) => `expires_at: choose a time within the next ${days} days.`,
	'not-an-address': ({ text }: { text: string }) => `addresses: “${text}” isn't an IP address or range.`,
	'issuer-not-public': "issuer: enter an https address that isn't on a private network.",
	'issuer-shared': 'issuer: enter the address of your own tenant. Anyone can have an account at this one.',
	'hosted-domain-wrong':
		'hosted_domain: enter the domain of your Google Workspace; leave it empty for other providers.',
	'provider-without-roles': 'roles: add a value of the claim for at least one role.',
	'client-secret-missing': 'client_secret: enter the secret of this client.',
	'provider-unusable': ({ problem }: { problem: string }) => `Couldn't use this provider: ${problem}.`,
	'provider-untested': 'Test exactly these settings first. A test is valid for an hour.',
	'owner-password-needed': 'An owner needs a password and an authenticator app first, to sign in without the provider.',
	'no-provider': 'Team sign-in is off.',
	'no-such-secret':
		'This proposal has no secret for you. It was read before, is older than 7 days, or awaits approval.',
	'no-such-payout': "This order isn't a manual payout.",
	'no-such-review': "This difference doesn't exist or is already resolved.",
	'payout-taken': 'Another admin is working on this order.',
	'payout-taken-by-buyer':
		"Another admin is working on this order. If you bought the pass, tell them now so they don't buy it again.",
	'payout-moved': 'That admin no longer has this order. Refresh the list.',
	'payout-yours': 'You already have this order.',
	'payout-not-taken': 'Take this order first, so no one else pays it.',
	'payout-ended': 'This order is already closed.',
	'purchase-used': "This purchase ID was used for another order. Enter the ID of this order's purchase.",
	'pays-with-code': 'This order is a gift card. Pay it with a code.',
	'pays-with-pass': 'This order is a game pass. Buy the pass and enter its purchase ID.',
	'codes-known': ({ lines }: { lines: string }) =>
		`Nothing was added, because these lines are already stored or repeated: ${lines}.`,
	'code-used': 'This code is stored with another value, or paid another order. Enter another code.',
	'no-free-code': 'No stored code has this value. Enter a code, or add codes.',
	'no-such-withdrawal': 'No withdrawal has this order ID.',
	'withdrawal-ended': 'This withdrawal is already closed.',
	'withdrawal-in-hand': 'This withdrawal is being processed. Try again in a minute.',
	'withdrawal-screened': 'This withdrawal is on hold. Release or refund it.',
	'withdrawal-not-screened': 'This withdrawal is no longer on hold.',
	'withdrawal-not-in-review':
		"We're still checking this withdrawal with the vendor. You can only decide withdrawals in review.",
	'vendor-not-set-up': ({ vendor }: { vendor: string }) =>
		`The vendor ${vendor} isn't set up, so we can't check this order. Add its API key to the settings.`,
	'vendor-will-not-cancel': "The vendor won't cancel this order.",
	'vendor-knows-order': ({ status }: { status: string }) =>
		`The vendor has this order with status “${status}”, so it can't be settled by hand. Nothing changed.`,
	'no-such-settlement': "This proposal doesn't exist.",
	'settlement-waits': 'A proposal for this order is already waiting for approval.',
	'settlement-ended': 'This proposal was already decided, or the order is closed.',
	'proof-used': 'This proof was used for another order. Enter the proof for this one.',
	'vendors-not-asked':
		"This site was restored, and its vendor hasn't reported on the open orders yet. We check every minute. Fix the connection to the vendor, or remove the vendor from the settings.",
	'vendor-unclear': "The vendor's response was unclear. Nothing changed. Try again later.",
	'vendor-has-it': "The vendor has this order and hasn't closed it unpaid.",
	'vendor-had-it': 'The vendor had this order but no longer knows it. Ask the vendor what happened to it.',
	'vendor-has-not-paid': "The vendor doesn't report this order as paid.",
	'vendor-may-have-forgotten': 'This order was sent too long ago. The vendor may have paid and deleted it.',
	'too-early': 'An attempt may still be in progress. Try again in an hour.',
	'dedupe-window-over': 'The vendor may no longer recognise this order ID, so sending it again could pay twice.',
	'vendor-knows-it': 'The vendor has this order, so its status decides.',
	'settle-too-early': 'The vendor may still find this order. You can settle it one day after the last attempt.',
	'not-needed': 'You can still refund this order or send it again.',
	'promo-code-taken': 'This promo code already exists. Choose another one.',
	'promo-over-before-start': 'endsAt: the end must be after the start.',
	'not-to-yourself': "You can't act on your own account, orders or money. Ask another admin.",
	'no-such-user': 'No user has this ID.',
	'not-on-staff': "This person isn't on the team.",
	'second-person-needed': 'Actions against a team member need approval by a second admin.',
	'service-end-date': `Choose a date at least ${CLAIM_DAYS} days after approval and later than the announced one. You can't cancel an end that has passed.`,
	'no-such-proposal': "This proposal doesn't exist.",
	'proposal-ended': 'This proposal was already decided or has expired.',
	'not-your-proposal': 'Only the admin who proposed this can withdraw it.',
	'site-is-team': 'Two staff members can approve changes, so this site is a team.',
	'money-is-booked': 'Money is booked. Change the mode on the server: npm run cli -- site-mode solo.',
	'no-such-invite': 'This invitation was used or has expired. Send a new one.',
	'no-such-case': 'This user has no fraud case.',
	'no-such-adjustment': "This adjustment doesn't exist.",
	'proposer-left': 'The admin who proposed this no longer has permission. Reject it, or propose it yourself.',
	'not-your-own-proposal': "You can't approve your own proposal. Ask another admin.",
	'adjustment-ended': 'This adjustment was already decided or has expired.',
	'adjustment-below-zero': ({ balance }: { balance: number }) =>
		`The balance is ${balance.toFixed(2)}, and an adjustment can't make it negative. Enter a smaller amount.`,
	'no-such-claim': 'No claim has this reference.',
	'claim-ended': 'This claim is already closed.',
	'claim-credited-meanwhile': 'The partner has paid this since the claim was opened. Check its credits again.',
	'answered-by-another': 'You made this decision, so someone else has to answer.',
	'thread-closed': 'This conversation is already closed.',
	'no-such-picture': "This picture doesn't exist any more. Claim pictures are kept for 30 days.",
	'no-such-session': 'This user has no session with this ID.',
	'no-such-offerwall': 'No offerwall has this ID.',
	'wall-changed-meanwhile': 'Someone else changed this in the meantime. Reload and try again.',
	'wall-has-another-partner': ({ partner }: { partner: string }) =>
		`This ID belongs to an offerwall of ${partner} with booked transactions. Choose another ID.`,
	'wall-still-on': 'Turn off the offerwall first.',
	'wall-holds-credits': ({ count }: { count: number }) =>
		`${count === 1 ? '1 credit' : `${count} credits`} of this offerwall ${count === 1 ? 'is' : 'are'} on hold. Wait until ${count === 1 ? 'it is' : 'they are'} released.`,
	'secrets-key-changed': 'SECRETS_KEY was changed since this process started. Restart it with the new key.',
	'no-rate-here': 'This offerwall pays the reward that its partner shows to users. Set a rate in its settings first.',
	'below-margin': ({ margin, floor }: { margin: number; floor: number }) =>
		`The margin would be ${margin.toFixed(1)}%, below your minimum of ${floor}%. Choose a lower value.`,
	'boost-over': 'Choose an end after the start and in the future.',
	'no-such-callback': 'No postback has this ID.',
	'not-replayable': "You can only replay postbacks that weren't booked and are stored as a whole.",
	'still-refused': ({ why }: { why: string }) => `This postback is still refused: ${why}.`,
	'wall-not-on': 'This offerwall is off. Turn it on before you replay its postbacks.',
	'no-such-export': "This table doesn't exist.",
	'exports-running': "Other exports are running. Try again when they're done.",
	'month-to-come': "This month hasn't started yet. Choose an earlier month.",
	'no-such-zone': ({ zone }: { zone: string }) => `${zone} isn't a time zone. Enter a name such as America/New_York.`,
	'day-not-over': "The report covers days that aren't over in the partner's time zone or are too old to compare.",
	'report-unreadable': ({ problem }: { problem: string }) => `Couldn't read the report: ${problem}`,
	'no-such-difference': 'No open difference on this day.',
	'unknown-time-zone': 'tz: not a time zone name.',
	'no-such-setting': ({ name }: { name: string }) => `There is no setting ${name}.`,
	'setting-in-environment': ({ name }: { name: string }) =>
		`${name} is set in the environment of the server. Change it there, or remove it there first.`,
	'setting-invalid': ({ problem }: { problem: string }) => `${problem}.`,
	'channels-fixed': 'A change of the site is waiting. Change the alert channels after it is applied or stopped.',
} as const;

type EnglishReason = keyof typeof englishSentences;
export type Reason = SpokenReason | EnglishReason;
export type ParamsOf<R extends Reason> = R extends keyof SpokenParams
	? SpokenParams[R]
	: R extends EnglishReason
		? (typeof englishSentences)[R] extends (params: infer Params) => string
			? Params
			: undefined
		: undefined;
export type PlainReason = { [R in Reason]: ParamsOf<R> extends undefined ? R : never }[Reason];

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

export type Refusal = LocalizedMessage & { reason: Reason };

export function callError<R extends Reason>(
	code: CallErrorCode,
	reason: R,
	...params: R extends PlainReason ? [] : [params: ParamsOf<R>]
): CallError {
	return new CallError(code, refusal(reason, ...params));
}

export function refusal<R extends Reason>(
	reason: R,
	...[params]: R extends PlainReason ? [] : [params: ParamsOf<R>]
): Refusal {
	const given = params as Refusal['params'];
	const withParams = given && { params: given };
	if (!Object.hasOwn(englishSentences, reason)) return { reason, message: textOf(reason, given), ...withParams };
	const sentence = englishSentences[reason as EnglishReason] as string | ((given: unknown) => string);
	return { reason, message: typeof sentence === 'string' ? sentence : sentence(params), ...withParams };
}

function textOf(reason: string, params: Refusal['params'] = {}): string {
	const places = placesOf(params, {
		amount: (robux) => `${robux.toFixed(2)} ${params.currency}`,
		wait: (seconds) => {
			const { key: wait, count } = waitOf(seconds);
			return texts[wait].replace('{count}', String(count));
		},
		localize: ({ message }) => message,
	});
	const text = String(texts[textKeyOf(reason) as keyof typeof texts]);
	return text.replaceAll(/\{(\w+)\}/g, (place, name) => String(places[name] ?? place));
}

const CHARGEBACKS_MAX = 100;

/** The reason that version 0.2.0 and earlier stored. */
const EARLIER_PAUSE = 'partners took back too many of your last completed offers. They open again by themselves.';

/** Maps stored messages to reasons, because the database stores only the message. */
const ownReasons = new Map<string, Refusal>([
	[EARLIER_PAUSE, refusal('paused-for-chargebacks')],
	...[
		refusal('paused-for-chargebacks'),
		refusal('banned-earlier-account'),
		...Array.from({ length: CHARGEBACKS_MAX }, (_, n) => refusal('banned-for-chargebacks', { count: n + 1 })),
	].map((own) => [own.message, own] as const),
]);

export const reasonMessageOf = (stored: string): LocalizedMessage => ownReasons.get(stored) ?? { message: stored };
