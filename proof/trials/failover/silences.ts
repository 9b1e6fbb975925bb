import { readRecord, writeRecord } from '../tally.ts';

export type Silences = Readonly<Record<string, readonly number[]>>;

/** Adds these to those of all runs. @returns how long nothing was acknowledged, by kind. */
export async function keepSilences(silences: Silences): Promise<Record<string, string>> {
	const kept = await readRecord<Record<string, number[]>>('silences', {});
	for (const [kind, all] of Object.entries(silences)) kept[kind] = [...(kept[kind] ?? []), ...all.map(Math.round)];
	await writeRecord('silences', kept);
	return Object.fromEntries(Object.entries(kept).map(([kind, all]) => [kind, inSeconds(all)]));
}

/** @param allMs at least one. */
export function inSeconds(allMs: readonly number[]): string {
	const sorted = allMs.toSorted((a, b) => a - b);
	const seconds = (ms = 0) => (ms / 1000).toFixed(1);
	return `${allMs.length} times, median ${seconds(sorted[sorted.length >> 1])} s, at most ${seconds(sorted.at(-1))} s`;
}
