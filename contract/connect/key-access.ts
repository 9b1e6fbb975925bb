import type { Endpoint } from '../endpoint.ts';
import { type Permission, permissions } from '../permissions.ts';

export const KEY_DAYS_MAX = 365;
export const keyPermissions = permissions.filter((name) => /^(read|export)-/.test(name));

/** Responses without personal data beyond a uid. New calls are not listed, so they need the flag. */
const withoutPersonalData: ReadonlySet<string> = new Set([
	'POST /api/adminGetBackups',
	'POST /api/adminGetBusiness',
	'POST /api/adminGetFraudPrecision',
	'POST /api/adminGetOfferwalls',
	'POST /api/adminGetPartners',
	'POST /api/adminGetPayoutAlerts',
	'POST /api/adminGetPayoutSettings',
	'POST /api/adminGetPromoCodes',
	'POST /api/adminGetRateEffect',
	'POST /api/adminGetReconciliation',
	'POST /api/adminGetScreeningRules',
	'POST /api/adminGetTreasury',
	'POST /api/adminGetVendorFunds',
	'POST /api/adminGetWaitingWork',
	'POST /api/adminGetWallPayments',
	'POST /api/adminGetWorkplace',
	'GET /data/users/count',
	'GET /data/users/active',
	'GET /data/earnings/total',
	'GET /data/earnings/by-offerwall',
	'chargebacks.csv',
	'held-credits.csv',
	'promo-codes.csv',
]);

const forPeople: ReadonlySet<string> = new Set([
	'POST /api/adminSearch',
	'POST /api/adminGetSavedViews',
	'POST /api/adminSaveView',
	'POST /api/adminRemoveView',
]);

export type KeyNeeds = { permission: Permission; isPersonal: boolean };

/** Returns undefined if no machine key may send the request. */
export function keyNeedsOf(
	address: string,
	{ access, permission }: Pick<Endpoint, 'access' | 'permission'>,
	parameters: Readonly<Record<string, string>> = {},
): KeyNeeds | undefined {
	if (access !== 'admin' || !permission || forPeople.has(address)) return undefined;
	const needed = typeof permission === 'function' ? permission(parameters) : permission;
	if (!keyPermissions.includes(needed)) return undefined;
	return { permission: needed, isPersonal: !withoutPersonalData.has(parameters.file ?? address) };
}
