import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Tx } from '../lib/db/database.ts';
import { keeperOf, type LoggedTransfer, leafOf, leafText } from './leaf.ts';
import { leafHash, rootOfPower } from './log-tree.ts';
import { packIds, unpackIds } from './packed-ids.ts';
import { type PersonKey, provideKeys } from './people-keys.ts';
import {
	holdingLog,
	type LogState,
	selectChunk,
	selectIdsWithin,
	selectLastId,
	selectLogState,
	selectOpenTransactions,
	selectUnlogged,
	updateCount,
	updateSettled,
	upsertChunk,
} from './store-log.ts';

export const CHUNK_LEAVES = 1024;
/** In ids, some of which nobody has: where at least half of them are somebody's, a chunk is filled in one go. */
const WINDOW = 2 * CHUNK_LEAVES;
/** Some milliseconds, so that requests come in between. */
const HASHES_AT_ONCE = 256;

/** By uid, of everybody who is asked for. */
type ProvideKeys = (uids: readonly string[]) => Promise<Map<string, PersonKey>>;

export type SealDeps = { owner: Database; giveWay?: () => Promise<void> };

/**
 * Gives committed transfers their place in the log, in the order in which it finds them: by id, and later those that were
 * committed late. One at a time over all nodes; whoever books never waits for it. Where somebody else is at it, it leaves it to them.
 * @param giveWay to people, before each few of them.
 */
export async function sealTransfers({ owner, giveWay }: SealDeps): Promise<void> {
	const before = await selectLogState(owner);
	// In this order: whoever has an id up to here and is not over by now is among the open ones.
	const lastId = await selectLastId(owner);
	const open = await selectOpenTransactions(owner);
	for (let from = before.settledId; from < lastId; ) {
		await giveWay?.();
		const sealed = await holdingLog(owner, (tx, { count }) =>
			sealPiece(tx, (uids) => provideKeys(tx, uids), { count, from, lastId }),
		);
		if (sealed === undefined) return;
		from = sealed.upTo;
	}
	const isSettled = !before.waitsFor.some((id) => open.includes(id));
	if (!isSettled || (before.settledId === lastId && before.nextSettledId === lastId)) return;
	await holdingLog(owner, async (tx, now) => {
		if (now.settledId !== before.settledId || now.nextSettledId !== before.nextSettledId) return;
		await updateSettled(tx, { settledId: before.nextSettledId, nextSettledId: lastId, waitsFor: open });
	});
}

/** All that this transaction sees. Its snapshot is younger than its lock of the log. @returns how many leaves there are. */
export async function sealWhatIsSeen(
	tx: Tx,
	provide: ProvideKeys,
	{ count: before, settledId }: LogState,
): Promise<number> {
	const lastId = await selectLastId(tx);
	let [count, from] = [before, settledId];
	while (from < lastId) {
		({ count, upTo: from } = await sealPiece(tx, provide, { count, from, lastId }));
	}
	return count;
}

type Piece = { from: number; lastId: number /** Of leaves before. */; count: number };

/** At most to the end of a chunk, so that most chunks are written once. @returns how many leaves there are, and of ids up to which. */
async function sealPiece(
	tx: Tx,
	provide: ProvideKeys,
	{ count, from, lastId }: Piece,
): Promise<{ count: number; upTo: number }> {
	const to = Math.min(from + WINDOW, lastId);
	const room = CHUNK_LEAVES - (count % CHUNK_LEAVES);
	const logged = (await selectIdsWithin(tx, { from, to })).flatMap(unpackIds);
	const transfers = await selectUnlogged(tx, { from, to, limit: room }, logged);
	const ids = transfers.map(({ id }) => id);
	if (ids.length > 0) {
		await append(tx, count, { hashes: await hashesOf(provide, transfers), ids });
		await updateCount(tx, count + ids.length);
	}
	return { count: count + ids.length, upTo: ids[room - 1] ?? to };
}

/** The hash of each transfer's leaf. */
export async function hashesOf(provide: ProvideKeys, transfers: readonly LoggedTransfer[]): Promise<Buffer[]> {
	const keys = await provide(transfers.map(keeperOf));
	const hashes: Buffer[] = [];
	for (const [at, transfer] of transfers.entries()) {
		if (at % HASHES_AT_ONCE === 0) await nextTurn();
		hashes.push(leafHash(leafText(leafOf(transfer, keys.get(keeperOf(transfer)) ?? null))));
	}
	return hashes;
}

/** @param index of the first; all of them fit into its chunk. */
async function append(tx: Tx, index: number, added: { hashes: Buffer[]; ids: number[] }): Promise<void> {
	const chunk = Math.floor(index / CHUNK_LEAVES);
	const known = index % CHUNK_LEAVES === 0 ? undefined : await selectChunk(tx, chunk);
	const hashes = Buffer.concat(known ? [known.hashes, ...added.hashes] : added.hashes);
	const ids = known ? [...unpackIds(known.ids), ...added.ids] : added.ids;
	const root = ids.length === CHUNK_LEAVES ? rootOfPower(splitHashes(hashes)) : null;
	const within: [number, number] = [Math.min(...ids), Math.max(...ids)];
	await upsertChunk(tx, { chunk, hashes, ids: packIds(ids), root, within });
}

export function splitHashes(hashes: Buffer): Buffer[] {
	return Array.from({ length: hashes.length / 32 }, (_, at) => hashes.subarray(at * 32, at * 32 + 32));
}
