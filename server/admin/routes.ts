import type { CallHandlers } from '../lib/http/calls.ts';
import type { DataHandlers } from '../lib/http/data.ts';
import { findPostbacks } from '../offerwalls/postbacks/find-postbacks.ts';
import { listPromoCodes, listRedemptions } from '../promotions/list-promo-codes.ts';
import { countActiveUsers, countUsers } from './dashboard/count-users.ts';
import { adminGetBusiness, type BusinessDeps } from './dashboard/get-business.ts';
import { sumEarnings, sumEarningsByOfferwall } from './dashboard/sum-earnings.ts';
import { createExport } from './export/export-routes.ts';
import {
	adminChangeOfferwall,
	adminGetOfferwalls,
	adminSendTestPostback,
	type OfferwallDeps,
} from './offerwalls/offerwalls.ts';
import { adminClosePromoCode, adminCreatePromoCode } from './offerwalls/promotions.ts';
import { adminReplayCallback, type ReplayDeps } from './offerwalls/replay-postback.ts';
import { adminBanUser, adminPauseUser, adminResumeUser, adminUnbanUser } from './users/change-account-status.ts';
import { getUsersPage, listTopUsers } from './users/get-users.ts';
import { adminEndSessions, adminGetSessions } from './users/sessions.ts';

export function adminCalls(deps: ReplayDeps & BusinessDeps & OfferwallDeps) {
	return {
		adminGetUsers: (page) => (page === undefined ? listTopUsers(deps) : getUsersPage(deps, page)),
		adminGetBusiness: (request) => adminGetBusiness(deps, request),
		adminBanUser: (request, admin) => adminBanUser(deps, admin, request),
		adminUnbanUser: (request, admin) => adminUnbanUser(deps, admin, request),
		adminPauseUser: (request, admin) => adminPauseUser(deps, admin, request),
		adminResumeUser: (request, admin) => adminResumeUser(deps, admin, request),
		adminGetSessions: ({ uid }, admin) => adminGetSessions(deps, admin, uid),
		adminEndSessions: (request, admin) => adminEndSessions(deps, admin, request),
		adminFindCallbacks: (request) => findPostbacks(deps, request),
		adminReplayCallback: (request, admin) => adminReplayCallback(deps, admin, request),
		adminCreatePromoCode: (request, admin) => adminCreatePromoCode(deps, admin, request),
		adminClosePromoCode: (request, admin) => adminClosePromoCode(deps, admin, request),
		adminGetPromoCodes: (page) => listPromoCodes(deps, page),
		adminGetPromoRedemptions: (page) => listRedemptions(deps, page),
		adminGetOfferwalls: () => adminGetOfferwalls(deps),
		adminChangeOfferwall: (request, admin) => adminChangeOfferwall(deps, admin, request),
		adminSendTestPostback: (request, admin) => adminSendTestPostback(deps, admin, request),
	} satisfies Partial<CallHandlers>;
}

export function adminData(deps: ReplayDeps) {
	return {
		'GET /data/users/count': ({ active_since }) => countUsers(deps, active_since),
		'GET /data/users/active': (query) => countActiveUsers(deps, query),
		'GET /data/earnings/total': ({ since }) => sumEarnings(deps, since),
		'GET /data/earnings/by-offerwall': ({ since }) => sumEarningsByOfferwall(deps, since),
		'GET /data/admin/export/{file}': createExport(deps),
	} satisfies Partial<DataHandlers>;
}
