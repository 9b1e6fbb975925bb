import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createSandbox, type Sandbox } from '../../../sandbox/app.ts';
import { createDatabase, createPool, type Database } from '../../../server/lib/db/database.ts';
import { type FaultyProxy, startFaultyProxy } from '../../../test/crashes/faulty-proxy.ts';
import type { Random } from '../../../test/partners/random.ts';
import { send } from '../../../test/sites/json-client.ts';
import {
	fakeOutside,
	type LinkedPostgres,
	type RealServer,
	startLinkedPostgres,
} from '../../../test/sites/real-server.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { heapReportOf, type ProductNode, startProductNodes } from './product-nodes.ts';

export const WALL_SECRET = 'a-wall-secret-that-only-this-proof-knows';
/** What all nodes of this proof share. */
export const SECRETS = {
	AUTH_SECRET: 'an-auth-secret-that-all-nodes-of-this-proof-share',
	PROOF_KEY: 'YS1wcm9vZi1rZXktdGhhdC1hbGwtbm9kZXMtc2hhcmU',
	MEMORY_KEY: 'a-memory-key-that-all-nodes-of-this-proof-share',
};
export const VENDOR_KEY = 'a-vendor-key-that-only-this-proof-knows';

/** How many credits of one user may be taken back; one more would be a ban. */
export const REVERSALS_MAX = 99;

/** What is killed: our process, one session of the database (which then ends all and recovers), or all of the database. */
export type Victim = 'server' | 'session' | 'postmaster';

/** Where a network lies: whoever asks the product, and what the product asks. */
export const links = ['door', 'database', 'vendor', 'platform'] as const;
export type Link = (typeof links)[number];

/** The product as an operator runs it, with a durable database beside it, and the outside world, which is never killed. */
export type World = {
	/** Where partners, users and the vendor reach the product: the proxy at its door. */
	readonly url: string;
	readonly port: number;
	readonly nodes: readonly ProductNode[];
	/** Where the first of them writes what memory it uses, when it is told to. */
	readonly heapReport: string;
	readonly sandbox: Sandbox;
	readonly links: Readonly<Record<Link, FaultyProxy>>;
	readonly db: Database;
	startDatabase(): Promise<void>;
	/** Kills without warning, nodes in turn, waits a while, and starts again what does not come back by itself. */
	kill(victim: Victim, downMs: number): Promise<void>;
	server(): RealServer;
	close(): Promise<void>;
};

export type Disk = { mount(folder: string): Promise<void>; unmount(): Promise<void> };

export type WorldOptions = {
	/** How many processes of the product; several stand behind HAProxy. */
	nodes?: number;
	/** For the database's files. Absent: the machine's. */
	disk?: Disk;
	/** Opened by the caller, and closed by them. Absent: the world's own. */
	postgres?: LinkedPostgres;
	env?: Record<string, string>;
	/** What one of several nodes has for itself. */
	ofNode?: (index: number) => Record<string, string>;
	/** Other ones than an operator's, as parameters of the database's address. */
	timeLimits?: string;
};

/** @throws Error when a part of it does not start; then nothing of the others is left. */
export async function openWorld(random: Random, options: WorldOptions = {}): Promise<World> {
	const opened = new AsyncDisposableStack();
	try {
		return await openParts(opened, random, options);
	} catch (error) {
		await opened.disposeAsync();
		throw error;
	}
}

