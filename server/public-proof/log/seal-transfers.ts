import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Tx } from '../../lib/db/database.ts';
import { type PersonKey, provideKeys } from '../people-keys.ts';
import { keeperOf, type LoggedTransfer, leafOf, leafText } from './leaf.ts';
import { leafHash, rootOfPower } from './log-tree.ts';
import { packIds, unpackIds } from './packed-ids.ts';
import * as store from './store-log.ts';

export const CHUNK_LEAVES = 1024;
/** In ids, which have gaps. */
const WINDOW = 2 * CHUNK_LEAVES;
/** Hashing this many takes a few milliseconds, so that requests can run in between. */
const HASHES_AT_ONCE = 256;

type ProvideKeys = (uids: readonly string[]) => Promise<Map<string, PersonKey>>;

export type SealDeps = { owner: Database; giveWay?: () => Promise<void> };

/** Transfers that commit late are appended later. Only one node seals at a time; bookings never wait. */
export async function sealTransfers({ owner, giveWay }: SealDeps): Promise<void> {
	const before = await store.selectLogState(owner);
	// The last id is read first, so that an unfinished transaction with a lower id is among the open ones.
	const lastId = await store.selectLastId(owner);
	const open = await store.selectOpenTransactions(owner);
	for (let from = before.settledId; from < lastId; ) {
		await giveWay?.();
		const sealed = await store.holdingLog(owner, (tx, { count }) =>
			sealPiece(tx, (uids) => provideKeys(tx, uids), { count, from, lastId }),
		);
		if (sealed === undefined) return;
		from = sealed.upTo;
	}
	const isSettled = !before.waitsFor.some((id) => open.includes(id));
	if (!isSettled || (before.settledId === lastId && before.nextSettledId === lastId)) return;
	await store.holdingLog(owner, async (tx, now) => {
		if (now.settledId !== before.settledId || now.nextSettledId !== before.nextSettledId) return;
		await store.updateSettled(tx, { settledId: before.nextSettledId, nextSettledId: lastId, waitsFor: open });
	});
}

/** Requires the log's lock, taken before the snapshot. @returns the number of leaves. */
export async function sealVisible(tx: Tx, provide: ProvideKeys, { count: before, settledId }: store.LogState) {
	const lastId = await store.selectLastId(tx);
	let [count, from] = [before, settledId];
	while (from < lastId) ({ count, upTo: from } = await sealPiece(tx, provide, { count, from, lastId }));
	return count;
}

type Piece = { from: number; lastId: number; count: number };

/** Seals up to the end of a chunk, so that most chunks are written once. */
async function sealPiece(tx: Tx, provide: ProvideKeys, { count, from, lastId }: Piece) {
	const to = Math.min(from + WINDOW, lastId);
	const room = CHUNK_LEAVES - (count % CHUNK_LEAVES);
	const logged = (await store.selectIdsWithin(tx, { from, to })).flatMap(unpackIds);
	const transfers = await store.selectUnlogged(tx, { from, to, limit: room }, logged);
	const ids = transfers.map(({ id }) => id);
	if (ids.length > 0) {
		await append(tx, count, { hashes: await hashesOf(provide, transfers), ids });
		await store.updateCount(tx, count + ids.length);
	}
	return { count: count + ids.length, upTo: ids[room - 1] ?? to };
}

export async function hashesOf(provide: ProvideKeys, transfers: readonly LoggedTransfer[]): Promise<Buffer[]> {
	const keys = await provide(transfers.map(keeperOf));
	const hashes: Buffer[] = [];
	for (const [at, transfer] of transfers.entries()) {
		if (at % HASHES_AT_ONCE === 0) await nextTurn();
		hashes.push(leafHash(leafText(leafOf(transfer, keys.get(keeperOf(transfer)) ?? null))));
	}
	return hashes;
}

/** @param index index of the first leaf. All leaves must fit into one chunk. */
async function append(tx: Tx, index: number, added: { hashes: Buffer[]; ids: number[] }): Promise<void> {
	const chunk = Math.floor(index / CHUNK_LEAVES);
	const known = index % CHUNK_LEAVES === 0 ? undefined : await store.selectChunk(tx, chunk);
	const hashes = Buffer.concat(known ? [known.hashes, ...added.hashes] : added.hashes);
	const ids = known ? [...unpackIds(known.ids), ...added.ids] : added.ids;
	const root = ids.length === CHUNK_LEAVES ? rootOfPower(splitHashes(hashes)) : null;
	const within: [number, number] = [Math.min(...ids), Math.max(...ids)];
	await store.upsertChunk(tx, { chunk, hashes, ids: packIds(ids), root, within });
}

export function splitHashes(hashes: Buffer): Buffer[] {
	return Array.from({ length: hashes.length / 32 }, (_, at) => hashes.subarray(at * 32, at * 32 + 32));
}
