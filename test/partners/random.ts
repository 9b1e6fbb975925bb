export type Random = ReturnType<typeof createRandom>;

export function createRandom(seed: number) {
	let state = seed >>> 0;
	const next = () => {
		// mulberry32
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const below = (end: number) => Math.floor(next() * end);
	return {
		below,
		pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
		chance: (share: number) => next() < share,
	};
}
