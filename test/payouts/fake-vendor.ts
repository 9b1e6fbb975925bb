import { fastify } from 'fastify';
import { createFaults } from '../../sandbox/faults/faults.ts';
import { createJournal } from '../../sandbox/http/journal.ts';
import { createPlatformWorld, seedPlatform } from '../../sandbox/platform/world.ts';
import type { Order, OrderErrorReason } from '../../sandbox/vendor/order.ts';
import { createOrders, createStock } from '../../sandbox/vendor/orders.ts';
import { vendorRoutes } from '../../sandbox/vendor/routes.ts';
import { callbackBody, callbackSignature } from '../../sandbox/vendor/webhooks.ts';
import type { Clock } from '../../server/lib/clock-and-log.ts';
import { NoAnswer, type OutboundAnswer, type SendRequest } from '../../server/lib/http/outbound.ts';
import type { Platform } from '../../server/platform/platform.ts';
import { createRbxcrate } from '../../server/withdrawals/vendors/rbxcrate.ts';
import type { Vendor } from '../../server/withdrawals/vendors/vendor.ts';

const KEY = 'played-vendor-key';
const PLENTY = 1_000_000_000;

/** The vendor acts on `-after` faults but not on `-before` ones. */
export const vendorFaults = [
	'timeout-before',
	'timeout-after',
	'acts-late',
	'reset-before',
	'reset-after',
	'500',
	'500-after',
	'garbage',
	'slow-drip',
	'duplicate',
	'conflict',
	'late-answer',
	'429',
] as const;
export type VendorFault = (typeof vendorFaults)[number];

export type Played = { path: string; orderId: string };

export type FakeVendorOptions = {
	clock: Clock;
	name: string;
	faultOf: (request: Played) => VendorFault | undefined;
	endOf: (orderId: string) => { afterMs: number; error?: OrderErrorReason | undefined };
	onLateAnswer: () => Promise<void>;
	onCallback: (body: Record<string, unknown>) => void;
	lateMs: number;
};

/** Simulated timeouts take no time; late actions wait for {@link runDue}. */
export function createFakeVendor(options: FakeVendorOptions) {
	const { clock, faultOf, endOf, lateMs } = options;
	const world = createPlatformWorld(seedPlatform);
	const stock = createStock();
	stock.set({ robuxAvailable: PLENTY, maxRobuxAvailable: PLENTY, balanceMicros: PLENTY * 1_000_000 });
	const orders = createOrders({ world, stock, settleMsAtStart: 0, onFinal: (order) => callBack(order) });
	orders.setSettleMs(null);
	const app = fastify();
	app.register(vendorRoutes({ orders, stock, faults: createFaults(), journal: createJournal(), vendorKey: KEY }));
	let agenda: { atMs: number; act: () => unknown }[] = [];

	function later(afterMs: number, act: () => unknown): void {
		agenda.push({ atMs: clock.now() + afterMs, act });
	}

	function callBack(order: Order): void {
		const body = callbackBody(order);
		options.onCallback({ ...body, sign: callbackSignature(body, KEY) });
	}

	async function act(path: string, payload: string): Promise<OutboundAnswer> {
		const headers = { 'api-key': KEY, 'content-type': 'application/json' };
		const outgoing = { method: payload ? 'POST' : 'GET', url: path, headers } as const;
		const { statusCode: status, body } = await app.inject({ ...outgoing, ...(payload && { payload }) });
		const hasTaken = status < 300 && /gamepass/.test(path);
		if (hasTaken) {
			const { orderId } = JSON.parse(payload);
			const { afterMs, error } = endOf(orderId);
			later(afterMs, () => orders.settle(orderId, error));
		}
		return answerOf(status, body);
	}

	async function spoil(fault: VendorFault, path: string, payload: string): Promise<OutboundAnswer> {
		const lost = () => new NoAnswer('network', new Error(fault));
		switch (fault) {
			case 'timeout-before':
			case 'reset-before':
				throw lost();
			case '500':
				return answerOf(500, '{"message":"Internal server error"}');
			case '429':
				return answerOf(429, '{"message":"Too many requests"}', { 'retry-after': '7' });
			case 'acts-late':
				later(lateMs, () => act(path, payload));
				throw lost();
			case 'late-answer': {
				const answer = await act(path, payload);
				await options.onLateAnswer();
				return answer;
			}
			case 'duplicate': {
				const answer = await act(path, payload);
				await act(path, payload);
				return answer;
			}
			case 'conflict':
				await act(path, payload);
				return act(path, payload);
		}
		await act(path, payload);
		if (fault === 'garbage') return answerOf(200, '{"success":tru\u0000<html>');
		if (fault === '500-after') return answerOf(500, '{"message":"Internal server error"}');
		throw lost();
	}

	const send: SendRequest = ({ url, body }) => {
		const path = url.slice('http://vendor'.length);
		const payload = body === undefined ? '' : JSON.stringify(body);
		const fault = faultOf({ path, orderId: payload && JSON.parse(payload).orderId });
		return fault ? spoil(fault, path, payload) : act(path, payload);
	};
	const vendor: Vendor = {
		...createRbxcrate({ url: 'http://vendor', apiKey: KEY, timeoutMs: 60_000, send }),
		name: options.name,
	};

	return {
		vendor,
		orders,
		platform: platformOf(world),
		close: () => app.close(),
		async runDue(): Promise<number | undefined> {
			const due = agenda.filter(({ atMs }) => atMs <= clock.now());
			agenda = agenda.filter(({ atMs }) => atMs > clock.now());
			for (const { act: actNow } of due) await actNow();
			return agenda.length > 0 ? Math.min(...agenda.map(({ atMs }) => atMs)) : undefined;
		},
		setForSale(isForSale: boolean): void {
			for (const game of world.gamesOf(world.userNamed(PLAYER)?.id ?? 0)) {
				for (const pass of world.passesOf(game.universeId)) pass.isForSale = isForSale;
			}
		},
		timesPaid: orders.timesPaid,
	};
}

function answerOf(status: number, text: string, headers: Record<string, string> = {}): OutboundAnswer {
	return { status, headers: { get: (name) => headers[name] ?? null }, text };
}

export const PLAYER = 'sandbox_player';

function platformOf(world: ReturnType<typeof createPlatformWorld>) {
	const user = world.userNamed(PLAYER);
	const game = world.gamesOf(user?.id ?? 0).find(({ name }) => name === 'Harbor Builders');
	if (!user || !game) throw new Error('the played platform has no player');
	const platform: Platform = {
		findUser: async () => ({ userId: user.id, name: user.name }),
		findAvatarUrl: async () => null,
		findDescription: async () => undefined,
		listGames: async () => [],
		findUniverse: async () => game.universeId,
		listPasses: async () => world.passesOf(game.universeId).map((pass) => ({ ...pass, creatorId: pass.creator.id })),
		findPassPricing: async () => ({ defaultPrice: undefined, isRegional: false }),
	};
	return { platform, userId: user.id, placeId: game.rootPlaceId ?? 0 };
}
