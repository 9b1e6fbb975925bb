import { createPublicKey, randomUUID, verify } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

/** A push service (RFC 8030) that accepts only signed requests (RFC 8292). It cannot read the messages. */

const BODY_BYTES_MAX = 4_096;
const TOKEN_S_MAX = 86_400;
const AUTHORIZATION = /^vapid t=(([\w-]+)\.([\w-]+))\.([\w-]+), ?k=([\w-]+)$/;
const change = z.strictObject({ next: z.int() });
const claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string().regex(/^(mailto:.+@|https:)/) });
type Message = { body: string; ttl: number; topic: string | undefined; key: string };
type Browser = { messages: Message[]; next?: number | undefined };

export async function pushRoutes(app: FastifyInstance, { origin }: { origin: () => string }): Promise<void> {
	const browsers = new Map<string, Browser>();
	const idOf = ({ params }: FastifyRequest) => z.object({ id: z.string() }).parse(params).id;
	const browserOf = (request: FastifyRequest) => {
		const browser = browsers.get(idOf(request));
		if (!browser) throw new RangeError('this browser has no subscription');
		return browser;
	};
	app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) => done(null, body));

	app.post('/control/push', async () => {
		const id = randomUUID();
		browsers.set(id, { messages: [] });
		return { id, endpoint: `${origin()}/push/${id}` };
	});
	app.get('/control/push/:id', async (request) => browserOf(request).messages);
	/** `next` is the status of the next response. */
	app.patch('/control/push/:id', async (request) => {
		return Object.assign(browserOf(request), change.parse(request.body));
	});

	app.post('/push/:id', async (request, reply) => {
		const { headers, body } = request;
		const browser = browsers.get(idOf(request));
		if (!browser) return reply.code(410).send();
		const { next } = browser;
		browser.next = undefined;
		if (next) return reply.code(next).header('location', `${origin()}/push/elsewhere`).send();
		const key = signerOf(headers.authorization, origin());
		if (!key) return reply.code(403).send({ message: 'The token is invalid.' });
		if (headers['content-encoding'] !== 'aes128gcm') return reply.code(415).send();
		const ttl = Number(headers.ttl);
		if (!/^\d+$/.test(String(headers.ttl)) || !Buffer.isBuffer(body)) return reply.code(400).send();
		if (body.length > BODY_BYTES_MAX) return reply.code(413).send();
		browser.messages.push({ body: body.toString('base64url'), ttl, topic: headers.topic?.toString(), key });
		return reply.code(201).header('location', `${origin()}/push/message/${randomUUID()}`).send();
	});
}

function signerOf(authorization: string | undefined, origin: string): string | undefined {
	const [, signed, , payload, signature, k] = AUTHORIZATION.exec(authorization ?? '') ?? [];
	const point = Buffer.from(k ?? '', 'base64url');
	if (!signed || !payload || !signature || !k || point.length !== 65) return undefined;
	const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
	const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
	const bytes = Buffer.from(signature, 'base64url');
	if (!verify('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, bytes)) return undefined;
	const { aud, exp } = claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
	const leftS = exp - Date.now() / 1_000;
	return aud === origin && leftS > 0 && leftS <= TOKEN_S_MAX ? k : undefined;
}
