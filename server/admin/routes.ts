import type { CallHandlers } from '../lib/http/calls.ts';
import type { DataHandlers } from '../lib/http/data.ts';
import { findCallbacks } from '../offerwalls/find-callbacks.ts';
import { listPromoCodes, listRedemptions } from '../promotions/list-promo-codes.ts';
import { adminBanUser, adminPauseUser, adminResumeUser, adminUnbanUser } from './change-standing.ts';
import { countActiveUsers, countUsers } from './count-users.ts';
import { createExport } from './export-routes.ts';
import { adminGetBusiness, type BusinessDeps } from './get-business.ts';
import { getUsersPage, listTopUsers } from './get-users.ts';
import { adminChangeOfferwall, adminGetOfferwalls, adminSendTestPostback, type OfferwallDeps } from './offerwalls.ts';
import { adminClosePromoCode, adminCreatePromoCode } from './promotions.ts';
import { adminReplayCallback, type ReplayDeps } from './replay-callback.ts';
import { adminEndSessions, adminGetSessions } from './sessions.ts';
import { sumEarnings, sumEarningsByOfferwall } from './sum-earnings.ts';

/** What admins call. Who may is said by the contract (`access: 'admin'`) and asked by the binder, for all in one place. */
export function adminCalls(deps: ReplayDeps & BusinessDeps & OfferwallDeps) {
	return {
		adminGetUsers: (page) => (page === undefined ? listTopUsers(deps) : getUsersPage(deps, page)),
		adminGetBusiness: (request) => adminGetBusiness(deps, request),
		adminBanUser: (request, doer) => adminBanUser(deps, doer, request),
		adminUnbanUser: (request, doer) => adminUnbanUser(deps, doer, request),
		adminPauseUser: (request, doer) => adminPauseUser(deps, doer, request),
		adminResumeUser: (request, doer) => adminResumeUser(deps, doer, request),
		adminGetSessions: ({ uid }, doer) => adminGetSessions(deps, doer, uid),
		adminEndSessions: (request, doer) => adminEndSessions(deps, doer, request),
		adminFindCallbacks: (request) => findCallbacks(deps, request),
		adminReplayCallback: (request, doer) => adminReplayCallback(deps, doer, request),
		adminCreatePromoCode: (request, doer) => adminCreatePromoCode(deps, doer, request),
		adminClosePromoCode: (request, doer) => adminClosePromoCode(deps, doer, request),
		adminGetPromoCodes: (page) => listPromoCodes(deps, page),
		adminGetPromoRedemptions: (page) => listRedemptions(deps, page),
		adminGetOfferwalls: () => adminGetOfferwalls(deps),
		adminChangeOfferwall: (request, doer) => adminChangeOfferwall(deps, doer, request),
		adminSendTestPostback: (request, doer) => adminSendTestPostback(deps, doer, request),
	} satisfies Partial<CallHandlers>;
}

/** The dashboard's figures, and tables as files. */
export function adminData(deps: ReplayDeps) {
	return {
		'GET /data/users/count': ({ active_since }) => countUsers(deps, active_since),
		'GET /data/users/active': (query) => countActiveUsers(deps, query),
		'GET /data/earnings/total': ({ since }) => sumEarnings(deps, since),
		'GET /data/earnings/by-offerwall': ({ since }) => sumEarningsByOfferwall(deps, since),
		'GET /data/admin/export/{file}': createExport(deps),
	} satisfies Partial<DataHandlers>;
}
