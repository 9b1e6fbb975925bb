const KNOWN_MAX = 50_000;

export function createGroups(find: (keys: readonly string[]) => Promise<readonly number[]>) {
	const known = new Map<string, number>();
	let waiting: { keys: Set<string>; found: Promise<ReadonlyMap<string, number>> } | undefined;

	async function lookUp(keys: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> {
		await new Promise(setImmediate);
		waiting = undefined;
		const batch = [...keys];
		const groups = await find(batch);
		const found = new Map(batch.map((key, index) => [key, groups[index] as number]));
		if (known.size + found.size > KNOWN_MAX) known.clear();
		for (const [key, group] of found) known.set(key, group);
		return found;
	}

	async function findGroup(key: string): Promise<number> {
		if (!waiting) {
			const keys = new Set<string>();
			waiting = { keys, found: lookUp(keys) };
		}
		waiting.keys.add(key);
		return (await waiting.found).get(key) as number;
	}

	return {
		groupOf: (key: string) => known.get(key) ?? findGroup(key),
		async split(keys: readonly string[]) {
			const groups = await find(keys);
			return [...Map.groupBy(keys.entries(), ([index]) => groups[index]).values()].map((entries) =>
				entries.map(([, key]) => key),
			);
		},
	};
}
