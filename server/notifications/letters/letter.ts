import type { Branding } from '../../../contract/branding.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import type { Mail } from '../../lib/mail.ts';

export type MailWords = { brand: string; publicUrl: string; legalContact: string; currencySign: string };

export function mailWords({ words, publicUrl }: { words: Branding; publicUrl: string }): MailWords {
	return { ...words, brand: words.brandFirst + words.brandSecond, publicUrl };
}

/** What a mail says, in one language; its button's address is the same in all of them. */
export type Letter = {
	subject: string;
	paragraphs: string[];
	button?: string;
	after?: string[];
};

/** A mail as text and as a page; everything in it is text, whoever wrote it. @param language as a BCP 47 tag @param url of its button */
export function writeMail(
	{ brand, publicUrl }: MailWords,
	language: string,
	{ subject, paragraphs, button, after = [] }: Letter,
	url = publicUrl,
): Omit<Mail, 'to'> {
	const signature = `${brand}, ${publicUrl}`;
	const text = [...paragraphs, ...(button ? [`${button}:\n${url}`] : []), ...after, signature];
	const html = [
		...paragraphs.map(paragraph),
		...(button ? [`<p><a href="${escapeHtml(url)}">${escapeHtml(button)}</a></p>`] : []),
		...after.map(paragraph),
		`<p>${escapeHtml(brand)}, <a href="${escapeHtml(publicUrl)}">${escapeHtml(publicUrl)}</a></p>`,
	];
	const head = `<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`;
	return {
		subject,
		text: `${text.join('\n\n')}\n`,
		html: `<!doctype html>\n<html lang="${language}">${head}<body>\n${html.join('\n')}\n</body></html>\n`,
	};
}

function paragraph(text: string): string {
	return `<p>${escapeHtml(text)}</p>`;
}
