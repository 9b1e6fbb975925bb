/** `$12.34`: two decimals, the sign before the $. */
export function formatDollars(amount: number): string {
	return `${amount < 0 ? '-' : ''}$${Math.abs(amount).toFixed(2)}`;
}
