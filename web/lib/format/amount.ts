import { asRobuxCents, formatRobux } from '../../../contract/money.ts';
import { words } from './branding.ts';

declare const __DECIMAL_MARK__: string | undefined;

/** `.` or `,`, known to the build: a first format of `Intl` costs slow phones 50 ms. */
const decimalMark = typeof __DECIMAL_MARK__ === 'undefined' ? '.' : __DECIMAL_MARK__;
const MINUS = '\u2212';

export const { formatAmount, formatWhole } = amountFormats(decimalMark);

/** How a language with this decimal mark writes amounts for people. Never in a field, nor copied. */
export function amountFormats(mark: string) {
	const grouped = (whole: string) => inThousands(whole, mark === '.' ? ',' : '.');
	return {
		/** An amount as it travels (R$ with decimals) to what a person reads: `1,212.50 R$`. */
		formatAmount(amount: number): string {
			const [whole = '', decimals] = inHundredths(amount).replace('-', MINUS).split('.');
			return `${grouped(whole)}${mark}${decimals} ${words.currencySign}`;
		},
		/** A price of whole R$: `2,143 R$`. */
		formatWhole: (amount: number): string => `${grouped(String(amount))} ${words.currencySign}`,
	};
}

/** `1,234`: without `Intl`, whose first use takes a slow computer a while. @param whole digits, perhaps after a sign */
export function inThousands(whole: number | string, mark = ','): string {
	return String(whole).replace(/\d(?=(\d{3})+$)/g, `$&${mark}`);
}

/** As the server writes it into its messages: `-1212.50 R$`, with this language's decimal mark. */
export function formatAsServer(amount: number): string {
	return `${inHundredths(amount).replace('.', decimalMark)} ${words.currencySign}`;
}

function inHundredths(amount: number): string {
	return formatRobux(asRobuxCents(Math.round(amount * 100)));
}
