import { receiptSchema } from '../../../contract/proof/proof.ts';
import type { Database } from '../../lib/db/database.ts';
import { leafOf } from '../log/leaf.ts';
import { isSignedBy } from '../proof-key.ts';
import { findPublicKeys } from '../published-keys.ts';
import { findReceipted } from './get-receipt.ts';
import { selectCodeHash } from './store-receipts.ts';

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
