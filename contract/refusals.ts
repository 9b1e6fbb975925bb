import type { AuthErrorSlug } from './errors.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './limits.ts';
import { secondFactorMessages } from './messages.ts';

/**
 * What the server tells an earner. A browser reads these sentences in an answer and does not carry them; a page in another
 * language finds by the English sentence which one it is (`web/lib/refusal-texts.ts`). What a page says by itself is in
 * `messages.ts`.
 */
export const earnerRefusals = {
	// Withdraw (specification section 8)
	balanceTooSmall: (balance: string) => `Your balance is ${balance}, which is less than this amount`,
	balanceBelowZero: (balance: string) =>
		`Your balance is ${balance}: partners took back offers after you had withdrawn what they paid. New rewards make up for that first; your offer history shows each of them.`,
	orderAlreadyOpen: (orderId: string) =>
		`You already have an open withdrawal (${orderId}). You can start another one when it is finished.`,
	requestIdReused: 'This request was already used for another withdrawal. Reload the page and try again.',
	notYourUsername: 'This is not the game account linked to your profile. Reload the page and try again.',
	gameAccountGone: (platform: string) =>
		`Your linked ${platform} account is not active under this name any more. Link your game account again.`,
	outOfStock: 'There is not enough stock for this amount right now. Try a smaller amount, or try again later.',
	dailyCapReached: 'You have reached the daily limit for withdrawals. Try again tomorrow.',
	aboveDailyCap: (left: string) =>
		`This is above the daily limit for withdrawals: today you can still withdraw ${left}. Try a smaller amount, or try again tomorrow.`,
	payoutsOff: 'Withdrawals are switched off at the moment. Nothing was taken from your balance. Try again later.',
	platformAway: (platform: string) =>
		`${platform} does not answer at the moment. Nothing was taken from your balance. Try again in a minute.`,
	withdrawalsPaused: (reason: string, contact: string) =>
		`Withdrawals are paused for your account: ${reason} Your balance stays as it is. To ask about it, write to ${contact}.`,
	bannedForChargebacks: (count: number) => `Partners took back ${count} of your completed offers.`,
	pausedForChargebacks: 'partners took back too many of your last completed offers. They open again by themselves.',
	stockUnknown: 'The stock is not known at the moment. Try again in a minute.',
	emailNotVerified: 'Confirm your e-mail address before you withdraw. The link is in the mail we sent you.',

	// Promo codes
	promo: {
		'unknown-code': 'There is no such promo code. Check the spelling.',
		'not-started': 'This promo code cannot be used yet. Try again later.',
		ended: 'This promo code has expired.',
		'used-up': 'This promo code has been used up: others were faster.',
		'own-limit': 'You have used this promo code already.',
	},
	tooManyPromoCodes: (wait: string) => `You have tried too many promo codes. Try again in ${wait}.`,

	// Calls
	unauthenticated: 'Unauthenticated',
	badRequest: 'Bad Request',
	permissionDenied: 'You do not have permission to do this',
	userNotFound: (platform: string) => `No ${platform} user has this name. Check the spelling.`,
	noUserRecord: 'There is no user record for this account.',
	usernameTaken: 'This game account is already linked to another account here.',
	handOffInvalid: 'This sign-in link was used already or has expired. Tap Withdraw in the app again.',
	invalidCursor: 'This page cannot be continued. Reload and start again.',
	banned: (reason: string, contact: string) => `Your account is banned: ${reason} To appeal, write to ${contact}.`,
	overloaded: 'Too busy at the moment. Try again in a few seconds.',
	databaseAway: 'This cannot be done at the moment. Try again in a few seconds.',
	outcomeUnknown: 'We could not see whether this was done. Look again in a few seconds.',
	ageUnknown: 'Enter your date of birth to finish your account.',
	totpRequired: secondFactorMessages.required,
	totpNotSetUp: secondFactorMessages.notSetUp,
	tooManyWithdrawals: (wait: string) => `That was too often. Try again in ${wait}.`,
	internal: 'INTERNAL',

	// Deletion and export of an account
	signInAgainToDelete: 'Sign in again before you delete your account.',
	withdrawalStillOpen: (orderId: string) =>
		`You have an open withdrawal (${orderId}). You can delete your account when it is finished.`,
	onlyAdmin: 'You are the only admin. Make somebody else an admin before this account is deleted.',

	// Sign-in
	signUpOff: 'New accounts cannot be created at the moment.',
	alreadySignedIn: 'Somebody is signed in here already. Sign out first.',
	cookieAndBearer: 'Send the session cookie or a bearer token, not both.',
	foreignOrigin: 'This request did not come from our own pages.',
	nameRequired: 'Enter a name of 1 to 100 characters.',
	waitBeforeNextTry: (wait: string) => `Too many attempts. Try again in ${wait}.`,
	commonPassword: 'This password is on the lists that attackers try first. Choose another one.',
	mailOff: 'This site sends no mails at the moment. Write to us instead.',
	googleOff: 'Sign-in with Google is not switched on here.',
	googleAway: 'Google does not answer at the moment. Try again in a minute.',
	googleNotLinked: 'There is already an account with this e-mail address. Sign in the way you did before.',
	googleCancelled: 'You are not signed in: the sign-in with Google was cancelled.',
	googleRoundLost: 'The sign-in with Google took too long or went on in another browser. Try again.',
	googleRefused: 'Google did not confirm who you are. Try again.',
	googleWithoutEmail: 'Google did not tell us an e-mail address, and an account needs one.',
	jsonRequired: 'Send this as JSON.',
	twoFactorExpired: 'This sign-in took too long. Start again with your password.',
	twoFactorAlreadyOn: 'An authenticator app is set up already.',
} as const;

