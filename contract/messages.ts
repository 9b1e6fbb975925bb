/**
 * The sentences that both the server and a page say: the server these, a page those of its language in `texts/`, where the
 * English ones are the same (a test holds them together). Where the specification quotes a text it is verbatim; where it
 * only describes, the sentence is ours. What only the server says is in `refusals.ts`.
 */
export const messages = {
	// Withdraw (specification section 8)
	mustBeLoggedInToWithdraw: 'You must be logged in to withdraw',
	fillInAllFields: 'Please fill in all fields',
	amountOutOfRange: 'Amount must be between 5 and 1500',
	amountNotWhole: 'Amount must be a whole number',
	noPassFound:
		'No pass was found in the selected game at the set price. Check that the universe has a pass and that the amount matches.',
	regionalPricingOn:
		'The game pass has Regional Pricing enabled. Turn it off on the game platform: Creations, your game, Monetization, Passes, the pass, Disable Managed Pricing.',

	// Calls (specification section 8)
	mustBeLoggedIn: 'You must be logged in',
	usernameRequired: 'Username is required',
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
