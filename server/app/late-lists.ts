import { adminData } from '../admin/routes.ts';
import { readingLate } from '../lib/db/late-reads.ts';
import type { Dependencies } from './dependencies.ts';

/**
 * What the staff may read some seconds late: lists, figures of past days, exports. Where somebody decides about one case, and
 * whatever a person is shown of their own, is read where it is decided.
 */
export const lateCalls = [
	'adminFindCallbacks',
	'adminGetActions',
	'adminGetBalances',
	'adminGetBusiness',
	'adminGetFraudPrecision',
	'adminGetHeldCredits',
	'adminGetLog',
	'adminGetPromoCodes',
	'adminGetPromoRedemptions',
	'adminGetReconciliation',
	'adminGetTransfers',
	'adminGetUserLedger',
	'adminGetUserOffers',
	'adminGetUsers',
	'adminGetUserWithdrawals',
	'adminGetWallPayments',
	'adminGetWithdrawals',
	'adminSearch',
] as const;

const lateAddresses = [
	'GET /data/users/count',
	'GET /data/users/active',
	'GET /data/earnings/total',
	'GET /data/earnings/by-offerwall',
	'GET /data/admin/export/{file}',
] as const;

export function lateData(deps: Dependencies): ReturnType<typeof adminData> {
	return readingLate(deps.lateReads, lateAddresses, (replica) => adminData(deps, replica));
}
