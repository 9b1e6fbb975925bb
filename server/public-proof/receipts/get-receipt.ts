import { type Receipt, type ReceiptState, receiptSchema } from '../../../contract/proof/proof.ts';
import { callError } from '../../../contract/refusals.ts';
import type { Database } from '../../lib/db/database.ts';
import type { Actor } from '../../lib/http/callers.ts';
import { keeperOf, type Leaf, type LoggedTransfer, leafOf } from '../log/leaf.ts';
import type { TransferLog } from '../log/transfer-log.ts';
import { type PersonKey, provideKeys } from '../people-keys.ts';
import { isSignedBy, type ProofKey } from '../proof-key.ts';
import { findPublicKeys } from '../published-keys.ts';
import { selectFirstCovering } from '../store-checkpoints.ts';
import { receiptIdsOf } from './receipt-ids.ts';
import { hasReceipt, referenceOfReversal, reversedFacts } from './receipt-kinds.ts';
import { selectByReference, selectCodeHash, selectPaid, selectTransfer } from './store-receipts.ts';

export type ReceiptVerdict =
	| 'holds'
	/** The account was deleted, so the user can't be verified; everything else matches. */
	| 'person-gone'
	| 'not-a-receipt'
	| 'not-signed-by-us'
	| 'no-transfer'
	| 'another-transfer';

export async function checkReceipt(db: Database, shown: unknown): Promise<ReceiptVerdict> {
	const parsed = receiptSchema.safeParse(shown);
	if (!parsed.success) return 'not-a-receipt';
	const receipt = parsed.data;
	const key = (await findPublicKeys(db)).get(receipt.key);
	if (!key || !isSignedBy(key, receipt)) return 'not-signed-by-us';
	const found = await findReceipted(db, receipt.id);
	if (!found) return 'no-transfer';
	const { id, user, reference, kind, amount, at } = leafOf(found.transfer, found.key);
	const codeHash = await selectCodeHash(db, found.transfer);
	const isSame = receipt.transfer === id && receipt.kind === kind && receipt.amount === amount && receipt.at === at;
	if (!isSame) return 'another-transfer';
	if (!found.key) return 'person-gone';
	const isSameUser = receipt.user === user && receipt.reference === reference;
	return isSameUser && receipt.code_hash === codeHash ? 'holds' : 'another-transfer';
}

type ReceiptDeps = { db: Database; proofKey: ProofKey };

const TRANSFER_ID = /^\d{1,15}$/;
const WITHDRAWAL_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function getReceipt({ db, proofKey }: ReceiptDeps, id: string): Promise<Receipt | undefined> {
	const found = await findReceipted(db, id);
	return found?.key ? toReceipt({ db, proofKey }, found.transfer, found.key) : undefined;
}

/** @param id a receipt, transfer or withdrawal id. */
export async function getOwnReceipt(deps: ReceiptDeps, { id }: { id: string }, { actor: { uid } }: { actor: Actor }) {
	const transfer = await findOwn(deps.db, uid, id);
	const isOwn = transfer?.uid === uid && hasReceipt(transfer.kind);
	const key = isOwn && (await provideKeys(deps.db, [uid])).get(uid);
	if (!key) throw callError('not-found', 'no-such-address');
	return toReceipt(deps, transfer, key);
}

async function findOwn(db: Database, uid: string, id: string): Promise<LoggedTransfer | undefined> {
	if (WITHDRAWAL_ID.test(id)) return selectPaid(db, uid, id);
	const transferId = TRANSFER_ID.test(id) ? Number(id) : (await receiptIdsOf(db)).transferOf(id);
	return transferId === undefined ? undefined : selectTransfer(db, transferId);
}

export async function getReceiptState(
	{ db, transferLog, config }: { db: Database; transferLog: TransferLog; config: { publicProof: boolean } },
	id: string,
): Promise<ReceiptState | undefined> {
	const found = await findReceipted(db, id);
	if (!found?.key) return undefined;
	const { transfer } = found;
	const reference = referenceOfReversal(transfer);
	const reversal = reference && (await selectByReference(db, { uid: transfer.uid, reference }));
	const index = config.publicProof ? await transferLog.indexOf(transfer.id) : undefined;
	const checkpoint = index === undefined ? undefined : await selectFirstCovering(db, index);
	const ids = await receiptIdsOf(db);
	return {
		reversed_by: reversal && hasReceipt(reversal.kind) ? ids.idOf(reversal.id) : null,
		checkpoint: checkpoint ?? null,
		index: checkpoint === undefined ? null : (index ?? null),
	};
}

async function findReceipted(db: Database, id: string) {
	const transferId = (await receiptIdsOf(db)).transferOf(id);
	const transfer = transferId === undefined ? undefined : await selectTransfer(db, transferId);
	if (!transfer || !hasReceipt(transfer.kind)) return undefined;
	const keeper = keeperOf(transfer);
	return { transfer, key: (await provideKeys(db, [keeper])).get(keeper) ?? null };
}

async function toReceipt({ db, proofKey }: ReceiptDeps, transfer: LoggedTransfer, key: PersonKey): Promise<Receipt> {
	const { idOf } = await receiptIdsOf(db);
	const reversed = await findReversed(db, transfer);
	const codeHash = await selectCodeHash(db, transfer);
	const { id, ...leaf }: Leaf = leafOf(transfer, key);
	const unsigned = {
		...{ version: '1', id: idOf(transfer.id), transfer: id, ...leaf },
		...{ reverses: reversed ? idOf(reversed.id) : null, key: proofKey.id },
		...(codeHash !== undefined && { code_hash: codeHash }),
	};
	return { ...unsigned, signature: proofKey.sign(unsigned) };
}

async function findReversed(db: Database, { uid, kind, reference }: LoggedTransfer) {
	for (const fact of reversedFacts({ kind, reference })) {
		const reversed = await selectByReference(db, { uid, reference: fact.reference });
		if (reversed?.kind === fact.kind) return reversed;
	}
	return undefined;
}
