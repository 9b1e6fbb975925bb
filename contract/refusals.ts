import type { AuthErrorCode } from './errors.ts';
import { CLAIM_DAYS, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN, WIND_DOWN_DAYS_MAX } from './limits.ts';
import type { Said } from './said.ts';
import { waitOf } from './wait.ts';

/** Sentences are verbatim where the specification quotes them. Reasons are never renamed: clients decide by them. */

type Wait = { seconds: number };
type Platform = { platform: string };
/** `why` is a sentence: the product's own, with its reason, or an admin's. */
type AccountStatus = { why: Said; contact: string };

/** What users may be told. */
const userSentences = {
	'must-be-logged-in-to-withdraw': 'You must be logged in to withdraw',
	'fill-in-all-fields': 'Please fill in all fields',
	'amount-out-of-range': 'Amount must be between 5 and 1500',
	'amount-not-whole': 'Amount must be a whole number',
	'no-pass-found':
		'No pass was found in the selected game at the set price. Check that the universe has a pass and that the amount matches.',
	'regional-pricing-on':
		'The game pass has Regional Pricing enabled. Turn it off on the game platform: Creations, your game, Monetization, Passes, the pass, Disable Managed Pricing.',
	'balance-too-small': ({ balance, currency }: { balance: number; currency: string }) =>
		`Your balance is ${shown(balance, currency)}, which is less than this amount`,
	'balance-below-zero': ({ balance, currency }: { balance: number; currency: string }) =>
		`Your balance is ${shown(balance, currency)}: partners took back offers after you had withdrawn what they paid. New rewards make up for that first; your offer history shows each of them.`,
	'order-already-open': ({ orderId }: { orderId: string }) =>
		`You already have an open withdrawal (${orderId}). You can start another one when it is finished.`,
	'request-id-reused': 'This request was already used for another withdrawal. Reload the page and try again.',
	'not-your-username': 'This is not the game account linked to your profile. Reload the page and try again.',
	'game-account-gone': ({ platform }: Platform) =>
		`Your linked ${platform} account is not active under this name any more. Link your game account again.`,
	'game-account-unproven': ({ platform }: Platform) =>
		`Show first that this ${platform} account is yours: choose it again, and put the phrase that you are given into its public description.`,
	'out-of-stock': 'There is not enough stock for this amount right now. Try a smaller amount, or try again later.',
	'daily-cap-reached': 'You have reached the daily limit for withdrawals. Try again tomorrow.',
	'above-daily-cap': ({ left, currency }: { left: number; currency: string }) =>
		`This is above the daily limit for withdrawals: today you can still withdraw ${shown(left, currency)}. Try a smaller amount, or try again tomorrow.`,
	'payouts-off': 'Withdrawals are switched off at the moment. Nothing was taken from your balance. Try again later.',
	'platform-away': ({ platform }: Platform) =>
		`${platform} does not answer at the moment. Nothing was taken from your balance. Try again in a minute.`,
	paused: ({ why, contact }: AccountStatus) =>
		`Withdrawals are paused for your account: ${why.message} Your balance stays as it is. To ask about it, write to ${contact}.`,
	'stock-unknown': 'The stock is not known at the moment. Try again in a minute.',
	'email-not-verified': 'Confirm your e-mail address before you withdraw. The link is in the mail we sent you.',
	'too-many-withdrawals': ({ seconds }: Wait) => `That was too often. Try again in ${inWords(seconds)}.`,

	'banned-for-chargebacks': ({ count }: { count: number }) => `Partners took back ${count} of your completed offers.`,
	'paused-for-chargebacks': 'partners took back too many of your last completed offers. They open again by themselves.',

	'winding-down':
		'The service is coming to its end: nothing new can be earned. What you have can be withdrawn until its date.',
	'claims-over': 'The service has ended, and with it the time to withdraw.',
	'no-such-offer': 'This offer is not open to you now.',

	'no-such-wall': 'There is no such offerwall. Look at what there is on the Earn page.',
	'claim-open': ({ reference }: { reference: string }) =>
		`You have asked about this already: ${reference}. We will tell you as soon as we know more.`,
	'too-many-claims': ({ seconds }: Wait) =>
		`You have asked about many missing rewards. Try again in ${inWords(seconds)}.`,
	'picture-unreadable': 'One of the pictures cannot be read. Take another one, or leave it out.',

	'too-many-messages': ({ seconds }: Wait) => `You have written to us often today. Write again in ${inWords(seconds)}.`,
	'no-such-thread': 'There is no such conversation.',
	'nothing-to-object-to': 'There is nothing like it on your account.',
	'no-liability-proof': 'There is no proof of this day for you. They are made once a day and kept for 30 days.',
	'thread-code-invalid': 'This link was used already or has expired. Ask for a new one.',
	'thread-token-over': 'This took longer than an hour. Ask for a new link to go on.',

	'unknown-code': 'There is no such promo code. Check the spelling.',
	'not-started': 'This promo code cannot be used yet. Try again later.',
	ended: 'This promo code has expired.',
	'used-up': 'This promo code has been used up: others were faster.',
	'code-for-others': 'Promo codes are for users: the people who run this site cannot redeem them.',
	'own-limit': 'You have used this promo code already.',
	'too-many-promo-codes': ({ seconds }: Wait) =>
		`You have tried too many promo codes. Try again in ${inWords(seconds)}.`,

	'invite-invalid':
		'This invitation was used already, has expired or is for another e-mail address. Ask for a new one.',
	'invite-wants-email': 'Confirm your e-mail address first. The link is in the mail we sent you.',
	'invite-on-staff': 'You are on the staff already.',

	'must-be-logged-in': 'You must be logged in',
	'username-required': 'Username is required',
	unauthenticated: 'Unauthenticated',
	'bad-request': 'Bad Request',
	'permission-denied': 'You do not have permission to do this',
	'user-not-found': ({ platform }: Platform) => `No ${platform} user has this name. Check the spelling.`,
	'no-user-record': 'There is no user record for this account.',
	'username-taken': 'This game account is already linked to another account here.',
	'game-account-proof-over': 'This took too long, or another account was started. Ask for a new phrase.',
	'hand-off-invalid': 'This sign-in link was used already or has expired. Tap Withdraw in the app again.',
	'invalid-cursor': 'This page cannot be continued. Reload and start again.',
	banned: ({ why, contact }: AccountStatus) => `Your account is banned: ${why.message} To appeal, write to ${contact}.`,
	overloaded: 'Too busy at the moment. Try again in a few seconds.',
	'database-away': 'This cannot be done at the moment. Try again in a few seconds.',
	'outcome-unknown': 'We could not see whether this was done. Look again in a few seconds.',
	'age-unknown': 'Enter your date of birth to finish your account.',
	'confirm-email-first': 'Confirm your e-mail address first. We have sent you a link.',
	'totp-required': 'Enter the code of your authenticator app to continue.',
	'totp-not-set-up': 'Admins need an authenticator app here. Set it up in your account first.',

	'requires-recent-login': 'Sign in again before you delete your account.',
	'withdrawal-open': ({ orderId }: { orderId: string }) =>
		`You have an open withdrawal (${orderId}). You can delete your account when it is finished.`,
	'only-admin': 'You are the only owner of this site. Make somebody else an owner first.',

	'country-not-served':
		'This site does not serve the country that you are in. Nobody there can make an account or earn; who has a balance can withdraw it.',
	'sign-up-off': 'New accounts cannot be created at the moment.',
	'already-signed-in': 'Somebody is signed in here already. Sign out first.',
	'cookie-and-bearer': 'Send the session cookie or a bearer token, not both.',
	'foreign-origin': 'This request did not come from our own pages.',
	'name-required': 'Enter a name of 1 to 100 characters.',
	'too-many-attempts': ({ seconds }: Wait) => `Too many attempts. Try again in ${inWords(seconds)}.`,
	'common-password': 'This password is on the lists that attackers try first. Choose another one.',
	'mail-off': 'This site sends no mails at the moment. Write to us instead.',
	'google-off': 'Sign-in with Google is not switched on here.',
	'google-away': 'Google does not answer at the moment. Try again in a minute.',
	'google-not-linked': 'There is already an account with this e-mail address. Sign in the way you did before.',
	'google-cancelled': 'You are not signed in: the sign-in with Google was cancelled.',
	'google-round-lost': 'The sign-in with Google took too long or went on in another browser. Try again.',
	'google-refused': 'Google did not confirm who you are. Try again.',
	'google-without-email': 'Google did not tell us an e-mail address, and an account needs one.',
	'json-required': 'Send this as JSON.',
	'two-factor-expired': 'This sign-in took too long. Start again with your password.',
	'two-factor-already-on': 'An authenticator app is set up already.',
} as const;

