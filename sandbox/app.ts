import type { AddressInfo } from 'node:net';
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { controlRoutes } from './control/routes.ts';
import { createFaults } from './faults/faults.ts';
import { feedRoutes } from './feeds/routes.ts';
import { createStepPostbacks } from './feeds/step-postbacks.ts';
import { firebaseRoutes } from './firebase/routes.ts';
import { createPeople, googleRoutes } from './google/routes.ts';
import { createCallbackSender } from './http/callback-sender.ts';
import { createJournal } from './http/journal.ts';
import { pageRoutes } from './http/pages.ts';
import { createMailbox, mailboxRoutes, type ReceivedMail } from './mailbox/mailbox.ts';
import { createAppSessions } from './phone/app-sessions.ts';
import { createProductClient, ProductRefusal } from './phone/product-client.ts';
import { phoneRoutes } from './phone/routes.ts';
import { pictureRoutes } from './pictures/routes.ts';
import { platformRoutes } from './platform/routes.ts';
import { createPlatformWorld, seedPlatform } from './platform/world.ts';
import { pushRoutes } from './push/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { readSettings, type SandboxSettings } from './settings.ts';
import { createOrders, createStock } from './vendor/orders.ts';
import { createRocheapOrders, rocheapRoutes } from './vendor/rocheap-routes.ts';
import { vendorRoutes } from './vendor/routes.ts';
import { createVendorWebhooks } from './vendor/webhooks.ts';
import { createCompletions } from './wall/completions.ts';
import { wallRoutes } from './wall/routes.ts';
import { witnessRoutes } from './witness/routes.ts';

export type SandboxOptions = Partial<SandboxSettings> & {
	/** Ms from an accepted order to its payment. */
	settleMs?: number;
	postbackRetryDelaysMs?: readonly number[];
	vendorWebhookRetryDelaysMs?: readonly number[];
	/** Ms that a partner waits for a callback's response. */
	callbackTimeoutMs?: number;
};
export type Sandbox = {
	url: string;
	smtpPort: number;
	listMails: (to?: string) => ReceivedMail[];
	setProductUrl: (productUrl: string) => void;
	close: () => Promise<void>;
};

const BODY_BYTES_MAX = 256 * 1024;
const POSTBACK_RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 16_000];
const VENDOR_CALLBACK_RETRY_DELAYS_MS = [2_000, 10_000, 30_000];

export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const settings: SandboxSettings = { ...readSettings({}), ...options };
	const app = fastify({
		bodyLimit: BODY_BYTES_MAX,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 200 },
	});
	let { productUrl } = settings;
	let url = '';

	const { brandFirst, brandSecond, currencySign, vendorKey, google: client } = settings;
	const words = () => ({ brandFirst, brandSecond, currencySign, productUrl });
	const parts = { ...createParts(settings, options, () => productUrl), vendorKey, client, words };
	const deps = { ...parts, origin: () => url, productUrl: () => productUrl };
	refuseReadably(app);
	refuseForeign(app);
	app.register(pageRoutes, deps);
	app.register(pictureRoutes);
	app.register(platformRoutes, deps);
	app.register(vendorRoutes(deps), { prefix: '/rbxcrate/api' });
	app.register(rocheapRoutes, { ...deps, prefix: '/rocheap/business/api' });
	app.register(wallRoutes, deps);
	app.register(reportRoutes, deps);
	app.register(feedRoutes, deps);
	app.register(phoneRoutes, deps);
	app.register(controlRoutes, deps);
	app.register(firebaseRoutes);
	app.register(pushRoutes, deps);
	app.register(witnessRoutes, deps);
	app.register(mailboxRoutes, deps);
	app.register(googleRoutes, deps);

	let smtpPort: number;
	try {
		smtpPort = await parts.mailbox.listen(settings.smtpPort);
		await app.listen({ port: settings.port, host: 'localhost' });
	} catch (error) {
		await parts.mailbox.close();
		await app.close();
		throw error;
	}
	url = `http://localhost:${(app.server.address() as AddressInfo).port}`;
	return {
		url,
		smtpPort,
		listMails: parts.mailbox.list,
		setProductUrl: (changed) => {
			productUrl = changed;
		},
		close: async () => {
			parts.stop();
			await parts.mailbox.close();
			await app.close();
		},
	};
}

