import { asRobuxCents, formatRobux } from '../../contract/money.ts';
import { language } from './language.ts';
import { words } from './words.ts';

/** `.` or `,`. Digits are not grouped in any language: the specification's examples are not. */
const decimalMark = new Intl.NumberFormat(language).format(0.5).charAt(1);

/** An amount as it travels (R$ with decimals) to what a person reads: `12.50 R$`. */
export function formatAmount(amount: number): string {
	const decimal = formatRobux(asRobuxCents(Math.round(amount * 100))).replace('.', decimalMark);
	return `${decimal} ${words.currencySign}`;
}

/** A price of whole R$: `143 R$`. */
export function formatWhole(amount: number): string {
	return `${amount} ${words.currencySign}`;
}
