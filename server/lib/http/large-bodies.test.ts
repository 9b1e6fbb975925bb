import { once } from 'node:events';
import { type FastifyInstance, fastify } from 'fastify';
import { CallError } from '../../../contract/errors.ts';
import { openSockets } from '../../../test/support/raw-sockets.ts';
import { type Actor, tooOften } from './callers.ts';
import { type BoundCalls, bindCalls, sendCallError } from './calls.ts';

const CLAIM_BYTES = 1_400_000;
let app: FastifyInstance;
let spent: ReadonlySet<string>;
const open = openSockets(() => app.server);

beforeEach(async () => {
	spent = new Set();
	app = fastify({ logger: false, forceCloseConnections: true, trustProxy: true });
	app.setErrorHandler((error, _request, reply) => {
		if (error instanceof CallError) return sendCallError(reply, error);
		throw error;
	});
	const result = { reference: null, answer: {}, state: 'answered' };
	bindCalls(app, { openClaim: async () => result } as unknown as BoundCalls, {
		authenticate: async ({ headers }) => ({ uid: headers.authorization }) as Actor,
		async takeFromLimits(name, { uid }) {
			if (spent.has(`${name} ${uid}`)) throw tooOften(60_000);
		},
	});
	await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => app.close());

/** Sends the headers and half of a claim. @returns the socket and the status, or undefined while the server waits. */
async function half(by: string, ip: string) {
	const socket = open();
	const headers = [`Authorization: ${by}`, `X-Forwarded-For: ${ip}`, 'Content-Type: application/json'];
	const lines = ['POST /api/openClaim HTTP/1.1', 'Host: a', ...headers, `Content-Length: ${CLAIM_BYTES}`];
	socket.write(`${lines.join('\r\n')}\r\n\r\n{"data":"`);
	return { socket, status: () => socket.answer.split(' ')[1] };
}

async function statuses(all: readonly { status: () => string | undefined }[], refused: number) {
	const list = () => all.map(({ status }) => status()).filter((status) => status !== undefined);
	await expect.poll(() => list().length).toBe(refused);
	return new Set(list());
}

test("refuses a user's third unfinished body before it is read, and only that user's", async () => {
	const many = await Promise.all(Array.from({ length: 30 }, (_, n) => half('one', `10.0.${n}.1`)));
	expect(await statuses(many, 28)).toEqual(new Set(['429']));
	expect(await statuses([await half('two', '10.0.0.1')], 0)).toEqual(new Set());
	for (const { socket } of many) socket.destroy();
	await expect.poll(async () => (await app.inject(claim('one'))).statusCode).not.toBe(429);
});

test.each([
	['one network', (n: number) => `2001:db8:0:${n}::1`, 12, 4, '429'],
	['many networks', (n: number) => `10.${n}.0.1`, 40, 8, '503'],
])('refuses unfinished bodies of many users from %s', async (_, ipOf, count, refused, status) => {
	const many = await Promise.all(Array.from({ length: count }, (_, n) => half(`user ${n}`, ipOf(n))));
	expect(await statuses(many, refused)).toEqual(new Set([status]));
});

test('refuses a body of a user above the rate limit before it is read', async () => {
	spent = new Set(['openClaim one']);
	const { socket, status } = await half('one', '10.0.0.1');
	await once(socket, 'data');
	expect(status()).toBe('429');
});

test('a small body does not count towards the limit of unfinished bodies', async () => {
	await Promise.all(Array.from({ length: 2 }, () => half('one', '10.0.0.1')));
	expect((await app.inject(claim('one'))).statusCode).toBe(400);
});

function claim(by: string) {
	return { method: 'POST', url: '/api/openClaim', headers: { authorization: by }, payload: { data: {} } } as const;
}
