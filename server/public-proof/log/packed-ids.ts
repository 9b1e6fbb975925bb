import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Stores the differences of safe integers as deflated zigzag LEB128. */
export function packIds(ids: readonly number[]): Buffer {
	const bytes: number[] = [];
	let before = 0;
	for (const id of ids) {
		const difference = id - before;
		let rest = difference < 0 ? -2 * difference - 1 : 2 * difference;
		for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
		bytes.push(rest);
		before = id;
	}
	return deflateRawSync(Buffer.from(bytes));
}

export function unpackIds(packed: Buffer): number[] {
	const ids: number[] = [];
	let [before, value, factor] = [0, 0, 1];
	for (const byte of inflateRawSync(packed)) {
		value += (byte % 128) * factor;
		factor *= 128;
		if (byte >= 128) continue;
		before += value % 2 === 0 ? value / 2 : -(value + 1) / 2;
		ids.push(before);
		[value, factor] = [0, 1];
	}
	return ids;
}
