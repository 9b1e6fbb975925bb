import { sql } from 'kysely';
import type { MyData } from '../../../contract/accounts/account.ts';
import type { Tx } from '../../lib/db/database.ts';
import { selectTickets } from '../../tickets/store-tickets.ts';
import { itemOf } from '../../tickets/tickets.ts';
import { selectPicturesOf } from './claim-pictures.ts';
import { claimKind } from './store-claims.ts';

const PICTURES_EXPORTED = 60;

export async function exportClaims(tx: Tx, uid: string): Promise<MyData['claims']> {
	const rows = await selectTickets(tx, claimKind, { condition: sql`uid = ${uid}`, limit: null });
	const pictures = Map.groupBy(await selectPicturesOf(tx, uid, PICTURES_EXPORTED), ({ reference }) => reference);
	return rows.map((row) => ({
		...itemOf(claimKind, row),
		note: row.note,
		pictures: (pictures.get(row.reference) ?? []).map(
			({ bytes }) => `data:image/webp;base64,${bytes.toString('base64')}`,
		),
	}));
}
