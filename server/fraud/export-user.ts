import type { MyData } from '../../contract/accounts/account.ts';
import { exportBrowsers } from '../accounts/sign-in/browsers.ts';
import type { Tx } from '../lib/db/database.ts';
import { rowsOf } from '../lib/db/rows.ts';

export async function exportFraud(tx: Tx, uid: string): Promise<MyData['fraud_check']> {
	type PlaceRow = { ip_address: string; device: string; country: string | null; first_at: Date; last_at: Date };
	const places = await rowsOf<PlaceRow>(tx)`
		select address as ip_address, device, country, first_at, last_at
		from sign_in_places where uid = ${uid} order by last_at desc
	`;
	const signals = await rowsOf<{ signal: string; points: number; details: unknown }>(tx)`
		select signal, points, details from fraud_signals where uid = ${uid} order by points desc, signal
	`;
	return {
		places: places.map((row) => ({ ...row, first_at: row.first_at.getTime(), last_at: row.last_at.getTime() })),
		browsers: await exportBrowsers(tx, uid),
		signals,
	};
}
