import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createSandbox, type Sandbox } from '../../sandbox/app.ts';
import { createDatabase, createPool, type Database } from '../../server/lib/database.ts';
import { send } from '../../test/json-client.ts';
import {
	freePort,
	type LinkedPostgres,
	playedOutside,
	type RealServer,
	startLinkedPostgres,
	startRealServer,
} from '../../test/real-server.ts';

export const WALL_SECRET = 'a-wall-secret-that-only-this-proof-knows';
const VENDOR_KEY = 'a-vendor-key-that-only-this-proof-knows';

/** How many credits of one person may be taken back; one more would be a ban. */
export const REVERSALS_MAX = 99;

/** What is killed: our process, one session of the database (which then ends all and recovers), or all of the database. */
export const victims = ['server', 'session', 'postmaster'] as const;
export type Victim = (typeof victims)[number];

/** The product as an operator runs it, with a durable database beside it, and the outside world, which is never killed. */
export type World = {
	readonly url: string;
	readonly sandbox: Sandbox;
	/** As its owner. Broken for the time of an outage. */
	readonly db: Database;
	/** Kills without warning, waits a while, and starts again what does not come back by itself. */
	kill(victim: Victim, downMs: number): Promise<void>;
	close(): Promise<void>;
};

/** @throws Error when a part of it does not start. Nothing stays started then. */
export async function openWorld(): Promise<World> {
	const folder = await mkdtemp(join(tmpdir(), 'lootpass-prove-'));
	const port = await freePort();
	const url = `http://localhost:${port}`;
	const sandbox = await createSandbox({
		port: 0,
		productUrl: url,
		wallSecret: WALL_SECRET,
		vendorKey: VENDOR_KEY,
		settleMs: 100,
		vendorCallbackRetryDelaysMs: [200, 1_000],
	});
	// The vendor can pay for everything; what it does when it cannot is tested elsewhere.
	await send('PATCH', `${sandbox.url}/control/vendor`, { robuxAvailable: 1e9, maxRobuxAvailable: 1e9, balance: 1e9 });
	const wall = { id: 'w', partner: 'wannads', name: 'Wall', secret: WALL_SECRET };
	await writeFile(join(folder, 'walls.json'), JSON.stringify([wall]));
	const postgres = await startLinkedPostgres(folder, { durable: true });
	const settings = settingsOf({ port, folder, sandbox, postgres });
	let server: RealServer = await startRealServer(settings);
	const pool = createPool({ url: postgres.ownerUrl, poolSize: 2, applicationName: 'proof', onError: () => {} });
	const db = createDatabase(pool);
	// Partners take back far more here than a person may usually lose.
	await sql`update offerwall_settings set chargebacks_to_ban = ${REVERSALS_MAX + 1}`.execute(db);

	const kill: Record<Victim, (downMs: number) => Promise<void>> = {
		async server(downMs) {
			await server.end('SIGKILL');
			await sleep(downMs);
			server = await startRealServer(settings);
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
		sandbox,
		db,
		kill: (victim, downMs) => kill[victim](downMs),
		async close() {
			await server.end('SIGTERM');
			await db.destroy();
			await postgres.stop();
			await sandbox.close();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** A process that serves one of the product's connections. */
async function sessionOf(db: Database): Promise<number | undefined> {
	const { rows } = await sql<{ pid: number }>`
		select pid from pg_stat_activity where application_name = 'lootpass' and datname is not null order by random() limit 1
	`.execute(db);
	return rows[0]?.pid;
}

type Parts = { port: number; folder: string; sandbox: Sandbox; postgres: LinkedPostgres };

function settingsOf({ port, folder, sandbox, postgres }: Parts): Record<string, string> {
	return {
		PORT: String(port),
		HOST: 'localhost',
		DATA_DIR: join(folder, 'product'),
		DATABASE_URL: postgres.appUrl,
		DATABASE_OWNER_URL: postgres.ownerUrl,
		OFFERWALLS_FILE: join(folder, 'walls.json'),
		...playedOutside(sandbox, VENDOR_KEY),
		LOG_LEVEL: 'fatal',
	};
}
