import { inThousands } from '../../lib/format/amount.ts';

/** `$1,212.34`: two decimals, the sign before the $. */
export function formatDollars(amount: number): string {
	const [whole = '', cents] = Math.abs(amount).toFixed(2).split('.');
	return `${amount < 0 ? '-' : ''}$${inThousands(whole)}.${cents}`;
}