const OWN_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

/** Another site must not read or control the sandbox through a browser, nor by a name that resolves to this machine. */
function refuseForeign(app: FastifyInstance): void {
	app.addHook('onRequest', async ({ headers, routeOptions }, reply) => {
		const { host = '', origin, 'sec-fetch-site': site } = headers;
		if (!OWN_HOST.test(host)) return reply.code(403).send({ message: 'Use localhost.' });
		if (!routeOptions.url?.startsWith('/control/')) return;
		const isForeign = origin !== undefined && !OWN_HOST.test(origin.replace(/^https?:\/\//, ''));
		if (site === 'cross-site' || isForeign) {
			return reply.code(403).send({ message: "Cross-site requests aren't allowed." });
		}
	});
}

function createParts(settings: SandboxSettings, options: SandboxOptions, productUrl: () => string) {
	const faults = createFaults();
	const journal = createJournal();
	const world = createPlatformWorld(seedPlatform);
	const stock = createStock();
	const mailbox = createMailbox();
	const people = createPeople();

	const timeoutMs = options.callbackTimeoutMs ?? 60_000;
	const vendorWebhookDelaysMs = options.vendorWebhookRetryDelaysMs ?? VENDOR_CALLBACK_RETRY_DELAYS_MS;
	const vendorWebhookSender = createCallbackSender(vendorWebhookDelaysMs, timeoutMs);
	const callbacks = createVendorWebhooks({ sender: vendorWebhookSender, productUrl, vendorKey: settings.vendorKey });
	const settleMs = options.settleMs ?? 1_500;
	const orders = createOrders({ world, stock, settleMsAtStart: settleMs, onFinal: callbacks.notify });
	const rocheapOrders = createRocheapOrders({ world, settleMs });

	const postbackDelaysMs = options.postbackRetryDelaysMs ?? POSTBACK_RETRY_DELAYS_MS;
	const postbackSender = createCallbackSender(postbackDelaysMs, timeoutMs);
	const completions = createCompletions({ ...settings, sender: postbackSender, productUrl });
	const steps = createStepPostbacks({ ...settings, sender: postbackSender, productUrl });

	const product = createProductClient(productUrl);
	const sessions = createAppSessions(product);

	function reset(): void {
		faults.clear();
		for (const part of [journal, world, stock, orders, rocheapOrders, callbacks, completions, steps, mailbox, people])
			part.reset();
	}
	function stop(): void {
		orders.reset();
		rocheapOrders.reset();
		vendorWebhookSender.close();
		postbackSender.close();
	}
	return {
		faults,
		journal,
		world,
		stock,
		mailbox,
		people,
		callbacks,
		orders,
		rocheapOrders,
		completions,
		steps,
		product,
		sessions,
		reset,
		stop,
	};
}

/** Parts with a contract of their own format their errors themselves. */
function refuseReadably(app: FastifyInstance): void {
	app.setErrorHandler((error: FastifyError, _, reply) => {
		if (error instanceof ProductRefusal) {
			const status = error.status >= 400 && error.status < 500 ? error.status : 502;
			return reply.code(status).send({ code: error.code, message: error.message });
		}
		if (error instanceof z.ZodError) {
			const [issue] = error.issues;
			return reply.code(400).send({ message: `${issue?.path.join('.') || 'body'}: ${issue?.message}` });
		}
		const status = error instanceof RangeError ? 400 : (error.statusCode ?? 500);
		if (status >= 500) console.error(error);
		return reply.code(status).send({ message: error.message });
	});
	app.setNotFoundHandler((_, reply) => reply.code(404).send({ message: 'Page not found.' }));
}
