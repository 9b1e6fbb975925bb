import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSandbox, type Sandbox } from '../../../sandbox/app.ts';
import { createDatabase, type Database } from '../../../server/lib/db/database.ts';
import { withPool } from '../../../server/lib/db/with-pool.ts';
import { findRunningPostgres } from '../../../server/lib/postgres/embedded-postgres.ts';
import { bearer, type Json, request, send } from '../../../test/sites/json-client.ts';
import { fakeOutside, type RealServer, startRealServer } from '../../../test/sites/real-server.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { type Reach, untilAcknowledged } from '../world/load.ts';
import { SECRETS, VENDOR_KEY, WALL_SECRET } from '../world/world.ts';

const CLI = join(import.meta.dirname, '../../../server/cli.ts');
const ADMIN = { email: 'owner@example.com', password: 'a password of this proof alone' };
const PATIENCE_MS = 300_000;

/** A site on one machine with `BACKUP_DIR`, and the outside world, which is never lost. */
export type MorningSite = Reach & {
	folder: string;
	backups: string;
	sandbox: Sandbox;
	start(dataDir: string): Promise<void>;
	/** The disk is gone, and the machine with it. */
	lose(): Promise<void>;
	/** What an operator types. @returns the exit code and all that was printed. */
	type(...words: string[]): Promise<{ code: number; text: string }>;
	look<Found>(read: (db: Database) => Promise<Found>): Promise<Found>;
	callAsAdmin(name: string, data: unknown): Promise<Json>;
	close(): Promise<void>;
};

export async function openMorningSite(): Promise<MorningSite> {
	const folder = await mkdtemp(join(tmpdir(), 'lootpass-morning-'));
	const port = await freePort();
	const url = `http://localhost:${port}`;
	const played = { wallSecret: WALL_SECRET, vendorKey: VENDOR_KEY, settleMs: 100 };
	const sandbox = await createSandbox({ port: 0, productUrl: url, ...played, vendorWebhookRetryDelaysMs: [] });
	const wall = { id: 'w', partner: 'wannads', name: 'Wall', secret: WALL_SECRET };
	await writeFile(join(folder, 'walls.json'), JSON.stringify([wall]));
	const backups = join(folder, 'backups');
	const settings = {
		...{ HOST: 'localhost', PORT: String(port), ...SECRETS, BACKUP_DIR: backups, LOG_LEVEL: 'fatal' },
		...{ OFFERWALLS_FILE: join(folder, 'walls.json'), ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
		...fakeOutside(sandbox, VENDOR_KEY),
		// A machine that is busy with other things must not look like a vendor that does not answer.
		PAYOUT_TIMEOUT_MS: '5000',
	};
	let dataDir = '';
	let server: RealServer | undefined;
	return {
		...{ folder, url, sandbox, backups },
		async start(at) {
			dataDir = at;
			server = await startRealServer({ ...settings, DATA_DIR: at });
		},
		async lose() {
			const [pid] = (await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n');
			await server?.end('SIGKILL');
			server = undefined;
			process.kill(Number(pid), 'SIGKILL');
			await rm(dataDir, { recursive: true, maxRetries: 50, retryDelay: 100 });
		},
		type: (...words) =>
			new Promise((resolve) => {
				const env = { PATH: process.env.PATH, ...settings, DATA_DIR: dataDir };
				const child = execFile(process.execPath, [CLI, ...words], { env }, (_, out, error) =>
					resolve({ code: child.exitCode ?? 1, text: out + error }),
				);
			}),
		async look(read) {
			const running = await findRunningPostgres(dataDir);
			if (!running) throw new Error('the database does not run');
			return withPool({ url: running.ownerUrl, name: 'proof' }, (pool) => read(createDatabase(pool)));
		},
		async callAsAdmin(name, data) {
			const signedIn = await send('POST', `${url}/auth/sign-in/email`, ADMIN);
			const { body } = await request(`${url}/auth/token`, { headers: bearer(signedIn.body.token) });
			return (await send('POST', `${url}/api/${name}`, { data }, bearer(body.token))).body;
		},
		async close() {
			await server?.end('SIGTERM');
			await sandbox.close();
			await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
		},
	};
}

export type Sent = { uid: string; transId: string; atMs: number };

/** A partner who pays one of them every 100 ms, and remembers what was acknowledged. */
export function startPartner(site: Reach, uids: readonly string[]): { sent: readonly Sent[]; stop(): Promise<void> } {
	const sent: Sent[] = [];
	let isOver = false;
	async function pay(): Promise<void> {
		for (let n = 0; !isOver; n += 1) {
			const uid = uids[n % uids.length] ?? '';
			const one = { uid, transId: randomUUID(), atMs: Date.now() };
			await untilAcknowledged(site, uid, one.transId, '1');
			sent.push(one);
			await sleep(100);
		}
	}
	const paying = pay();
	return {
		sent,
		stop() {
			isOver = true;
			return paying;
		},
	};
}

/** @throws Error when it takes far longer than it can. */
export async function until<Found>(what: string, look: () => Promise<Found | undefined | false>): Promise<Found> {
	const deadline = performance.now() + PATIENCE_MS;
	for (;;) {
		const found = await look();
		if (found !== undefined && found !== false) return found;
		if (performance.now() > deadline) throw new Error(`${what} has not come about`);
		await sleep(200);
	}
}
