import { sql } from 'kysely';
import { callError } from '../../../contract/refusals.ts';
import { retentionMs } from '../../../contract/site/retention.ts';
import { cellsOf, type Database, type DbDeps, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import type { DataCaller } from '../../lib/feature.ts';

/** Sends the image as the server re-encoded it; headers stop it from running scripts. @throws CallError `not-found` */
export async function getClaimPicture({ db }: { db: Database }, _input: undefined, { request, reply }: DataCaller) {
	const { reference = '', position = '' } = request.params;
	const found = /^[1-9]$/.test(position) && (await selectPicture(db, { reference, position: Number(position) }));
	if (!found) throw callError('not-found', 'no-such-picture');
	return reply
		.header('content-type', 'image/webp')
		.header('content-security-policy', "default-src 'none'; sandbox")
		.header('x-content-type-options', 'nosniff')
		.header('content-disposition', `inline; filename="${reference}-${position}.webp"`)
		.send(found.bytes);
}

/** Deletes images by age in every state, because a screenshot can show private data. */
export async function purgeClaimPictures({ db, clock }: DbDeps): Promise<void> {
	const before = new Date(clock.now() - retentionMs('pictures'));
	await sql`delete from claim_pictures where added_at < ${before}`.execute(db);
}

function selectPicture(db: Database, { reference, position }: { reference: string; position: number }) {
	return rowOf<{ bytes: Buffer }>(db)`
		select p.bytes from claims c join claim_pictures p on p.uid = c.uid and p.reference = c.reference
		where c.reference = ${reference} and p.position = ${position}
	`;
}

export async function selectPositions(db: Database, { uid, reference }: { uid: string; reference: string }) {
	return cellsOf<number>(db)`
		select position from claim_pictures where uid = ${uid} and reference = ${reference} order by position
	`;
}

export function selectPicturesOf(tx: Tx, uid: string, limit: number): Promise<{ reference: string; bytes: Buffer }[]> {
	return rowsOf<{ reference: string; bytes: Buffer }>(tx)`
		select reference, bytes from claim_pictures where uid = ${uid}
		order by added_at desc, reference, position limit ${limit}
	`;
}
