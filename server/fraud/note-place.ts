import { isIP } from 'node:net';
import type { Tx } from '../lib/db/database.ts';
import { inRanges, privateRanges } from '../lib/http/addresses.ts';
import { visitorOf } from '../lib/http/callers.ts';
import type { NetworkTable } from '../lib/network-table.ts';
import { upsertPlace, type WayIn } from './store-places.ts';

/** Address ranges shared by unrelated users: private networks and carrier-grade NAT. */
const SHARED = [...privateRanges, '100.64.0.0/10', '0.0.0.0/8'];

export const PRIVATE_NETWORK =
	'^(127\\.|10\\.|172\\.(1[6-9]|2[0-9]|3[01])\\.|192\\.168\\.|169\\.254\\.|100\\.(6[4-9]|[7-9][0-9]|1[01][0-9]|12[0-7])\\.|0\\.|0:0:0:0::|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)';

function createIdentifiesUser(proxies: readonly string[]): (ip: string) => boolean {
	// Named groups such as `loopback` are left out, because the private ranges include them.
	const isShared = inRanges([...SHARED, ...proxies.filter((one) => isIP(one.split('/')[0] ?? ''))]);
	return (ip) => !isShared(ip);
}

export type PlaceDeps = { networkTable: Pick<NetworkTable, 'findCountry'>; trustedProxies: readonly string[] };

export function createNotePlace({ networkTable, trustedProxies }: PlaceDeps) {
	const identifiesUser = createIdentifiesUser(trustedProxies);
	return async (tx: Tx, { ip, uid, at, device }: Omit<WayIn, 'id'>): Promise<void> => {
		if (!identifiesUser(ip)) return;
		const address = visitorOf(ip);
		await upsertPlace(tx, { uid, at, address, device, country: networkTable.findCountry(address) });
	};
}