/** @param opened closes what was opened, the last first. */
async function openParts(
	opened: AsyncDisposableStack,
	random: Random,
	{ nodes = 1, disk, postgres: given, env, ofNode, timeLimits = '' }: WorldOptions,
): Promise<World> {
	const folder = await mkdtemp(join(tmpdir(), 'lootpass-prove-'));
	opened.defer(() => rm(folder, { recursive: true, force: true }));
	opened.defer(() => disk?.unmount());
	await disk?.mount(join(folder, 'data'));
	const port = await freePort();
	const proxyTo = async (target: Parameters<typeof startFaultyProxy>[0]) =>
		opened.adopt(await startFaultyProxy(target, random), (proxy) => proxy.close());
	const door = await proxyTo({ host: 'localhost', port });
	const url = `http://localhost:${door.port}`;
	const sandbox = await createSandbox({
		port: 0,
		productUrl: url,
		wallSecret: WALL_SECRET,
		vendorKey: VENDOR_KEY,
		settleMs: 100,
		vendorWebhookRetryDelaysMs: [200, 1_000],
		callbackTimeoutMs: 2_000,
	});
	opened.defer(() => sandbox.close());
	// The vendor can pay for everything; what it does when it cannot is tested elsewhere.
	await send('PATCH', `${sandbox.url}/control/vendor`, { robuxAvailable: 1e9, maxRobuxAvailable: 1e9, balance: 1e9 });
	const walls = [
		{ id: 'w', partner: 'wannads', name: 'Wall', secret: WALL_SECRET },
		{ id: 'weak', partner: 'monlix', name: 'Unsigned', secret: WALL_SECRET },
	];
	await writeFile(join(folder, 'walls.json'), JSON.stringify(walls));
	const own = given ? undefined : await startLinkedPostgres(folder, { durable: true });
	opened.defer(() => own?.stop());
	const postgres = (given ?? own) as LinkedPostgres;
	const played = { host: 'localhost', port: Number(new URL(sandbox.url).port) };
	const database = await proxyTo({ path: postgres.socketPath });
	const links = { door, database, vendor: await proxyTo(played), platform: await proxyTo(played) };
	const settings = { ...settingsOf({ folder, postgres, links, timeLimits }), ...env };
	const product = await startProductNodes(opened, folder, { count: nodes, port, settings, ofNode });
	const pool = createPool({ url: postgres.ownerUrl, poolSize: 2, applicationName: 'proof', onError: () => {} });
	const db = createDatabase(pool);
	opened.defer(() => db.destroy());
	// Partners take back far more here than a user may usually lose.
	await sql`update offerwall_settings set chargebacks_to_ban = ${REVERSALS_MAX + 1}`.execute(db);
	// And are as fast as no user is, and withdraw all day; nobody is here to decide about what is held for that.
	await sql`update screening_rules set is_on = false where rule in ('score', 'amount')`.execute(db);

	let nodesKilled = 0;
	const kill: Record<Victim, (downMs: number) => Promise<void>> = {
		async server(downMs) {
			const node = product[nodesKilled++ % nodes] ?? product[0];
			await node.kill();
			await sleep(downMs);
			await node.start();
		},
		async session() {
			const pid = await sessionOf(db);
			if (pid) process.kill(pid, 'SIGKILL');
		},
		async postmaster(downMs) {
			await postgres.kill();
			await sleep(downMs);
			await postgres.start();
		},
	};
	return {
		url,
		port,
		nodes: product,
		heapReport: heapReportOf(folder, 0),
		sandbox,
		links,
		db,
		kill: (victim, downMs) => kill[victim](downMs),
		startDatabase: postgres.start,
		server: () => product[0].server(),
		close: () => opened.disposeAsync(),
	};
}

/** A process that serves one of the product's connections. */
async function sessionOf(db: Database): Promise<number | undefined> {
	const { rows } = await sql<{ pid: number }>`
		select pid from pg_stat_activity where application_name = 'lootpass server' and datname is not null order by random() limit 1
	`.execute(db);
	return rows[0]?.pid;
}

type Parts = {
	folder: string;
	postgres: LinkedPostgres;
	links: Record<Link, FaultyProxy>;
	timeLimits: string;
};

function settingsOf({ folder, postgres, links, timeLimits }: Parts): Record<string, string> {
	const overNetwork = (url: string) =>
		url.replace('@/', `@localhost:${links.database.port}/`).replace(/\?.*$/, `?${timeLimits}`);
	return {
		HOST: 'localhost',
		...SECRETS,
		DATABASE_URL: overNetwork(postgres.appUrl),
		DATABASE_OWNER_URL: overNetwork(postgres.ownerUrl),
		OFFERWALLS_FILE: join(folder, 'walls.json'),
		...fakeOutside({ url: `http://localhost:${links.platform.port}` }, VENDOR_KEY),
		// A machine that is busy with other things must not look like a vendor that does not answer.
		PAYOUT_TIMEOUT_MS: '1500',
		RBXCRATE_URL: `http://localhost:${links.vendor.port}/rbxcrate/api`,
		LOG_LEVEL: process.env.LOOTPASS_PROVE_LOG ?? 'fatal',
	};
}
