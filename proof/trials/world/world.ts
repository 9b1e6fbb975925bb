import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createSandbox, type Sandbox } from '../../../sandbox/app.ts';
import { createDatabase, createPool, type Database, rowOf } from '../../../server/lib/db/database.ts';
import { type FaultyProxy, startFaultyProxy } from '../../../test/crashes/faulty-proxy.ts';
import type { Random } from '../../../test/partners/random.ts';
import { send } from '../../../test/sites/json-client.ts';
import {
	fakeOutside,
	type LinkedPostgres,
	type RealServer,
	startLinkedPostgres,
	startRealServer,
} from '../../../test/sites/real-server.ts';
import { freePort } from '../../../test/support/free-port.ts';

export const WALL_SECRET = 'a-wall-secret-that-only-this-proof-knows';
const VENDOR_KEY = 'a-vendor-key-that-only-this-proof-knows';
const STARTS_MAX = 5;
const START_AGAIN_AFTER_MS = 1_000;

export type Victim = 'server' | 'session' | 'postmaster';

export const links = ['door', 'database', 'vendor', 'platform'] as const;
export type Link = (typeof links)[number];

export type World = AsyncDisposable & {
	readonly url: string;
	readonly port: number;
	readonly sandbox: Sandbox;
	readonly links: Readonly<Record<Link, FaultyProxy>>;
	readonly db: Database;
	server(): RealServer;
	restartDatabase(): Promise<void>;
	kill(victim: Victim, downMs: number): Promise<void>;
};

export type Disk = { mount(folder: string): Promise<void>; unmount(): Promise<void> };

export type WorldOptions = {
	disk?: Disk;
	/** A running PostgreSQL that the caller stops. Default: the world starts its own. */
	postgres?: LinkedPostgres;
	env?: Record<string, string>;
	timeLimits?: string;
};

/** @throws Error if a part does not start, after stopping the others. */
export async function openWorld(random: Random, options: WorldOptions = {}): Promise<World> {
	const { disk, postgres: given, env, timeLimits = '' } = options;
	await using opened = new AsyncDisposableStack();
	const { path: folder } = opened.use(await mkdtempDisposable(join(tmpdir(), 'lootpass-prove-')));
	opened.defer(() => disk?.unmount());
	await disk?.mount(join(folder, 'data'));
	const port = await freePort();
	const proxyTo = async (target: Parameters<typeof startFaultyProxy>[0]) =>
		opened.adopt(await startFaultyProxy(target, random), (proxy) => proxy.close());
	const door = await proxyTo({ host: 'localhost', port });
	const url = `http://localhost:${door.port}`;
	const sandbox = opened.adopt(await openSandbox(url), (each) => each.close());
	const own = given ? undefined : await startLinkedPostgres(folder);
	opened.defer(() => own?.stop());
	const postgres = (given ?? own) as LinkedPostgres;
	const outside = { host: 'localhost', port: Number(new URL(sandbox.url).port) };
	const links = {
		door,
		database: await proxyTo({ path: postgres.socketPath }),
		vendor: await proxyTo(outside),
		platform: await proxyTo(outside),
	};
	const settings = { ...(await settingsOf({ folder, postgres, links, timeLimits })), PORT: String(port), ...env };
	let server = await startRealServer(settings);
	opened.defer(() => server.end('SIGTERM'));
	const db = openDatabase(opened, postgres.ownerUrl);
	// The load's many reversals must not ban users.
	await sql`alter table chargebacks alter column forgiven_at set default now()`.execute(db);
	// No admin reviews the withdrawals that these rules would hold.
	await sql`update screening_rules set is_on = false where rule in ('score', 'amount')`.execute(db);

	const kill: Record<Victim, (downMs: number) => Promise<void>> = {
		async server(downMs) {
			await server.end('SIGKILL');
			await sleep(downMs);
			server = await startAgain(settings);
		},
		async session() {
			const session = await rowOf<{ pid: number }>(db)`
				select pid from pg_stat_activity where application_name = 'lootpass server' and datname is not null
				order by random() limit 1`;
			if (session) process.kill(session.pid, 'SIGKILL');
		},
		async postmaster(downMs) {
			await postgres.kill();
			await sleep(downMs);
			await postgres.start();
		},
	};
	const running = opened.move();
	return {
		...{ url, port, sandbox, links, db },
		server: () => server,
		async restartDatabase() {
			await postgres.stop();
			await postgres.start();
		},
		kill: (victim, downMs) => kill[victim](downMs),
		[Symbol.asyncDispose]: () => running.disposeAsync(),
	};
}

export function openDatabase(opened: AsyncDisposableStack, url: string): Database {
	return opened.use(createDatabase(createPool({ url, poolSize: 2, applicationName: 'proof', onError: () => {} })));
}

async function openSandbox(productUrl: string): Promise<Sandbox> {
	const secrets = { wallSecret: WALL_SECRET, vendorKey: VENDOR_KEY };
	const times = { settleMs: 100, vendorWebhookRetryDelaysMs: [200, 1_000], callbackTimeoutMs: 2_000 };
	const sandbox = await createSandbox({ port: 0, productUrl, ...secrets, ...times });
	await send('PATCH', `${sandbox.url}/control/vendor`, { robuxAvailable: 1e9, maxRobuxAvailable: 1e9, balance: 1e9 });
	return sandbox;
}

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

type Parts = { folder: string; postgres: LinkedPostgres; links: World['links']; timeLimits: string };

async function settingsOf({ folder, postgres, links, timeLimits }: Parts): Promise<Record<string, string>> {
	const overNetwork = (url: string) =>
		url.replace('@/', `@localhost:${links.database.port}/`).replace(/\?.*$/, `?${timeLimits}`);
	const wallsFile = join(folder, 'walls.json');
	const walls = [
		{ id: 'w', partner: 'wannads', name: 'Wall', secret: WALL_SECRET },
		{ id: 'weak', partner: 'monlix', name: 'Unsigned', secret: WALL_SECRET, allowedIps: ['127.0.0.1', '::1'] },
	];
	await writeFile(wallsFile, JSON.stringify(walls));
	return {
		HOST: 'localhost',
		DATA_DIR: join(folder, 'product'),
		DATABASE_URL: overNetwork(postgres.appUrl),
		DATABASE_OWNER_URL: overNetwork(postgres.ownerUrl),
		OFFERWALLS_FILE: wallsFile,
		...fakeOutside({ url: `http://localhost:${links.platform.port}` }, VENDOR_KEY),
		PAYOUT_TIMEOUT_MS: '1500',
		RBXCRATE_URL: `http://localhost:${links.vendor.port}/rbxcrate/api`,
		LOG_LEVEL: process.env.LOOTPASS_PROVE_LOG ?? 'fatal',
	};
}
