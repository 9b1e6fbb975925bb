/** What the pages around signing in say by themselves. Apart from `messages.ts`, so that no other page carries it. */
export const signInMessages = {
	failed: 'Something went wrong on our side. Try again in a minute.',
	emailRequired: 'Enter your e-mail address.',
	emailInvalid: 'This is not an e-mail address.',
	passwordRequired: 'Enter your password.',
	newPasswordRequired: 'Choose a password.',
	passwordTooShort: (length: number) => `Choose a password of at least ${length} characters.`,
	passwordTooLong: (length: number) => `Choose a password of at most ${length} characters.`,
	nameRequired: 'Enter your name.',
	birthDateRequired: 'Enter your date of birth.',
	birthDateInvalid: 'There is no such date. Check day, month and year.',
	codeRequired: 'Enter the code.',
} as const;
