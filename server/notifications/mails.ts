import { escapeHtml } from '../lib/escape-html.ts';
import type { Mail } from '../lib/mail.ts';

export type MailWords = { brand: string; publicUrl: string; legalContact: string; currencySign: string };

type Content = Omit<Mail, 'to'>;
export type Letter = {
	subject: string;
	paragraphs: string[];
	button?: { label: string; url: string };
	after?: string[];
};

export function verifyEmailMail(words: MailWords, { code }: { code: string }): Content {
	return writeMail(words, {
		subject: `Confirm your e-mail address for ${words.brand}`,
		paragraphs: [`Somebody, hopefully you, made an account at ${words.brand} with this e-mail address.`],
		button: { label: 'Confirm e-mail address', url: actionUrl(words, 'verify-email', code) },
		after: [
			'The link works once, for 24 hours.',
			'It was not you? Then do not use the link, and nothing happens. The account cannot be paid out without it.',
		],
	});
}

/** The mail to the new address, before it counts. */
export function changeEmailMail(words: MailWords, { code }: { code: string }): Content {
	return writeMail(words, {
		subject: `Confirm your new e-mail address for ${words.brand}`,
		paragraphs: [`You asked to use this e-mail address for your account at ${words.brand} from now on.`],
		button: { label: 'Use this address', url: actionUrl(words, 'verify-email', code) },
		after: ['The link works once, for 24 hours. It was not you? Then do not use the link, and nothing changes.'],
	});
}

/** To the new address, when it belongs to another account. The page has said nothing about that. */
export function addressInUseMail(words: MailWords): Content {
	return writeMail(words, {
		subject: `There is already an account at ${words.brand} with this address`,
		paragraphs: [
			`Somebody asked to use this e-mail address for an account at ${words.brand}, but it belongs to another account already, so nothing has changed.`,
			'Was it you? Sign in with this address instead, or ask for a new password if you do not remember it.',
		],
		button: { label: 'Sign in', url: `${words.publicUrl}/login` },
	});
}

export function resetPasswordMail(words: MailWords, { code }: { code: string }): Content {
	return writeMail(words, {
		subject: `Choose a new password for ${words.brand}`,
		paragraphs: [`Somebody, hopefully you, asked for a new password for your account at ${words.brand}.`],
		button: { label: 'Choose a new password', url: actionUrl(words, 'reset-password', code) },
		after: [
			'The link works once, for 30 minutes. Using it signs you out everywhere.',
			'It was not you? Then do nothing: your password stays as it is.',
		],
	});
}

/** To somebody who may have no account yet. */
export function staffInviteMail(words: MailWords, { code, role }: { code: string; role: string }): Content {
	return writeMail(words, {
		subject: `You are invited to the staff of ${words.brand}`,
		paragraphs: [
			`You are asked to work on ${words.brand} as ${role}.`,
			'Sign in with this e-mail address, or make an account with it, and set up an authenticator app in your account. Then use the link.',
		],
		button: { label: 'Join the staff', url: actionUrl(words, 'account', code) },
		after: [
			'The link works once, for 48 hours, and for this address alone. You expected nothing like it? Then do nothing.',
		],
	});
}

export function passwordChangedMail(words: MailWords): Content {
	return writeMail(words, {
		subject: `Your password at ${words.brand} was changed`,
		paragraphs: [
			'The password of your account has just been changed, and all other devices were signed out.',
			'It was not you? Choose a new password at once.',
		],
		button: { label: 'Choose a new password', url: `${words.publicUrl}/reset-password` },
		after: [`If that does not work, write to ${words.legalContact}.`],
	});
}

/** The mail to the address that does not count any more. */
export function emailChangedMail(words: MailWords): Content {
	return writeMail(words, {
		subject: `Your e-mail address at ${words.brand} was changed`,
		paragraphs: [
			'Your account has another e-mail address now, and we will not write to this one any more.',
			`It was not you? Write to ${words.legalContact} at once.`,
		],
	});
}

export function twoFactorChangedMail(words: MailWords, { isOn }: { isOn: boolean }): Content {
	const state = isOn ? 'on' : 'off';
	return writeMail(words, {
		subject: `Two-step sign-in at ${words.brand} was switched ${state}`,
		paragraphs: [
			`Signing in with a code from an authenticator app is switched ${state} for your account now.`,
			`It was not you? Change your password and write to ${words.legalContact} at once.`,
		],
	});
}

export function bannedMail(words: MailWords, { reason }: { reason: string }): Content {
	return writeMail(words, {
		subject: `Your account at ${words.brand} is banned`,
		paragraphs: [
			`Your account has been banned: ${reason}`,
			'You are signed out everywhere and cannot sign in.',
			`You think this is a mistake? Write to ${words.legalContact}, and a person will look at it.`,
		],
	});
}

export function unbannedMail(words: MailWords): Content {
	return writeMail(words, {
		subject: `Your account at ${words.brand} is open again`,
		paragraphs: ['The ban of your account has been lifted. Your balance is as it was, and you can sign in again.'],
		button: { label: 'Sign in', url: `${words.publicUrl}/login` },
	});
}

/** A link with its code after `#`: what stands there is never sent to a server, so no log and no referrer holds it. */
function actionUrl({ publicUrl }: MailWords, page: string, code: string): string {
	return `${publicUrl}/${page}#code=${code}`;
}

/** A mail as text and as a page; everything in it is text, whoever wrote it. */
export function writeMail(
	{ brand, publicUrl }: MailWords,
	{ subject, paragraphs, button, after = [] }: Letter,
): Content {
	const signature = `${brand}, ${publicUrl}`;
	const text = [...paragraphs, ...(button ? [`${button.label}:\n${button.url}`] : []), ...after, signature];
	const html = [
		...paragraphs.map(paragraph),
		...(button ? [`<p><a href="${escapeHtml(button.url)}">${escapeHtml(button.label)}</a></p>`] : []),
		...after.map(paragraph),
		`<p>${escapeHtml(brand)}, <a href="${escapeHtml(publicUrl)}">${escapeHtml(publicUrl)}</a></p>`,
	];
	const head = `<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`;
	return {
		subject,
		text: `${text.join('\n\n')}\n`,
		html: `<!doctype html>\n<html lang="en">${head}<body>\n${html.join('\n')}\n</body></html>\n`,
	};
}

function paragraph(text: string): string {
	return `<p>${escapeHtml(text)}</p>`;
}
