import type { MyData } from '../../../contract/accounts/account.ts';
import type { Tx } from '../../lib/db/database.ts';
import { toClaimItem } from './get-claims.ts';
import { selectClaimsOf } from './store-claims.ts';
import { selectPicturesOf } from './store-pictures.ts';

const CLAIMS_MAX = 1_000;
/** Some hundred kB each; older ones are asked for soon enough, as they stay for 30 days. */
const CLAIM_PICTURES_MAX = 60;

/** What the user asked about, newest first, with what pictures there are still. */
export async function exportClaims(tx: Tx, uid: string): Promise<MyData['claims']> {
	const rows = await selectClaimsOf(tx, uid, { after: undefined, limit: CLAIMS_MAX });
	const pictures = Map.groupBy(await selectPicturesOf(tx, uid, CLAIM_PICTURES_MAX), ({ reference }) => reference);
	return rows.map((row) => ({
		...toClaimItem(row),
		note: row.note,
		pictures: (pictures.get(row.reference) ?? []).map(
			({ bytes }) => `data:image/webp;base64,${bytes.toString('base64')}`,
		),
	}));
}
