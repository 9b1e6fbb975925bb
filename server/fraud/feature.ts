import { sql } from 'kysely';
import type { MyData } from '../../contract/accounts/account.ts';
import type { fraudCalls } from '../../contract/accounts/fraud.ts';
import { exportBrowsers } from '../accounts/sign-in/browsers.ts';
import type { ActionDeps } from '../accounts/with-audit.ts';
import type { Tx } from '../lib/db/database.ts';
import { datesToMs, type InDates, rowsOf } from '../lib/db/rows.ts';
import type { Feature } from '../lib/feature.ts';
import type { NetworkTable } from '../lib/network-table.ts';
import {
	adminGetFraudCases,
	adminGetFraudNotes,
	adminGetFraudPrecision,
	adminHandleFraudCases,
} from './fraud-cases.ts';
import { forgetPlaces, refreshFraud } from './refresh-fraud.ts';

type Deps = ActionDeps & {
	networkTable: NetworkTable;
	hostingNetworks: ReadonlySet<number>;
	config: { trustedProxies: readonly string[] };
};

export const fraud = {
	calls: { adminGetFraudCases, adminGetFraudPrecision, adminGetFraudNotes, adminHandleFraudCases },
	jobs: [
		{
			name: 'refresh-fraud',
			at: '*/5 * * * *',
			isLong: true,
			run: (deps) => refreshFraud({ ...deps, trustedProxies: deps.config.trustedProxies }),
		},
		{ name: 'forget-places', at: '31 3 * * *', isLong: true, run: forgetPlaces },
	],
	erase: eraseFraud,
	exports: { fraud_check: exportFraud },
} satisfies Feature<typeof fraudCalls, Deps>;

async function eraseFraud(tx: Tx, { uid }: { uid: string }): Promise<void> {
	await sql`delete from sign_in_places where uid = ${uid}`.execute(tx);
	await sql`delete from fraud_signals where uid = ${uid}`.execute(tx);
	await sql`delete from fraud_notes where uid = ${uid}`.execute(tx);
	await sql`delete from fraud_cases where uid = ${uid}`.execute(tx);
}

async function exportFraud(tx: Tx, uid: string): Promise<MyData['fraud_check']> {
	const places = await rowsOf<InDates<MyData['fraud_check']['places'][number], 'first_at' | 'last_at'>>(tx)`
		select address as ip_address, device, country, first_at, last_at
		from sign_in_places where uid = ${uid} order by last_at desc
	`;
	const signals = await rowsOf<MyData['fraud_check']['signals'][number]>(tx)`
		select signal, points, details from fraud_signals where uid = ${uid} order by points desc, signal
	`;
	return { places: places.map(datesToMs), browsers: await exportBrowsers(tx, uid), signals };
}
