import { asRobuxCents, formatRobux } from '../../../contract/money.ts';
import { words } from './branding.ts';

declare const __DECIMAL_MARK__: string | undefined;

/** `.` or `,`, known to the build: a first format costs slow phones 50 ms. The specification groups no digits. */
const decimalMark = typeof __DECIMAL_MARK__ === 'undefined' ? '.' : __DECIMAL_MARK__;

/** An amount as it travels (R$ with decimals) to what a person reads: `12.50 R$`. */
export function formatAmount(amount: number): string {
	const decimal = formatRobux(asRobuxCents(Math.round(amount * 100))).replace('.', decimalMark);
	return `${decimal} ${words.currencySign}`;
}

/** A price of whole R$: `143 R$`. */
export function formatWhole(amount: number): string {
	return `${amount} ${words.currencySign}`;
}
