export type LatencySummary = { p50: number; p95: number; p99: number; p999: number; max: number };

export function summarise(latencies: readonly number[]): LatencySummary {
	const sorted = Float64Array.from(latencies).sort();
	const at = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
	return { p50: at(0.5), p95: at(0.95), p99: at(0.99), p999: at(0.999), max: at(1) };
}

export function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = sorted.length >> 1;
	const upper = sorted[middle] ?? Number.NaN;
	return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export function round(value: number): number {
	return Math.round(value * 100) / 100;
}
