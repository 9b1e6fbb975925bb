import type { Database, Tx } from '../../lib/db/database.ts';
import { consistencyPath, inclusionPath, nodeHash, rootOf, rootOfPower } from './log-tree.ts';
import { unpackIds } from './packed-ids.ts';
import { CHUNK_LEAVES, splitHashes } from './seal-transfers.ts';
import { selectChunk, selectChunkRoots, selectChunksAround } from './store-log.ts';

const CHUNK_LEVEL = Math.log2(CHUNK_LEAVES);

export type TransferLog = ReturnType<typeof createTransferLog>;

export function createTransferLog({ db: ownDb }: { db: Database }) {
	const levels: Buffer[][] = [[]];

	async function loadRoots(db: Database | Tx): Promise<void> {
		const known = levels[0]?.length ?? 0;
		const found = await selectChunkRoots(db, known);
		// Root by root: a call takes only so many arguments.
		for (const root of found.slice((levels[0]?.length ?? 0) - known)) levels[0]?.push(root);
		for (let at = 0; (levels[at]?.length ?? 0) > 1; at += 1) {
			const [below, above] = [levels[at] as Buffer[], levels[at + 1] ?? []];
			levels[at + 1] = above;
			while (above.length < Math.floor(below.length / 2)) {
				above.push(nodeHash(below[above.length * 2] as Buffer, below[above.length * 2 + 1] as Buffer));
			}
		}
	}

	const finderIn = (db: Database | Tx) => async (level: number, index: number) => {
		if (level >= CHUNK_LEVEL) {
			if (!levels[level - CHUNK_LEVEL]?.[index]) await loadRoots(db);
			const root = levels[level - CHUNK_LEVEL]?.[index];
			if (root) return root;
			throw new RangeError(`the log has no complete subtree ${level}/${index}`);
		}
		const count = 2 ** level;
		const first = index * count;
		const leaves = await leavesFrom(db, first);
		if (leaves.length < count) throw new RangeError(`the log has no leaf ${first + count - 1}`);
		return rootOfPower(leaves.slice(0, count));
	};

	return {
		root: (db: Database | Tx, size: number) => rootOf(finderIn(db), size),
		async inclusion(index: number, size: number) {
			const find = finderIn(ownDb);
			return { leafHash: await find(0, index), path: await inclusionPath(find, index, size) };
		},
		consistency: (from: number, to: number) => consistencyPath(finderIn(ownDb), from, to),
		async indexOf(transferId: number) {
			for (const { chunk, ids } of await selectChunksAround(ownDb, transferId)) {
				const at = unpackIds(ids).indexOf(transferId);
				if (at >= 0) return chunk * CHUNK_LEAVES + at;
			}
			return undefined;
		},
	};
}

async function leavesFrom(db: Database | Tx, index: number): Promise<Buffer[]> {
	const chunk = await selectChunk(db, Math.floor(index / CHUNK_LEAVES));
	return chunk ? splitHashes(chunk.hashes).slice(index % CHUNK_LEAVES) : [];
}
