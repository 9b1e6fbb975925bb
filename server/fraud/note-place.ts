import type { Tx } from '../lib/db/database.ts';
import { visitorOf } from '../lib/http/callers.ts';
import type { NetworkTable } from '../lib/network-table.ts';
import { createIdentifiesUser } from './identifying-address.ts';
import { upsertPlace, type WayIn } from './store-places.ts';

export type PlaceDeps = { networkTable: Pick<NetworkTable, 'findCountry'>; trustedProxies: readonly string[] };

export function createNotePlace({ networkTable, trustedProxies }: PlaceDeps) {
	const identifiesUser = createIdentifiesUser(trustedProxies);
	return async (tx: Tx, { ip, uid, at, device }: Omit<WayIn, 'id'>): Promise<void> => {
		if (!identifiesUser(ip)) return;
		const address = visitorOf(ip);
		await upsertPlace(tx, { uid, at, address, device, country: networkTable.findCountry(address) });
	};
}
