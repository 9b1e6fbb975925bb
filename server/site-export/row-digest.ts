import { hash } from 'node:crypto';

export type RowDigest = { add(row: Buffer): void; result(): { rows: number; digest: string } };

export function createRowDigest(): RowDigest {
	let rows = -1;
	let sum = 0n;
	return {
		add(row) {
			rows += 1;
			if (rows > 0) sum += hash('sha256', row, 'buffer').readBigUInt64BE();
		},
		result: () => ({ rows: Math.max(rows, 0), digest: BigInt.asUintN(64, sum).toString(16).padStart(16, '0') }),
	};
}
