export type Palette = { sky: string; glow: string; near: string; far: string; accent: string; ink: string };

const palettes: readonly Palette[] = [
	{ sky: '#fde8c9', glow: '#f9b572', near: '#2c5f63', far: '#5f9a94', accent: '#e4572e', ink: '#17383b' },
	{ sky: '#dcecff', glow: '#ffffff', near: '#27447d', far: '#6f97d6', accent: '#ffb545', ink: '#14264a' },
	{ sky: '#e9e3ff', glow: '#ffd6e8', near: '#4b3b8f', far: '#8f7fd6', accent: '#ff7aa8', ink: '#241b4d' },
	{ sky: '#d9f5e5', glow: '#fbfff1', near: '#1f6b4f', far: '#63b58d', accent: '#f2c14e', ink: '#0f3a2b' },
	{ sky: '#ffe1dc', glow: '#fff3d6', near: '#8a2f4b', far: '#d67a86', accent: '#3fb0a3', ink: '#481326' },
	{ sky: '#202a44', glow: '#5062a8', near: '#0f1630', far: '#3a4a80', accent: '#7be0c3', ink: '#080c1c' },
	{ sky: '#fff2c2', glow: '#ffffff', near: '#9a5a1f', far: '#d9a054', accent: '#2f7dbd', ink: '#4a2a0c' },
	{ sky: '#d5f1f7', glow: '#f7feff', near: '#176277', far: '#56aabc', accent: '#ff8a5b', ink: '#0b3440' },
];

export function randomFrom(seed: number): () => number {
	let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ (seed >>> 13)) >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

export function pick<Item>(random: () => number, items: readonly Item[]): Item {
	return items[Math.floor(random() * items.length)] as Item;
}

export const palette = (random: () => number): Palette => pick(random, palettes);
