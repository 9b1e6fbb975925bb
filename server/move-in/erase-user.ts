import { sql } from 'kysely';
import { asRobuxCents } from '../../contract/money.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { rowOf, type Tx } from '../lib/db/database.ts';

/** Returns a held balance to `house:imported`. Requires the wallet lock. */
export async function cancelImportedHold(tx: Tx, { uid, atMs }: { uid: string; atMs: number }): Promise<void> {
	const row = await rowOf<{ project: string; held: number }>(tx)`
		select project, held from imported_accounts where uid = ${uid} and held > 0 for update
	`;
	if (!row) return;
	const reference = `import/${row.project}/deleted`;
	await postTransfer(tx, { kind: 'import-cancel', uid, amount: asRobuxCents(row.held), reference, atMs });
	await sql`
		update imported_accounts set booked = booked - held, held = 0, transfers = transfers + 1 where uid = ${uid}
	`.execute(tx);
}

export async function eraseImported(tx: Tx, { uid }: { uid: string }): Promise<void> {
	await sql`update imported_accounts set email = null, digest = null where uid = ${uid}`.execute(tx);
	await sql`delete from imported_history where uid = ${uid}`.execute(tx);
}