/** The sentences of the admin area, which speaks English. */
const adminRefusals = {
	noSuchPayout: 'There is no such order on the work list.',
	noSuchReview: 'There is no such open item.',
	payoutTaken: 'Another admin works on this order.',
	payoutTakenByBuyer:
		'Another admin works on this order. If you have bought its pass, tell them at once, before they buy it again.',
	payoutMoved: 'This order is not with that admin any more. Look at the list again.',
	payoutYours: 'This order is yours already.',
	payoutNotTaken: 'Take this order first, so that nobody else pays it too.',
	payoutEnded: 'This order has ended already.',
	purchaseUsed: 'Another order was marked as paid with this purchase.',
	noSuchWithdrawal: 'There is no withdrawal with this order id.',
	withdrawalEnded: 'This withdrawal has ended already.',
	withdrawalInHand: 'This withdrawal is being worked on at this moment. Look again in a minute.',
	withdrawalNotInReview: 'The vendor is still asked about this withdrawal. A person decides only what is in review.',
	vendorNotSetUp: (vendor: string) => `The vendor ${vendor} is not set up, so it cannot be asked.`,
	vendorWillNotCancel: 'The vendor does not cancel this order.',
	vendorKnowsOrder: (status: string) =>
		`The vendor knows this order: it says “${status}”. Its word decides, so nothing was settled.`,
	noSuchSettlement: 'There is no such proposal.',
	settlementWaits: 'A proposal for this order waits for a second admin already.',
	settlementEnded: 'This proposal was decided already, or the order has ended.',
	proofUsed: 'Another order was counted as paid by this proof.',
	reviewObjections: {
		'vendor-unclear': 'The vendor gave no clear answer. Nothing was changed; try again later.',
		'vendor-has-it': 'The vendor has this order and has not ended it unpaid.',
		'vendor-had-it':
			'The vendor once had this order and does not know it any more. Only the vendor can tell what became of it.',
		'vendor-has-not-paid': 'The vendor does not say that it has paid this order.',
		'vendor-may-have-forgotten':
			'This was sent too long ago: that the vendor does not know it proves nothing any more.',
		'too-early': 'An attempt may still be on its way. Try again in an hour.',
		'dedupe-window-over': 'The vendor may not recognise this order id any more, so sending it again could pay twice.',
		'vendor-knows-it': 'The vendor knows this order. Its word decides.',
		'settle-too-early': 'The vendor may still find this order. It can be settled a day after its last attempt.',
		'not-needed': 'This order can still be refunded or sent again on the vendor’s word.',
	},
	promoCodeTaken: 'There is a promo code of this name already. Choose another one.',
	promoOverBeforeStart: 'endsAt: the code would end before it starts.',
	notToYourself: 'You cannot do this to yourself. Sign out, or ask another admin.',
	noSuchUser: 'There is no user with this id.',
	noSuchCase: 'There is no case about this user.',
	noSuchAdjustment: 'There is no such adjustment.',
	notYourOwnProposal: 'Another admin has to approve what you proposed.',
	adjustmentEnded: 'This adjustment was decided already, or nobody decided in time.',
	adjustmentBelowZero: (balance: string) => `The balance is ${balance}. An adjustment cannot take it below zero.`,
	noSuchSession: 'This user has no session with this id.',
	noSuchOfferwall: 'There is no offerwall with this id.',
	noSuchCallback: 'There is no callback with this id.',
	notReplayable: 'Only a callback that was verified when it came, and not booked, can be replayed.',
	wallNotOn: 'This offerwall is not switched on. Switch it on before you replay its callbacks.',
	noSuchExport: 'There is no such table to export.',
	exportsRunning: 'Other exports are running. Try again when they are done.',
	unknownTimeZone: 'tz: this is not the name of a time zone.',
} as const;

/** The sentences that only the server speaks. */
export const refusals = { ...earnerRefusals, ...adminRefusals } as const;

/** The sentence of each `auth/<slug>` error, unless the refusal knows a better one. */
export const authMessages = {
	'wrong-password': 'The password is wrong.',
	'invalid-credential': 'The e-mail address or the password is wrong.',
	'invalid-email': 'This is not an e-mail address.',
	'email-already-in-use': 'There is already an account with this e-mail address. Sign in instead.',
	'weak-password': `Choose a password of ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters.`,
	'missing-password': 'Enter a password.',
	'user-not-found': 'There is no such account.',
	'user-disabled': 'This account is banned.',
	'user-token-expired': 'You are signed out. Sign in again.',
	'invalid-user-token': 'This sign-in is not valid. Sign in again.',
	'invalid-custom-token': refusals.handOffInvalid,
	'expired-action-code': 'This link has expired. Ask for a new one.',
	'invalid-action-code': 'This link was used already or is not complete. Ask for a new one.',
	'invalid-verification-code': 'This code is not right. Enter the one that is shown now.',
	'requires-recent-login': 'Sign in again before you change this.',
	'too-many-requests': 'Too many attempts. Wait a moment and try again.',
	'operation-not-allowed': 'This is not possible here.',
	'age-required': 'Enter your date of birth.',
	// Says neither which age would do nor that it is about the age: that would only teach what to enter.
	'too-young': 'We cannot make an account for you.',
	'invalid-argument': 'Something in this form is missing or not right.',
	'network-request-failed': 'The server cannot be reached. Check your connection and try again.',
	'internal-error': 'Something went wrong on our side. Try again in a minute.',
} as const satisfies Record<AuthErrorSlug, string>;
