import { writeFileSync } from 'node:fs';

type Value = string | number | readonly string[] | { readonly [key: string]: Value };
type Network = readonly [prefix: string, row: Value];
type Facts = { type?: string; builtMs?: number; description?: string };

const NO_DATA_BYTES = 16;
const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');

/** Writes an MMDB file of IPv6 with 32-bit records. IPv4 networks are in `::/96`. */
export function writeNetworkTable(file: string, networks: readonly Network[], facts: Facts = {}): void {
	const { type = 'Test', builtMs = Date.now(), description = 'A table of a test' } = facts;
	const nodes: (number | undefined)[][] = [[]];
	const rows: Buffer[] = [];
	let dataBytes = 0;
	for (const [prefix, row] of networks) {
		insert(nodes, bitsOf(prefix), -1 - dataBytes);
		const encoded = encode(row);
		rows.push(encoded);
		dataBytes += encoded.length;
	}
	const tree = Buffer.alloc(nodes.length * 8);
	for (const [n, pair] of nodes.entries()) {
		for (const side of [0, 1]) {
			const to = pair[side] ?? nodes.length;
			tree.writeUInt32BE(to < 0 ? nodes.length + NO_DATA_BYTES - 1 - to : to, n * 8 + side * 4);
		}
	}
	const metadata = encode({
		binary_format_major_version: 2,
		binary_format_minor_version: 0,
		build_epoch: Math.floor(builtMs / 1000),
		database_type: type,
		description: { en: description },
		ip_version: 6,
		languages: ['en'],
		node_count: nodes.length,
		record_size: 32,
	});
	writeFileSync(file, Buffer.concat([tree, Buffer.alloc(NO_DATA_BYTES), ...rows, MARKER, metadata]));
}

/** @param leaf negative, unlike the number of a node */
function insert(nodes: (number | undefined)[][], bits: readonly number[], leaf: number): void {
	let at = 0;
	for (const [depth, bit] of bits.entries()) {
		const pair = nodes[at] ?? [];
		if (depth === bits.length - 1) pair[bit] = leaf;
		else pair[bit] ??= nodes.push([]) - 1;
		at = pair[bit] ?? 0;
	}
}

/** @param prefix `192.0.2.0/24` or `2001:db8::/32` */
function bitsOf(prefix: string): number[] {
	const [address = '', length = ''] = prefix.split('/');
	const isV4 = !address.includes(':');
	const groups = isV4 ? address.split('.') : address.replace(/::$/, '').split(':');
	const bits = groups.map((group) =>
		Number.parseInt(group, isV4 ? 10 : 16)
			.toString(2)
			.padStart(isV4 ? 8 : 16, '0'),
	);
	const all = (isV4 ? '0'.repeat(96) : '') + bits.join('').padEnd(isV4 ? 32 : 128, '0');
	return [...all.slice(0, Number(length) + (isV4 ? 96 : 0))].map(Number);
}

function encode(value: Value): Buffer {
	if (typeof value === 'string') return Buffer.concat([head(2, Buffer.byteLength(value)), Buffer.from(value)]);
	if (typeof value === 'number') {
		const bytes = Buffer.alloc(4);
		bytes.writeUInt32BE(value);
		return Buffer.concat([head(6, 4), bytes]);
	}
	if (Array.isArray(value)) return Buffer.concat([Buffer.from([value.length, 4]), ...value.map(encode)]);
	const entries = Object.entries(value);
	return Buffer.concat([head(7, entries.length), ...entries.flatMap((entry) => entry.map(encode))]);
}

function head(type: number, size: number): Buffer {
	return size < 29 ? Buffer.from([(type << 5) | size]) : Buffer.from([(type << 5) | 29, size - 29]);
}
