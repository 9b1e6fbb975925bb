import type { fraudCalls } from '../../contract/accounts/fraud.ts';
import type { ActionDeps } from '../accounts/with-audit.ts';
import type { Feature } from '../lib/feature.ts';
import type { NetworkTable } from '../lib/network-table.ts';
import { eraseFraud } from './erase-user.ts';
import { exportFraud } from './export-user.ts';
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
