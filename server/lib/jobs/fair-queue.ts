/** Takes evenly from all sources; order within a source is preserved. */
export type FairQueue<Item> = ReturnType<typeof createFairQueue<Item>>;

export function createFairQueue<Item>() {
	const waiting = new Map<string, Item[]>();
	let length = 0;

	function takeFrom(source: string, items: Item[], count: number, mayTake: (item: Item) => boolean): Item[] {
		waiting.delete(source);
		const [taken, left]: [Item[], Item[]] = [[], []];
		for (const item of items) (taken.length < count && mayTake(item) ? taken : left).push(item);
		if (left.length > 0) waiting.set(source, left);
		length -= taken.length;
		return taken;
	}

	return {
		get length() {
			return length;
		},
		lengthOf: (source: string) => waiting.get(source)?.length ?? 0,
		add(source: string, item: Item) {
			const items = waiting.get(source);
			if (items) items.push(item);
			else waiting.set(source, [item]);
			length += 1;
		},
		take(max: number, mayTake: (item: Item) => boolean) {
			const taken: Item[] = [];
			for (let before = -1; before < taken.length && taken.length < max && length > 0; ) {
				before = taken.length;
				const share = Math.max(1, Math.floor((max - taken.length) / waiting.size));
				for (const [source, items] of [...waiting]) {
					if (taken.length === max) break;
					taken.push(...takeFrom(source, items, share, mayTake));
				}
			}
			return taken;
		},
	};
}
