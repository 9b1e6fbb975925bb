import type { Said } from '../../../contract/said.ts';
import type { Letter, MailWords } from './letter.ts';

type Claim = { reference: string; offer: string | null };
type Claimed = Claim & { amount: number };
type Answered = { reference: string; text: string; isBanned: boolean };
type Withdrawal = { order_id: string; amount: number };

const robux = ({ currencySign }: MailWords, amount: number) => `${amount.toFixed(2)} ${currencySign}`;
const about = ({ reference, offer }: Claim) =>
	offer === null ? `your claim ${reference}` : `“${offer}” (${reference})`;
const linkWorks = (duration: string) => `The link works once, for ${duration}.`;
const mistake = 'You think this is a mistake? Tell us why, and a person will look at it.';
const writeToUs = 'Write to us';
const linkToWrite = 'The link works once, for 14 days, and for nothing else. Its page sends you a new one.';

export const english = {
	verifyEmail: ({ brand }: MailWords): Letter => ({
		subject: `Confirm your e-mail address for ${brand}`,
		paragraphs: [`Somebody, hopefully you, made an account at ${brand} with this e-mail address.`],
		button: 'Confirm e-mail address',
		after: [
			linkWorks('24 hours'),
			'It was not you? Then do not use the link, and nothing happens. The account cannot be paid out without it.',
		],
	}),

	/** The mail to the new address, before it counts. */
	changeEmail: ({ brand }: MailWords): Letter => ({
		subject: `Confirm your new e-mail address for ${brand}`,
		paragraphs: [`You asked to use this e-mail address for your account at ${brand} from now on.`],
		button: 'Use this address',
		after: [`${linkWorks('24 hours')} It was not you? Then do not use the link, and nothing changes.`],
	}),

	/** To the new address, when it belongs to another account. The page has said nothing about that. */
	addressInUse: ({ brand }: MailWords): Letter => ({
		subject: `There is already an account at ${brand} with this address`,
		paragraphs: [
			`Somebody asked to use this e-mail address for an account at ${brand}, but it belongs to another account already, so nothing has changed.`,
			'Was it you? Sign in with this address instead, or ask for a new password if you do not remember it.',
		],
		button: 'Sign in',
	}),

	resetPassword: ({ brand }: MailWords): Letter => ({
		subject: `Choose a new password for ${brand}`,
		paragraphs: [`Somebody, hopefully you, asked for a new password for your account at ${brand}.`],
		button: 'Choose a new password',
		after: [
			`${linkWorks('30 minutes')} Using it signs you out everywhere.`,
			'It was not you? Then do nothing: your password stays as it is.',
		],
	}),

	/** To somebody who may have no account yet. */
	staffInvite: ({ brand }: MailWords, { role }: { role: string }): Letter => ({
		subject: `You are invited to the staff of ${brand}`,
		paragraphs: [
			`You are asked to work on ${brand} as ${role}.`,
			'Sign in with this e-mail address, or make an account with it, and set up an authenticator app in your account. Then use the link.',
		],
		button: 'Join the staff',
		after: [
			'The link works once, for 48 hours, and for this address alone. You expected nothing like it? Then do nothing.',
		],
	}),

	passwordChanged: ({ brand, legalContact }: MailWords): Letter => ({
		subject: `Your password at ${brand} was changed`,
		paragraphs: [
			'The password of your account has just been changed, and all other devices were signed out.',
			'It was not you? Choose a new password at once.',
		],
		button: 'Choose a new password',
		after: [`If that does not work, write to ${legalContact}.`],
	}),

	/** The mail to the address that does not count any more. */
	emailChanged: ({ brand, legalContact }: MailWords): Letter => ({
		subject: `Your e-mail address at ${brand} was changed`,
		paragraphs: [
			'Your account has another e-mail address now, and we will not write to this one any more.',
			`It was not you? Write to ${legalContact} at once.`,
		],
	}),

	twoFactorChanged: ({ brand, legalContact }: MailWords, { isOn }: { isOn: boolean }): Letter => ({
		subject: `Two-step sign-in at ${brand} was switched ${isOn ? 'on' : 'off'}`,
		paragraphs: [
			`Signing in with a code from an authenticator app is switched ${isOn ? 'on' : 'off'} for your account now.`,
			`It was not you? Change your password and write to ${legalContact} at once.`,
		],
	}),

	banned: (words: MailWords, { message }: Said): Letter => ({
		subject: `Your account at ${words.brand} is banned`,
		paragraphs: [
			`Your account has been banned: ${message}`,
			'You are signed out everywhere and cannot sign in.',
			mistake,
		],
		button: writeToUs,
		after: [linkToWrite],
	}),

	unbanned: ({ brand }: MailWords): Letter => ({
		subject: `Your account at ${brand} is open again`,
		paragraphs: ['The ban of your account has been lifted. Your balance is as it was, and you can sign in again.'],
		button: 'Sign in',
	}),

	/** @param about `isBanned`: whoever cannot sign in has a link instead. */
	threadAnswered: (_words: MailWords, { reference, text, isBanned }: Answered): Letter => ({
		subject: `Our answer to ${reference}`,
		paragraphs: [`We have answered what you wrote to us (${reference}):`, ...text.split(/\n{2,}/)],
		button: 'Read and reply',
		...(isBanned && { after: [linkToWrite] }),
	}),

	threadLink: ({ brand }: MailWords, { isBanned }: { isBanned: boolean }): Letter => ({
		subject: `Your link to write to ${brand}`,
		paragraphs: isBanned
			? [`Somebody, hopefully you, asked for a link to write to ${brand} about your account.`]
			: [
					`Somebody, hopefully you, asked for a link to write to ${brand} without signing in.`,
					'Your account is open: sign in, and write to us from there.',
				],
		button: writeToUs,
		after: [...(isBanned ? [linkToWrite] : []), 'It was not you? Then do nothing.'],
	}),

	withdrawalPaid: (words: MailWords, { order_id, amount }: Withdrawal): Letter => ({
		subject: `Your withdrawal of ${robux(words, amount)} was paid`,
		paragraphs: [
			`Your game pass was bought: withdrawal ${order_id} of ${robux(words, amount)} is completed.`,
			'The game platform keeps what a sale earned pending for some days before you can spend it.',
		],
		button: 'Withdraw history',
	}),

	withdrawalRefunded: (words: MailWords, { order_id, amount }: Withdrawal): Letter => ({
		subject: `Your withdrawal of ${robux(words, amount)} could not be paid`,
		paragraphs: [
			`Withdrawal ${order_id} of ${robux(words, amount)} could not be paid. The whole amount is back in your balance.`,
			'Check that the game pass is still for sale at its price, with regional pricing off, and withdraw again.',
		],
		button: 'Withdraw history',
		after: [`It fails again? Write to ${words.legalContact} and name the withdrawal.`],
	}),

	paused: (words: MailWords, { message }: Said): Letter => ({
		subject: `Withdrawals are paused for your account at ${words.brand}`,
		paragraphs: [
			`Withdrawals are paused for your account: ${message}`,
			'Your balance stays as it is, and you can go on earning.',
			mistake,
		],
		button: writeToUs,
	}),

	resumed: ({ brand }: MailWords): Letter => ({
		subject: `You can withdraw again at ${brand}`,
		paragraphs: ['Withdrawals are no longer paused for your account.'],
		button: 'Withdraw',
	}),

	message: ({ brand, legalContact }: MailWords, { text }: { text: string }): Letter => ({
		subject: `A message from ${brand}`,
		paragraphs: text.split(/\n{2,}/),
		after: [`To answer, write to ${legalContact}.`],
	}),

	gameAccountLost: ({ brand, legalContact }: MailWords, { username }: { username: string }): Letter => ({
		subject: `Your game account at ${brand} is linked to somebody else now`,
		paragraphs: [
			`Somebody has shown that the game account @${username} is theirs, so it is no longer linked to your account.`,
			'Withdrawals that you asked for before go on. To withdraw again, link your own game account.',
		],
		button: 'Withdraw',
		after: [`It is your game account? Link it again and show that it is yours, or write to ${legalContact}.`],
	}),

	claimSettled: (words: MailWords, claim: Claimed & { by: 'us' | 'partner' }): Letter => {
		const paid = robux(words, claim.amount);
		return {
			subject: `Your missing reward of ${paid} is here`,
			paragraphs: [
				claim.by === 'us'
					? `We looked into ${about(claim)}, and ${paid} are in your balance.`
					: `The partner has paid ${paid} for ${about(claim)} after all.`,
			],
			button: 'Your claims',
		};
	},

	claimDeclined: (_words: MailWords, claim: Claim & { said: string }): Letter => ({
		subject: `About your missing reward ${claim.reference}`,
		paragraphs: [`We looked into ${about(claim)}, and could not credit it.`, claim.said, mistake],
		button: writeToUs,
	}),

	claimAsked: (_words: MailWords, claim: Claim): Letter => ({
		subject: `We have asked about your missing reward ${claim.reference}`,
		paragraphs: [`We have asked the partner about ${about(claim)}. Its answer can take some days; we will tell you.`],
		button: 'Your claims',
	}),

	claimPaidTwice: (words: MailWords, claim: Claimed): Letter => ({
		subject: `The partner has paid for ${claim.reference} after all`,
		paragraphs: [
			`The partner has paid for ${about(claim)} now. We had paid for it before, so ${robux(words, claim.amount)} of what we paid went back.`,
			'Your balance is not lower than it was before: you keep the larger of the two.',
		],
		button: 'Your claims',
	}),
};

export type Letters = typeof english;
