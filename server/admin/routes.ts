import type { Branding } from '../../contract/branding.ts';
import type { CallHandlers } from '../lib/http/calls.ts';
import type { DataHandlers } from '../lib/http/data.ts';
import { countActiveUsers, countUsers } from './dashboard/count-users.ts';
import { adminGetBusiness, type BusinessDeps } from './dashboard/get-business.ts';
import { sumEarnings, sumEarningsByOfferwall } from './dashboard/sum-earnings.ts';
import { createExport } from './export/export-routes.ts';
import { adminSearch } from './search/search.ts';
import { getUsersPage, listTopUsers } from './users/get-users.ts';

type SiteFacts = { isSandbox: boolean; words: Branding };

export function adminCalls(deps: BusinessDeps & SiteFacts) {
	return {
		adminGetWorkplace: async () => ({ environment: deps.isSandbox ? 'sandbox' : 'live' }),
		adminSearch: (request, admin) => adminSearch(deps, admin, request),
		adminGetUsers: (page) => (page === undefined ? listTopUsers(deps) : getUsersPage(deps, page)),
		adminGetBusiness: (request) => adminGetBusiness(deps, request),
	} satisfies Partial<CallHandlers>;
}

export function adminData(deps: Pick<BusinessDeps, 'db' | 'clock' | 'walls'>) {
	return {
		'GET /data/users/count': ({ active_since }) => countUsers(deps, active_since),
		'GET /data/users/active': (query) => countActiveUsers(deps, query),
		'GET /data/earnings/total': ({ since }) => sumEarnings(deps, since),
		'GET /data/earnings/by-offerwall': ({ since }) => sumEarningsByOfferwall(deps, since),
		'GET /data/admin/export/{file}': createExport(deps),
	} satisfies Partial<DataHandlers>;
}
