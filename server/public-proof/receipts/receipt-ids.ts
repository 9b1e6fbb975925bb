import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { Database, Tx } from '../../lib/db/database.ts';
import { rowOf } from '../../lib/db/rows.ts';
import { HOUSE } from '../leaf.ts';

/** Receipts by ids that nobody guesses, and that do not tell how many there are. */
export type ReceiptIds = {
	idOf(transferId: number): string;
	/** @returns undefined for what no receipt is called. */
	transferOf(receiptId: string): number | undefined;
};

const RECEIPT_ID = /^[A-Za-z0-9_-]{22}$/;
const known = new WeakMap<object, Promise<ReceiptIds>>();

/** Under a key of the house, which is in the database and in its backups: links to receipts outlive a machine. */
export function receiptIdsOf(db: Database | Tx): Promise<ReceiptIds> {
	const ids = known.get(db) ?? readIds(db);
	known.set(db, ids);
	ids.catch(() => known.delete(db));
	return ids;
}

async function readIds(db: Database | Tx): Promise<ReceiptIds> {
	const row = await rowOf<{ key: Buffer }>(db)`select key from proof_people where uid = ${HOUSE}`;
	if (!row) throw new Error('the house key is missing');
	return createReceiptIds(row.key);
}

/** One block of AES-256: the transfer's id and eight zero bytes, by which a made-up one is known. */
export function createReceiptIds(houseKey: Buffer): ReceiptIds {
	const key = createHmac('sha256', houseKey).update('receipt ids').digest();
	return {
		idOf(transferId) {
			const block = Buffer.alloc(16);
			block.writeBigUInt64BE(BigInt(transferId));
			return createCipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(block).toString('base64url');
		},
		transferOf(receiptId) {
			if (!RECEIPT_ID.test(receiptId)) return undefined;
			const sealed = Buffer.from(receiptId, 'base64url');
			if (sealed.toString('base64url') !== receiptId) return undefined;
			const block = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(sealed);
			const id = block.readBigUInt64BE();
			return block.readBigUInt64BE(8) === 0n && id <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(id) : undefined;
		},
	};
}
