import { sql } from 'kysely';
import type { Database, Tx } from '../../lib/db/database.ts';
import { rowOf, rowsOf } from '../../lib/db/rows.ts';

export function selectPicture(db: Database, { reference, position }: { reference: string; position: number }) {
	return rowOf<{ bytes: Buffer }>(db)`
		select p.bytes from claims c join claim_pictures p on p.uid = c.uid and p.reference = c.reference
		where c.reference = ${reference} and p.position = ${position}
	`;
}

export async function selectPositions(
	db: Database,
	{ uid, reference }: { uid: string; reference: string },
): Promise<number[]> {
	const rows = await rowsOf<{ position: number }>(db)`
		select position from claim_pictures where uid = ${uid} and reference = ${reference} order by position
	`;
	return rows.map(({ position }) => position);
}

export function selectPicturesOf(tx: Tx, uid: string, limit: number): Promise<{ reference: string; bytes: Buffer }[]> {
	return rowsOf<{ reference: string; bytes: Buffer }>(tx)`
		select reference, bytes from claim_pictures where uid = ${uid}
		order by added_at desc, reference, position limit ${limit}
	`;
}

export async function deletePicturesBefore(db: Database, before: Date): Promise<void> {
	await sql`delete from claim_pictures where added_at < ${before}`.execute(db);
}
