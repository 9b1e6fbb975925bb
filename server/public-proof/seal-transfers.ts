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
/** In ids, some of which nobody has: some hundredths of a second of two processors, between which people are served. */
const WINDOW = CHUNK_LEAVES;
/** Some milliseconds, so that requests come in between. */
const HASHES_AT_ONCE = 256;

/** By uid, of everybody who is asked for. */
type ProvideKeys = (uids: readonly string[]) => Promise<Map<string, PersonKey>>;

export const SEAL_TRANSFERS_TASK = 'seal-transfers';

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
	for (let from = before.settledId; from < lastId; from += WINDOW) {
		await giveWay?.();
		const window = { from, to: Math.min(from + WINDOW, lastId) };
		const sealed = await holdingLog(owner, (tx, { count }) =>
			sealWindow(tx, (uids) => provideKeys(tx, uids), { count, ...window }),
		);
		if (sealed === undefined) return;
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
	let count = before;
	for (let from = settledId; from < lastId; from += WINDOW) {
		count = await sealWindow(tx, provide, { count, from, to: Math.min(from + WINDOW, lastId) });
	}
	return count;
}

type Window = { from: number; to: number /** Of leaves before. */; count: number };

/** @returns how many leaves there are. */
async function sealWindow(tx: Tx, provide: ProvideKeys, { count, ...window }: Window): Promise<number> {
	const logged = (await selectIdsWithin(tx, window)).flatMap(unpackIds);
	const transfers = await selectUnlogged(tx, window, logged);
	if (transfers.length === 0) return count;
	const hashes = await hashesOf(provide, transfers);
	const ids = transfers.map(({ id }) => id);
	for (let done = 0; done < ids.length; ) {
		const room = CHUNK_LEAVES - ((count + done) % CHUNK_LEAVES);
		const next = Math.min(ids.length, done + room);
		await append(tx, count + done, { hashes: hashes.slice(done, next), ids: ids.slice(done, next) });
		done = next;
	}
	await updateCount(tx, count + ids.length);
	return count + ids.length;
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
