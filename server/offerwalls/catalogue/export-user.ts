import type { MyData } from '../../../contract/accounts/account.ts';
import { EXPORT_LINES_MAX } from '../../../contract/limits.ts';
import type { Tx } from '../../lib/db/database.ts';
import { selectClicks } from './store-clicks.ts';

export async function exportClicks(tx: Tx, uid: string): Promise<MyData['clicks']> {
	const clicks = await selectClicks(tx, uid, EXPORT_LINES_MAX);
	return clicks.map(({ id, at, wall, offerId, offerKey, title, country, device }) => ({
		id,
		timestamp: at.getTime(),
		earning_source: wall,
		offer: offerId,
		offer_id: offerKey,
		name: title,
		country,
		device,
	}));
}
