import { type Branding, namesIn, type OperatorNames } from '../../../contract/branding.ts';
import { directionOf } from '../../../contract/texts/direction.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import type { Languages } from '../../lib/language/language.ts';
import type { Mail } from '../../lib/mail.ts';

export type MailWords = OperatorNames & { publicUrl: string; languages: Languages };

type MailFacts = { words: Branding; publicUrl: string; languages: Languages };

export function mailWords({ words, publicUrl, languages }: MailFacts): MailWords {
	return { ...namesIn(words), publicUrl, languages };
}

export type Letter = { subject: string; paragraphs: string[]; button?: string | undefined; after?: string[] };

export function writeMail(
	{ brand, publicUrl }: Pick<MailWords, 'brand' | 'publicUrl'>,
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
		html: `<!doctype html>\n<html lang="${language}" dir="${directionOf(language)}">${head}<body>\n${html.join('\n')}\n</body></html>\n`,
	};
}

function paragraph(text: string): string {
	return `<p>${escapeHtml(text)}</p>`;
}
