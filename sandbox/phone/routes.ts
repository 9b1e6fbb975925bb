import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AppSession, AppSessions } from './app-sessions.ts';
import { type ProductClient, ProductRefusal } from './product-client.ts';

const COOKIE = 'sandbox_phone';
const email = z.string().trim().min(1).max(320);
const password = z.string().min(1).max(500);
const signIn = z.object({ email, password });
const signUp = z.object({ email, password, name: z.string().trim().min(1).max(100), birthDate: z.iso.date() });

export async function phoneRoutes(
	app: FastifyInstance,
	deps: { sessions: AppSessions; product: ProductClient },
): Promise<void> {
	const { sessions } = deps;
	const shown = (session: AppSession | undefined) => ({
		user: session ? { uid: session.uid, email: session.email } : null,
	});
	app.get('/phone/state', async (request) => shown(sessions.find(phoneOf(request))));

	app.post('/phone/sign-up', async (request, reply) => {
		const fields = signUp.parse(request.body);
		return shown(await sessions.signUp(ensurePhone(sessions, request, reply), fields));
	});
	app.post('/phone/sign-in', async (request, reply) => {
		const fields = signIn.parse(request.body);
		return shown(await sessions.signIn(ensurePhone(sessions, request, reply), fields));
	});
	app.post('/phone/sign-out', async (request) => {
		await sessions.signOut(phoneOf(request));
		return shown(undefined);
	});

	app.get('/phone/history', async (request) => {
		const [offers, withdrawals] = await Promise.all([
			sessions.call(phoneOf(request), 'getOfferHistory', { limit: 10 }),
			sessions.call(phoneOf(request), 'getWithdrawHistory', { limit: 5 }),
		]);
		return { offers, withdrawals };
	});
	app.get('/phone/offerwalls', async (request) => ({
		walls: await sessions.call(phoneOf(request), 'getOfferwalls', null),
	}));
	app.post('/phone/withdraw', async (request) => sessions.call(phoneOf(request), 'createWebSession', null));
	app.get('/phone/live', (request, reply) => relayLive(deps, phoneOf(request), request, reply));
}

function phoneOf(request: FastifyRequest): string {
	return new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{10,50})`).exec(request.headers.cookie ?? '')?.[1] ?? '';
}

function ensurePhone(sessions: AppSessions, request: FastifyRequest, reply: FastifyReply): string {
	const known = phoneOf(request);
	if (known) return known;
	const phoneId = sessions.newPhoneId();
	reply.header('set-cookie', `${COOKIE}=${phoneId}; HttpOnly; SameSite=Lax; Path=/phone; Max-Age=2592000`);
	return phoneId;
}

const RETRY_MS = 1_500;

/** Reports a failed stream as an event, because an EventSource does not reconnect after an error status. */
async function relayLive(
	deps: { sessions: AppSessions; product: ProductClient },
	phoneId: string,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<void> {
	reply.hijack();
	const page = reply.raw;
	page.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
	page.write(`retry: ${RETRY_MS}\n\n`);
	try {
		const lastEventId = [request.headers['last-event-id']].flat()[0];
		const stream = await deps.sessions.withAccess(phoneId, (token, uid) => open(deps.product, uid, token, lastEventId));
		page.once('close', () => stream.destroy());
		page.write('event: connected\ndata: {}\n\n');
		stream.on('error', () => page.end());
		stream.pipe(page);
	} catch (error) {
		const code = error instanceof ProductRefusal && error.code === 'signed-out' ? 'signed-out' : 'offline';
		const message = error instanceof Error ? error.message : String(error);
		page.end(`event: ${code}\ndata: ${JSON.stringify({ message })}\n\n`);
	}
}

async function open(product: ProductClient, uid: string, token: string, lastEventId: string | undefined) {
	const stream = await product.openLive(uid, token, lastEventId);
	if (stream.statusCode === 200) return stream;
	stream.destroy();
	const status = stream.statusCode ?? 0;
	throw new ProductRefusal(status, 'live', `The live connection was rejected (${status}).`);
}
