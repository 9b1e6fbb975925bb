import { inThousands } from '../../lib/format/amount.ts';

export function formatDollars(amount: number): string {
	const [whole = '', cents] = Math.abs(amount).toFixed(2).split('.');
	return `${amount < 0 ? '-' : ''}$${inThousands(whole)}.${cents}`;
}
