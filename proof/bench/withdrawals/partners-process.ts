import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { answerParent } from '../lib/child-process.ts';
import { nameOf, PASSES, PLACES, PRICE, UNIVERSES } from './users.ts';

export type PartnersCalls = { open: { input: null; result: { url: string } } };

/** A minimal vendor, because it shares the machine with the product. */
const orders = new Map<string, unknown>();

const server = createServer(async (request, response) => {
	const answer = answerTo(request.url ?? '', request.method === 'POST' ? JSON.parse(await text(request)) : {});
	response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
	response.end(JSON.stringify(answer ?? {}));
});
server.keepAliveTimeout = 60_000;

function answerTo(url: string, body: Record<string, unknown>): unknown {
	const number = Number(/\/(?:places|universes|game-passes)\/(\d+)/.exec(url.replace('/game-passes/v1', ''))?.[1]);
	if (url === '/v1/usernames/users') {
		const [name] = body.usernames as string[];
		return { data: [{ id: Number(name?.slice(nameOf(0).length - 1)), name }] };
	}
	if (url.startsWith('/universes/v1/places/')) return { universeId: number - PLACES + UNIVERSES };
	if (url.endsWith('/details')) return { isManagedPricingEnabled: false, priceInformation: { enabledFeatures: [] } };
	if (url.startsWith('/game-passes/v1/universes/')) {
		const n = number - UNIVERSES;
		const creator = { creatorType: 'User', creatorId: n };
		return {
			gamePasses: [{ id: PASSES + n, name: 'Pass', price: PRICE, isForSale: true, creator }],
			nextPageToken: '',
		};
	}
	if (url === '/vendor/orders/gamepass') {
		orders.set(body.orderId as string, { robuxAmount: body.robuxAmount, robloxUsername: body.robloxUsername });
		return { success: true, data: { orderId: body.orderId, status: 'Pending' } };
	}
	if (url === '/vendor/orders/info') {
		const order = orders.get(body.orderId as string);
		return order && { ...order, status: 'Completed' };
	}
	return undefined;
}

answerParent<PartnersCalls>(
	{
		async open() {
			await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
			return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
		},
	},
	async () => void server.close(),
);
