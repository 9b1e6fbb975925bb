import { type Branding, namesIn, type OperatorNames } from '../../../contract/branding.ts';
import type { LocalizedMessage } from '../../../contract/localized-message.ts';
import { textKeyOf } from '../../../contract/refusal-places.ts';
import { directionOf } from '../../../contract/texts/direction.ts';
import type { WithdrawalFailure } from '../../../contract/withdrawals/failures.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { findText, knownLanguage, type Languages, type TextKey, textIn } from '../../lib/language/language.ts';
import type { Mail } from '../../lib/mail.ts';

export type MailWords = OperatorNames & { publicUrl: string; languages: Languages };

type MailFacts = { words: Branding; publicUrl: string; languages: Languages };

export function mailWords({ words, publicUrl, languages }: MailFacts): MailWords {
	return { ...namesIn(words), publicUrl, languages };
}

type Link = { label: string; url: string };
type Texts = { subject: string; paragraphs: string[]; after?: string[] };
export type Letter = Texts & { button?: string | undefined; end?: Link };

export function writeMail(
	{ brand, publicUrl }: Pick<MailWords, 'brand' | 'publicUrl'>,
	language: string,
	{ subject, paragraphs, button, after = [], end }: Letter,
	url = publicUrl,
): Omit<Mail, 'to'> {
	const signature = `${brand}, ${publicUrl}`;
	const links = [...(button ? [{ label: button, url }] : []), ...(end ? [end] : [])];
	const text = [...paragraphs, ...links.map((link) => `${link.label}:\n${link.url}`), ...after, signature];
	const html = [
		...paragraphs.map(paragraph),
		...links.map((link) => `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`),
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

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

/** Each mail has texts `mail_<name>_subject` and `_text`, and optionally `_button` and `_after`. */
type NameIn<Key> = Key extends `mail_${infer Name}_subject` ? Name : never;
export type MailName = NameIn<TextKey>;

type Withdrawal = { order_id: string; amount: string };
type Claim = { reference: string; claim: string };
type Answer = { reference: string; text: string };

type Places = {
	staff_invite: { role: string };
	solo_change: { title: string; time: string };
	passkey_added: { name: string };
	passkey_removed: { name: string };
	banned: { reason: string };
	paused: { reason: string };
	thread_answered: Answer;
	thread_answered_banned: Answer;
	withdrawal_paid: Withdrawal;
	gift_card_paid: Withdrawal;
	withdrawal_refunded: Withdrawal & { why: string };
	message: { text: string };
	game_account_lost: { username: string };
	claim_settled: Claim & { amount: string };
	claim_settled_by_partner: Claim & { amount: string };
	claim_declined: Claim & { said: string };
	claim_asked: Claim;
	claim_paid_twice: Claim & { amount: string };
	weekly: { lines: string };
};
export type PlacesOf<Name extends MailName> = Name extends keyof Places ? Places[Name] : undefined;
type PlainName = { [Name in MailName]: PlacesOf<Name> extends undefined ? Name : never }[MailName];

export type LetterWriter = ReturnType<typeof letterWriter>;

export function letterWriter({ languages, ...words }: MailWords, language: string | null) {
	const spoken = knownLanguage(language, languages);

	return {
		language: spoken,

		letter<Name extends MailName>(
			name: Name,
			...[places]: Name extends PlainName ? [] : [places: PlacesOf<Name>]
		): Letter {
			const filled = { ...words, ...places };
			const optional = (part: 'button' | 'after') => findText(spoken, `mail_${name}_${part}`, filled);
			return {
				subject: textIn(spoken, `mail_${name}_subject`, filled),
				paragraphs: paragraphsIn(textIn(spoken, `mail_${name}_text` as TextKey, filled)),
				button: optional('button'),
				after: paragraphsIn(optional('after') ?? ''),
			};
		},

		amount: (robux: number) => `${robux.toFixed(2)} ${words.sign}`,

		/** Translates reasons of the product; other text stays as written. */
		reason: ({ reason, message, params }: LocalizedMessage) =>
			(reason && findText(spoken, textKeyOf(reason), (params ?? {}) as Record<string, string>)) || message,

		failure: (failure: WithdrawalFailure) =>
			textIn(spoken, `failure_${failure.replaceAll('-', '_')}` as TextKey, words),

		claim: ({ reference, offer }: { reference: string; offer: string | null }): Claim => ({
			reference,
			claim: offer === null ? reference : textIn(spoken, 'mail_claim_about', { offer, reference }),
		}),
	};
}

export function timeInWords(language: string, ms: number): string {
	return `${new Date(ms).toLocaleString(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;
}

const paragraphsIn = (text: string): string[] => (text === '' ? [] : text.split(/\n{2,}/));
