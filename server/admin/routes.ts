import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
	activeUsersAnswer,
	activeUsersQuery,
	earningsByOfferwallAnswer,
	earningsQuery,
	earningsTotalAnswer,
	usersCountAnswer,
	usersCountQuery,
} from '../../contract/admin.ts';
import { CallError } from '../../contract/errors.ts';
import { messages } from '../../contract/messages.ts';
import type { Authenticate } from '../lib/http/actor.ts';
import type { CallHandlers } from '../lib/http/calls.ts';
import { requireAdmin } from '../lib/http/require-admin.ts';
import { findCallbacks } from '../offerwalls/find-callbacks.ts';
import { listPromoCodes, listRedemptions } from '../promotions/list-promo-codes.ts';
import { adminBanUser, adminPauseUser, adminResumeUser, adminUnbanUser } from './change-standing.ts';
import { countActiveUsers, countUsers } from './count-users.ts';
import { exportRoutes } from './export-routes.ts';
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

/** The dashboard's figures. */
export function adminRoutes(app: FastifyInstance, deps: ReplayDeps & { authenticate: Authenticate }): void {
	const { authenticate } = deps;
	exportRoutes(app, deps);
	app.get('/data/users/count', async (request, reply) => {
		const { active_since } = await readAdmins(authenticate, request, reply, usersCountQuery);
		return usersCountAnswer.parse(await countUsers(deps, active_since));
	});
	app.get('/data/users/active', async (request, reply) => {
		const query = await readAdmins(authenticate, request, reply, activeUsersQuery);
		return activeUsersAnswer.parse(await countActiveUsers(deps, query));
	});
	app.get('/data/earnings/total', async (request, reply) => {
		const { since } = await readAdmins(authenticate, request, reply, earningsQuery);
		return earningsTotalAnswer.parse(await sumEarnings(deps, since));
	});
	app.get('/data/earnings/by-offerwall', async (request, reply) => {
		const { since } = await readAdmins(authenticate, request, reply, earningsQuery);
		return earningsByOfferwallAnswer.parse(await sumEarningsByOfferwall(deps, since));
	});
}

/**
 * Lets admins alone through, then reads what they ask for.
 * @throws CallError `unauthenticated`, `permission-denied`, `invalid-argument`.
 */
async function readAdmins<Query extends z.ZodType>(
	authenticate: Authenticate,
	request: FastifyRequest,
	reply: FastifyReply,
	schema: Query,
): Promise<z.output<Query>> {
	reply.header('cache-control', 'no-store');
	const actor = await authenticate(request);
	if (!actor) throw new CallError('unauthenticated', messages.mustBeLoggedIn);
	requireAdmin(actor);
	const parsed = schema.safeParse(request.query);
	if (!parsed.success) throw new CallError('invalid-argument', z.prettifyError(parsed.error));
	return parsed.data;
}
