/** What the account page and what asks for a fresh sign-in say by themselves. Apart, so that no other page carries it. */
export const accountMessages = {
	failed: 'Something went wrong on our side. Try again in a minute.',
	failedToLoad: 'Your account could not be loaded',
	failedToLoadDevices: 'Your devices could not be loaded',

	verificationMailSent: (email: string) => `We sent a mail to ${email}. Open the link in it within 24 hours.`,
	alreadyVerified: 'Your e-mail address is confirmed already.',

	passwordRequired: 'Enter your password.',
	passwordWrong: 'The password is wrong.',
	passwordChanged: 'Your password is changed, and all other devices are signed out.',
	passwordSet: 'Your password is set, and all other devices are signed out.',

	emailUnchanged: 'This is your address already.',
	emailLinkSent: (email: string) =>
		`We sent a link to ${email}. Your address changes when you open it; until then it stays as it is.`,

	sessionEnded: (device: string) => `${device} is signed out.`,
	sessionGone: (device: string) => `${device} was signed out already.`,
	otherSessionsEnded: (count: number) =>
		count === 1 ? 'The other device is signed out.' : `${count} other devices are signed out.`,
	noOtherSessions: 'No other device was signed in any more.',

	authenticatorNeedsPassword: 'Set a password first: it is the first of the two steps.',
	authenticatorOn: 'Your authenticator app is set up. From now on we ask for a code when you sign in.',
	authenticatorOff: 'Your authenticator app is removed. Your password alone signs you in again.',
	recoveryCodesKept: 'Your new recovery codes are in force. The ones before do not work any more.',

	copied: 'Copied.',
	notCopied: 'This browser does not let us copy. Select the text instead.',
} as const;
