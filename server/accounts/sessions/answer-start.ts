import type { FastifyReply, FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { CallError } from '../../../contract/errors.ts';
import { refusal } from '../../../contract/refusals.ts';
import type { Start } from '../../../contract/site/start.ts';
import type { RunCall } from '../../lib/http/calls.ts';
import { type AuthRefusal, authRefusal, refusalOf } from '../auth-error.ts';
import type { Identity } from '../create-identity.ts';
import { forwardedRequest, isSentByBrowser } from '../forwarded-request.ts';
import { orTrouble } from '../noticed-trouble.ts';

type StartDeps = Parameters<typeof forwardedRequest>[0] & {
	identity: Pick<Identity, 'auth' | 'admit'>;
	runCall: RunCall;
};

type Issued = { token: string; expiresAt: number };

const foreign = authRefusal('operation-not-allowed', refusal('foreign-origin'));

export async function answerStart(
	deps: StartDeps,
	request: FastifyRequest,
	reply: FastifyReply,
	{ issueToken, refuse }: { issueToken(): Promise<unknown>; refuse(refusal: AuthRefusal): FastifyReply },
) {
	if (isFromOtherSite(deps, request)) return refuse(foreign);
	const issued = await issueToken();
	// A sent reply resolves to undefined.
	if (issued === undefined) return reply;
	const { token, expiresAt } = issued as Issued;
	const [account, start] = await Promise.all([readAccount(deps, request), readStart(deps, request, token)]);
	const body = await account.json();
	return account.ok ? { token, expiresAt, account: body, start } : refuse(refusalOf(account.status, body));
}

function isFromOtherSite({ config }: StartDeps, { headers }: FastifyRequest): boolean {
	const { origin = config.publicUrl, 'sec-fetch-site': site } = headers;
	return new URL(config.publicUrl).origin !== URL.parse(origin)?.origin || site === 'cross-site';
}

function readAccount(deps: StartDeps, request: FastifyRequest): Promise<Response> {
	const target = {
		path: '/account',
		authorization: request.headers.authorization,
		isBrowser: request.headers.cookie !== undefined || isSentByBrowser(request),
	};
	return orTrouble(() => deps.identity.auth.handler(forwardedRequest(deps, target, request, null)));
}

async function readStart(deps: StartDeps, request: FastifyRequest, token: string): Promise<Start | null> {
	const { sub, sid } = decodeJwt(token);
	const { page } = request.query as { page?: unknown };
	try {
		const actor = await deps.identity.admit(request, { uid: String(sub), sessionId: String(sid) });
		const caller = { actor, ip: request.ip, userAgent: request.headers['user-agent'] ?? null };
		return (await deps.runCall('getStart', { page: String(page ?? '').slice(0, 200) }, caller)) as Start;
	} catch (error) {
		if (error instanceof CallError) return null;
		throw error;
	}
}
