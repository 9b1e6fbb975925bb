import type { FastifyInstance } from 'fastify';
import { noteUse } from '../accounts/sessions/note-use.ts';
import type { IsServed } from '../accounts/sign-in/served-country.ts';
import type { EventLog } from '../lib/event-log.ts';
import { CALLBACK_ADDRESS_BYTES_MAX, CALLBACK_BODY_BYTES_MAX } from '../lib/http/callback-limits.ts';
import type { CallHandlers } from '../lib/http/calls.ts';
import { type TakeFromRateLimit, tooOften } from '../lib/http/rate-limit.ts';
import { getWithdrawHistory } from './history/get-withdraw-history.ts';
import { getWithdrawal } from './history/get-withdrawal.ts';
import { checkPass } from './request/check-pass.ts';
import { getStock } from './request/get-stock.ts';
import { getWithdrawLimits } from './request/get-withdraw-limits.ts';
import { type ProcessWithdrawalDeps, processWithdrawal } from './request/process-withdrawal.ts';
import { type PostbackReception, type VendorWebhookDeps, vendorWebhook } from './vendors/vendor-webhook.ts';

/** Each costs the platform several questions, and nobody has that many passes to try. */
const WITHDRAWAL_LIMIT = { max: 5, windowMs: 60_000 };
/** Of their own, so that whoever has looked for their pass may still withdraw. */
const CHECK_LIMIT = { max: 10, windowMs: 60_000 };

export function withdrawalCalls(
	deps: Omit<ProcessWithdrawalDeps, 'rateLimit'> & {
		takeFromRateLimit: TakeFromRateLimit;
		events: Pick<EventLog, 'note'>;
		isServed: IsServed;
	},
) {
	const limitedTo = (limit: typeof WITHDRAWAL_LIMIT, name: string) => async (uid: string) => {
		const waitMs = await deps.takeFromRateLimit(`${name}|${uid}`, limit);
		if (waitMs !== undefined) throw tooOften(waitMs, 'too-many-withdrawals');
	};
	const rateLimit = limitedTo(WITHDRAWAL_LIMIT, 'withdraw');
	const rateLimitOfChecks = limitedTo(CHECK_LIMIT, 'check-pass');

	return {
		async processWithdrawal(request, asker) {
			const answer = await processWithdrawal({ ...deps, rateLimit }, asker.actor, request);
			noteUse(deps.events, 'processWithdrawal', asker);
			return answer;
		},
		checkPass: (request, { actor }) => checkPass({ ...deps, rateLimit: rateLimitOfChecks }, actor, request),
		getWithdrawal: ({ id }, { actor }) => getWithdrawal(deps, actor.uid, id),
		getWithdrawHistory: (page, { actor }) => getWithdrawHistory(deps, actor.uid, page),
		getStock: () => getStock(deps),
		getWithdrawLimits: (_, { actor, ip }) => getWithdrawLimits(deps, actor, ip),
	} satisfies Partial<CallHandlers>;
}

const statusOf: Record<PostbackReception, number> = { received: 200, forged: 403, 'unknown-vendor': 404 };

/** The vendors' door: `POST /vendor-callback/{vendor}`. What cannot be read is refused in its own form, not in that of calls. */
export async function withdrawalRoutes(app: FastifyInstance, deps: VendorWebhookDeps): Promise<void> {
	app.setErrorHandler((error, _request, reply) => {
		const status = (error as { statusCode?: number }).statusCode ?? 500;
		if (status < 400 || status >= 500) throw error;
		return reply.code(status).send({ success: false });
	});
	app.post<{ Params: { vendor: string } }>(
		'/vendor-callback/:vendor',
		{ bodyLimit: CALLBACK_BODY_BYTES_MAX },
		async (request, reply) => {
			if (request.url.length > CALLBACK_ADDRESS_BYTES_MAX) return reply.code(414).send({ success: false });
			const reception = await vendorWebhook(deps, request.params.vendor, request.body);
			return reply.code(statusOf[reception]).send({ success: reception === 'received' });
		},
	);
}
