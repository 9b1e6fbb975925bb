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

export type ProductNodes = {
	readonly all: readonly [ProductNode, ...ProductNode[]];
	close(): Promise<void>;
};

/** The database inside takes 80 connections, and each node up to nine beside its pool. */
const POOL_OF_SEVERAL = 8;
/** Nodes with different ones refuse each other's people. It is the same each time, as the web app is built with it. */
const SHARED_ORIGIN = 'http://localhost:3000';
const STARTS_MAX = 5;
const START_AGAIN_AFTER_MS = 1_000;

/** Processes that share nothing but the database, `port` leading to all: to the only one, or to a load balancer. */
export async function startProductNodes(
	folder: string,
	{ count, port, settings }: { count: number; port: number; settings: Record<string, string> },
): Promise<ProductNodes> {
	const ports = count === 1 ? [port] : await Promise.all(Array.from({ length: count }, freePort));
	const ofSeveral = {
		DATABASE_POOL: String(POOL_OF_SEVERAL),
		TRUSTED_PROXIES: '127.0.0.1,::1',
		PUBLIC_URL: SHARED_ORIGIN,
	};
	const shared: Record<string, string> = count === 1 ? settings : { ...ofSeveral, ...settings };
	const startNth = (own: number, index: number) =>
		startNode(own, {
			...shared,
			PORT: String(own),
			DATA_DIR: join(folder, `product-${index + 1}`),
			HEAP_REPORT_FILE: heapReportOf(folder, index),
		});
	const [firstPort = port, ...others] = ports;
	// The first builds the web app where that has not been done: all at once would do it each for itself.
	const first = await startNth(firstPort, 0);
	const all = [first, ...(await Promise.all(others.map((own, index) => startNth(own, index + 1))))] as const;
	const balancer = count === 1 ? undefined : await startBalancer(folder, { port, nodePorts: ports });
	return {
		all,
		async close() {
			await balancer?.close();
			await Promise.all(all.map((node) => node.server().end('SIGTERM')));
		},
	};
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
