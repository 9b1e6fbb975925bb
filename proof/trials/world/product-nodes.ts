import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RealServer, startRealServer } from '../../../test/sites/real-server.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { startBalancer } from './balancer.ts';

export type ProductNode = {
	/** Its own, without a proxy or a load balancer. */
	readonly port: number;
	/** The process that runs at the moment, or ran last. */
	server(): RealServer;
	start(): Promise<void>;
	kill(): Promise<void>;
};

export type ProductNodes = readonly [ProductNode, ...ProductNode[]];

/** The database inside takes 80 connections, and each node up to nine beside its pool. */
const POOL_OF_SEVERAL = 8;
/** Nodes with different ones refuse each other's users. It is the same each time, as the web app is built with it. */
const SHARED_ORIGIN = 'http://localhost:3000';
const STARTS_MAX = 5;
const START_AGAIN_AFTER_MS = 1_000;

type Started = {
	count: number;
	port: number;
	settings: Record<string, string>;
	ofNode?: ((index: number) => Record<string, string>) | undefined;
};

/**
 * Processes that share nothing but the database, `port` leading to all: to the only one, or to a load balancer.
 * @param opened ends them, those too that were started before one failed to start.
 */
export async function startProductNodes(
	opened: AsyncDisposableStack,
	folder: string,
	{ count, port, settings, ofNode }: Started,
): Promise<ProductNodes> {
	const ports = count === 1 ? [port] : await Promise.all(Array.from({ length: count }, freePort));
	const ofSeveral = {
		DATABASE_POOL: String(POOL_OF_SEVERAL),
		TRUSTED_PROXIES: '127.0.0.1,::1',
		PUBLIC_URL: SHARED_ORIGIN,
	};
	const shared: Record<string, string> = count === 1 ? settings : { ...ofSeveral, ...settings };
	const all: ProductNode[] = [];
	opened.defer(() => Promise.all(all.map((node) => node.server().end('SIGTERM'))).then(() => {}));
	// One after the other: the first builds the web app where that has not been done.
	for (const [index, own] of ports.entries()) {
		const DATA_DIR = join(folder, `product-${index + 1}`);
		all.push(
			await startNode(own, {
				...{ ...shared, PORT: String(own), DATA_DIR, HEAP_REPORT_FILE: heapReportOf(folder, index) },
				...ofNode?.(index),
			}),
		);
	}
	if (count > 1) opened.adopt(await startBalancer(folder, { port, nodePorts: ports }), (balancer) => balancer.close());
	return all as unknown as ProductNodes;
}

/** Where a node writes what memory it uses, when it is told to. */
export function heapReportOf(folder: string, index: number): string {
	return join(folder, `heap-${index + 1}.json`);
}

async function startNode(port: number, settings: Record<string, string>): Promise<ProductNode> {
	let server = await startRealServer(settings);
	return {
		port,
		server: () => server,
		async start() {
			server = await startAgain(settings);
		},
		kill: () => server.end('SIGKILL'),
	};
}

/** As a service manager does: a database that is still recovering ends a start, and the next one succeeds. */
async function startAgain(settings: Record<string, string>): Promise<RealServer> {
	for (let tries = 1; ; tries += 1) {
		try {
			return await startRealServer(settings);
		} catch (error) {
			if (tries === STARTS_MAX) throw error;
			await sleep(START_AGAIN_AFTER_MS);
		}
	}
}
