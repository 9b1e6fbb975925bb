import { asRobuxCents, formatRobux } from '../../../contract/money.ts';
import { words } from './branding.ts';

declare const __DECIMAL_MARK__: string | undefined;

/** Set at build time, because the first `Intl` format costs slow phones 50 ms. */
const decimalMark = typeof __DECIMAL_MARK__ === 'undefined' ? '.' : __DECIMAL_MARK__;
const MINUS = '\u2212';

export const { formatAmount, formatWhole } = amountFormats(decimalMark);

/** These formats are for display only, never for fields or the clipboard. */
export function amountFormats(mark: string) {
	const grouped = (whole: string) => inThousands(whole, mark === '.' ? ',' : '.');
	return {
		formatAmount(amount: number): string {
			const [whole = '', decimals] = inHundredths(amount).replace('-', MINUS).split('.');
			return `${grouped(whole)}${mark}${decimals} ${words.currencySign}`;
		},
		formatWhole: (amount: number): string => `${grouped(String(amount))} ${words.currencySign}`,
	};
}

/** Avoids `Intl`, whose first use is slow. @param whole digits, optionally signed */
export function inThousands(whole: number | string, mark = ','): string {
	return String(whole).replace(/\d(?=(\d{3})+$)/g, `$&${mark}`);
}

/** Formats an amount as server messages do: `-1212.50 R$`, with this language's decimal mark. */
export function formatAsServer(amount: number): string {
	return `${inHundredths(amount).replace('.', decimalMark)} ${words.currencySign}`;
}

function inHundredths(amount: number): string {
	return formatRobux(asRobuxCents(Math.round(amount * 100)));
}
