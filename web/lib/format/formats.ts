import { type Branding, defaultBranding } from '../../../contract/branding.ts';
import { asRobuxCents, formatRobux } from '../../../contract/money.ts';

declare const __BRANDING__: Branding | undefined;
declare const __PAPER_COLOURS__: readonly [light: string, dark: string];

/** A build contains placeholders that the server fills in, so derive nothing from them at build time. */
export const words: Branding = typeof __BRANDING__ === 'undefined' ? defaultBranding : __BRANDING__;

export const brand = words.brandFirst + words.brandSecond;

export const paperColours = typeof __PAPER_COLOURS__ === 'undefined' ? (['', ''] as const) : __PAPER_COLOURS__;

declare const __LANGUAGE__: string | undefined;

declare const __DIRECTION__: 'ltr' | 'rtl' | undefined;

export const direction = typeof __DIRECTION__ === 'undefined' ? 'ltr' : __DIRECTION__;
export const language: string = typeof __LANGUAGE__ === 'undefined' ? 'en' : __LANGUAGE__;

export function formatMoment(timeMs: number, dateStyle: 'medium' | 'long' = 'medium'): string {
	return new Date(timeMs).toLocaleString(language, { dateStyle, timeStyle: 'short' });
}

export const formatDay = (timeMs: number): string =>
	new Date(timeMs).toLocaleDateString(language, { day: 'numeric', month: 'long' });

type NumberMarks = readonly [decimal: string, thousands: string, inFourDigits: boolean];
declare const __NUMBER_MARKS__: NumberMarks | undefined;

export const englishMarks: NumberMarks = ['.', ',', true];
/** Set at build time, because the first `Intl` format costs slow phones 50 ms. */
const ownMarks = typeof __NUMBER_MARKS__ === 'undefined' ? englishMarks : __NUMBER_MARKS__;
const MINUS = '\u2212';

export const { formatAmount, formatWhole, formatDollars } = amountFormats(ownMarks);

/** These formats are for display only, never for fields or the clipboard. */
export function amountFormats([mark, thousands, inFourDigits]: NumberMarks, dir = direction) {
	// Keeps the sign after the amount in right-to-left text.
	const isolated = (text: string) => (dir === 'rtl' ? `\u2066${text}\u2069` : text);
	const grouped = (whole: string) => (inFourDigits || /\d{5}/.test(whole) ? inThousands(whole, thousands) : whole);
	return {
		formatAmount(amount: number): string {
			const [whole = '', decimals] = inHundredths(amount).replace('-', MINUS).split('.');
			return isolated(`${grouped(whole)}${mark}${decimals} ${words.currencySign}`);
		},
		formatWhole: (amount: number): string => isolated(`${grouped(String(amount))} ${words.currencySign}`),
		/** For values that are not negative. */
		formatDollars: (amount: number): string => isolated(`$${amount.toFixed(2).replace('.', mark)}`),
	};
}

/** Avoids `Intl`, whose first use is slow. @param whole digits, optionally signed */
export function inThousands(whole: number | string, mark = ','): string {
	return String(whole).replace(/\d(?=(\d{3})+$)/g, `$&${mark}`);
}

/** Like server messages: `-1212.50 R$`, with this language's decimal mark. */
export function formatAsServer(amount: number): string {
	return `${inHundredths(amount).replace('.', ownMarks[0])} ${words.currencySign}`;
}

const inHundredths = (amount: number): string => formatRobux(asRobuxCents(Math.round(amount * 100)));
