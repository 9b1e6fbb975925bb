import { sql } from 'kysely';
import { transferWith } from '../../ledger/store.ts';
import { cellOf, type Database, rowOf } from '../../lib/db/database.ts';
import type { LoggedTransfer } from '../log/leaf.ts';

const columns = sql`id, uid, at, amount, kind, reference`;

export async function selectTransfer(db: Database, id: number): Promise<LoggedTransfer | undefined> {
	return rowOf<LoggedTransfer>(db)`select ${columns} from transfers where id = ${id}`;
}

export function selectByReference(db: Database, { uid, reference }: { uid: string; reference: string }) {
	return rowOf<LoggedTransfer>(db)`
		select ${columns} from (select ${uid}::uuid as uid, ${reference}::text as wanted) asked
		cross join lateral (select id, at, amount, kind, reference from ${transferWith('asked.uid', 'asked.wanted')} t) found
		where reference = wanted
	`;
}

export async function selectPaid(db: Database, uid: string, withdrawalId: string): Promise<LoggedTransfer | undefined> {
	return selectByReference(db, { uid, reference: `withdrawal/${withdrawalId}/paid` });
}

/** @returns hex; undefined unless a gift card was paid. */
export function selectCodeHash(db: Database, { uid, kind, reference }: LoggedTransfer): Promise<string | undefined> {
	const id = kind === 'withdrawal-paid' ? reference.split('/')[1] : undefined;
	if (id === undefined) return Promise.resolve(undefined);
	return cellOf<string>(db)`
		select encode(hash, 'hex') from payout_codes where uid = ${uid} and withdrawal_id::text = ${id}
	`;
}
