import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { type Database, rowOf, type Tx } from '../../lib/db/database.ts';
import { HOUSE } from '../log/leaf.ts';

/** Encrypts transfer ids, so that receipt ids cannot be guessed and hide the number of receipts. */
export type ReceiptIds = { idOf(transferId: number): string; transferOf(receiptId: string): number | undefined };

const RECEIPT_ID = /^[A-Za-z0-9_-]{22}$/;
const known = new WeakMap<object, Promise<ReceiptIds>>();

/** The key is stored in the database and its backups, so that links survive a move. */
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

/** Each id is one AES-256 block: the transfer id, and eight zero bytes that expose invented ids. */
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