/** What each error of `/auth` says that has no better reason. */
const authSentences = {
	'auth/wrong-password': 'The password is wrong.',
	'auth/invalid-credential': 'The e-mail address or the password is wrong.',
	'auth/invalid-email': 'This is not an e-mail address.',
	'auth/email-already-in-use': 'There is already an account with this e-mail address. Sign in instead.',
	'auth/weak-password': `Choose a password of ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters.`,
	'auth/missing-password': 'Enter a password.',
	'auth/user-not-found': 'There is no such account.',
	'auth/user-disabled': 'This account is banned.',
	'auth/user-token-expired': 'You are signed out. Sign in again.',
	'auth/invalid-user-token': 'This sign-in is not valid. Sign in again.',
	'auth/invalid-custom-token': userSentences['hand-off-invalid'],
	'auth/expired-action-code': 'This link has expired. Ask for a new one.',
	'auth/invalid-action-code': 'This link was used already or is not complete. Ask for a new one.',
	'auth/invalid-verification-code': 'This code is not right. Enter the one that is shown now.',
	'auth/requires-recent-login': 'Sign in again before you change this.',
	'auth/too-many-requests': 'Too many attempts. Wait a moment and try again.',
	'auth/operation-not-allowed': 'This is not possible here.',
	'auth/age-required': 'Enter your date of birth.',
	// Says neither which age would do nor that it is about the age: that would only teach what to enter.
	'auth/too-young': "You can't open an account yet.",
	'auth/invalid-argument': 'Something in this form is missing or not right.',
	'auth/network-request-failed': 'The server cannot be reached. Check your connection and try again.',
	'auth/internal-error': 'Something went wrong on our side. Try again in a minute.',
} as const satisfies Record<AuthErrorCode, string>;

