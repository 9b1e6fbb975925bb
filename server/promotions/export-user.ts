import type { MyData } from '../../contract/accounts/account.ts';
import { rowsOf, type Tx } from '../lib/db/database.ts';

type Redemption = MyData['promo_redemptions'][number];

export async function exportRedemptions(tx: Tx, uid: string): Promise<Redemption[]> {
	const rows = await rowsOf<Omit<Redemption, 'timestamp'> & { at: Date }>(tx)`
		select transfer_id as ledger_id, code, at, user_agent, network from promo_redemptions
		where uid = ${uid} order by at desc, use desc
	`;
	return rows.map(({ at, ...row }) => ({ ...row, timestamp: at.getTime() }));
}
