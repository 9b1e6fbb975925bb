/**
 * The sentences that a page says by itself, also where the server says them too. Where the specification quotes a text it
 * is verbatim; where it only describes, the sentence is ours. What only the server says is in `refusals.ts`.
 */
export const messages = {
	// Withdraw (specification section 8)
	mustBeLoggedInToWithdraw: 'You must be logged in to withdraw',
	notLoggedIn: 'Not logged in',
	fillInAllFields: 'Please fill in all fields',
	amountOutOfRange: 'Amount must be between 5 and 1500',
	amountNotWhole: 'Amount must be a whole number',
	withdrawalSubmitted: 'Withdrawal submitted successfully!',
	failedToSubmitWithdrawal: 'Failed to submit withdrawal',
	noPassFound:
		'No pass was found in the selected game at the set price. Check that the universe has a pass and that the amount matches.',
	regionalPricingOn:
		'The game pass has Regional Pricing enabled. Turn it off on the game platform: Creations, your game, Monetization, Passes, the pass, Disable Managed Pricing.',
	noGamesFound: 'No games found for this user.',
	failedToFetchUserId: (platform: string) => `Failed to fetch ${platform} user ID`,
	failedToLoadGames: (platform: string) => `Failed to load ${platform} games.`,
	noUsernameFound: (platform: string) => `No ${platform} username found.`,

	// Pages (specification section 8)
	failedToLoadOfferwalls: 'Failed to load the offerwalls',
	failedToLoadOfferHistory: 'Failed to load offer history',
	failedToLoadWithdrawHistory: 'Failed to load withdraw history',
	loginFailed: 'Login failed',
	notAnAdmin: 'You are not an admin.',
	failedToFetchGameData: (platform: string) => `Failed to fetch ${platform} data`,
	failedToUpdateProfile: 'Failed to update user profile',
	mustBeLoggedIn: 'You must be logged in',
	failedToDeleteAccount: 'Failed to delete account',
	accountDeleted: 'Your account has been deleted.',
	failedToExportData: 'Failed to export your data',
	usernameRequired: 'Username is required',

	// Calls
	noAnswer: 'The server did not answer in time.',
	unreachable: 'The server cannot be reached. Check your connection and try again.',

	// Data client (specification section 8)
	clientOffline: 'Failed to get document because the client is offline',
	clientTerminated: 'the client has already been terminated',
} as const;

/** What an admin has to do before the admin area opens. Apart, so that other pages do not carry it. */
export const secondFactorMessages = {
	required: 'Enter the code of your authenticator app to continue.',
	notSetUp: 'Admins need an authenticator app here. Set it up in your account first.',
} as const;

/** How long somebody has to wait, for a sentence: `1 second`, `40 seconds`, `3 minutes`. Rounded up. */
export function waitInWords(waitMs: number): string {
	const seconds = Math.max(1, Math.ceil(waitMs / 1000));
	const [amount, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
	return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}