/** What is told in English only: to admins, and to those who write clients. */
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
	'no-wind-down': 'No end of the service is announced.',
	'wind-down-over': 'Its date has come: it cannot be taken back any more.',
	'wind-down-on': 'An end is announced already. Its date can only move further away.',
	'wind-down-date': `Choose a date that is ${CLAIM_DAYS} to ${WIND_DOWN_DAYS_MAX} days ahead, also when it is approved.`,
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
	'wall-of-file':
		'This id is one of the file of walls, and there it is changed: take it out there first, or choose another id.',
	'wall-not-kept-here': 'This offerwall comes from the file of walls: take it out there.',
	'wall-changed-meanwhile': 'Somebody else has changed this in the meantime. Look at it again, and start from there.',
	'wall-has-another-partner': ({ partner }: { partner: string }) =>
		`This id belongs to a wall of ${partner}, whose transactions are in the books. Choose another id.`,
	'wall-still-on': 'Switch the wall off first.',
	'wall-holds-credits': ({ count }: { count: number }) =>
		`Of this wall ${count === 1 ? 'one credit is' : `${count} credits are`} held back, and only its partner can still take them back. Wait until they are released.`,
	'secrets-key-missing':
		'SECRETS_KEY is not set, and without it no secret is kept in the database. Set it on every node and restart.',
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

const sentences = { ...userSentences, ...authSentences, ...englishSentences };

export type Reason = keyof typeof sentences;
/** As the open description names them: not those of staff. */
export const listSpokenReasons = () => Object.keys({ ...userSentences, ...authSentences });
/** Those that a page has to say in every language. */
export type SpokenReason = keyof typeof userSentences | AuthErrorCode;
/** What stands in the sentence of a reason; undefined for one that is always the same. */
export type ParamsOf<R extends Reason> = (typeof sentences)[R] extends (params: infer Params) => string
	? Params
	: undefined;
/** The reasons whose sentence is always the same. */
export type PlainReason = { [R in Reason]: ParamsOf<R> extends undefined ? R : never }[Reason];

export type Refusal = Said & { reason: Reason };

/** A reason with its English sentence, ready to be thrown in a {@link CallError} or sent. */
export function refusal<R extends Reason>(
	reason: R,
	...[params]: R extends PlainReason ? [] : [params: ParamsOf<R>]
): Refusal {
	const sentence = sentences[reason] as string | ((given: unknown) => string);
	if (typeof sentence === 'string') return { reason, message: sentence };
	return { reason, message: sentence(params), params: params as Refusal['params'] };
}

/** The highest number of chargebacks that settings allow before a ban. */
const CHARGEBACKS_MAX = 100;

/** The product's own reasons for a ban or pause by their sentence, which is what is kept of them. */
const ownReasons = new Map<string, Refusal>(
	[
		refusal('paused-for-chargebacks'),
		...Array.from({ length: CHARGEBACKS_MAX }, (_, n) => refusal('banned-for-chargebacks', { count: n + 1 })),
	].map((own) => [own.message, own]),
);

/** Why somebody is banned or paused, from what is kept: one of the product's own reasons, or what an admin wrote. */
export function whyOf(kept: string): Said {
	return ownReasons.get(kept) ?? { message: kept };
}

function shown(amount: number, currency: string): string {
	return `${amount.toFixed(2)} ${currency}`;
}

function inWords(seconds: number): string {
	const { count, unit } = waitOf(seconds);
	return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
