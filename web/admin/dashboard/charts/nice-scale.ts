/** Returns round axis marks covering all values and zero. Counts get whole numbers. */
export function niceScale(
	values: readonly number[],
	{ marks = 4, isCount = false }: { marks?: number; isCount?: boolean } = {},
): { min: number; max: number; marks: number[] } {
	const low = Math.min(0, ...values);
	const high = Math.max(0, ...values);
	const rough = (high - low) / marks || 1 / marks;
	const power = 10 ** Math.floor(Math.log10(rough));
	const nice = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
	const step = isCount ? Math.max(1, Math.ceil(nice)) : nice;
	const [first, last] = [Math.floor(low / step), Math.max(Math.ceil(high / step), 1)];
	const all = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
	return { min: first * step, max: last * step, marks: all };
}
