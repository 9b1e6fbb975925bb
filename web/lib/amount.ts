import { asRobuxCents, formatRobux } from '../../contract/money.ts';
import { words } from './words.ts';

/** An amount as it travels (R$ with decimals) to what a person reads: `12.50 R$`. */
export function formatAmount(amount: number): string {
	return `${formatRobux(asRobuxCents(Math.round(amount * 100)))} ${words.currencySign}`;
}

/** A price of whole R$: `143 R$`. */
export function formatWhole(amount: number): string {
	return `${amount} ${words.currencySign}`;
}
