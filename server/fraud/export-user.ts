import type { MyData } from '../../contract/accounts/account.ts';
import { exportBrowsers } from '../accounts/sign-in/browsers.ts';
import { datesToMs, type InDates, rowsOf, type Tx } from '../lib/db/database.ts';

export async function exportFraud(tx: Tx, uid: string): Promise<MyData['fraud_check']> {
	const places = await rowsOf<InDates<MyData['fraud_check']['places'][number], 'first_at' | 'last_at'>>(tx)`
		select address as ip_address, device, country, first_at, last_at
		from sign_in_places where uid = ${uid} order by last_at desc
	`;
	const signals = await rowsOf<MyData['fraud_check']['signals'][number]>(tx)`
		select signal, points, details from fraud_signals where uid = ${uid} order by points desc, signal
	`;
	return { places: places.map(datesToMs), browsers: await exportBrowsers(tx, uid), signals };
}
