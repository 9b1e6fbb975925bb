import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CallError } from '../../contract/errors.ts';
import { type FigureAddress, type FigureAnswer, type FigureQuery, figures } from '../../contract/figures.ts';
import { refusal } from '../../contract/refusals.ts';
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

type FigureSources = {
	[Address in FigureAddress]: (query: FigureQuery<Address>) => Promise<FigureAnswer<Address>>;
};

/** The dashboard's figures, and tables as files. */
export function adminRoutes(app: FastifyInstance, deps: ReplayDeps & { authenticate: Authenticate }): void {
	exportRoutes(app, deps);
	const sources: FigureSources = {
		'/data/users/count': ({ active_since }) => countUsers(deps, active_since),
		'/data/users/active': (query) => countActiveUsers(deps, query),
		'/data/earnings/total': ({ since }) => sumEarnings(deps, since),
		'/data/earnings/by-offerwall': ({ since }) => sumEarningsByOfferwall(deps, since),
	};
	for (const address of Object.keys(sources) as FigureAddress[]) {
		const { query, answer } = figures[address];
		// That each source takes what its own query reads is what `FigureSources` says; TypeScript cannot follow it.
		const source = sources[address] as (asked: unknown) => Promise<unknown>;
		app.get(address, async (request, reply) =>
			answer.parse(await source(await readAdmins(deps.authenticate, request, reply, query))),
		);
	}
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
	if (!actor) throw new CallError('unauthenticated', refusal('must-be-logged-in'));
	requireAdmin(actor);
	const parsed = schema.safeParse(request.query);
	if (!parsed.success)
		throw new CallError('invalid-argument', refusal('invalid-input', { problem: z.prettifyError(parsed.error) }));
	return parsed.data;
}
