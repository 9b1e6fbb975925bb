import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { buildWebIfStale } from '../../../scripts/web/build-web.mjs';
import type { Random } from '../../../test/partners/random.ts';
import { copyPreparedData } from '../../../test/sites/prepared-data.ts';
import { fakeOutside, type RealServer, startRealServer } from '../../../test/sites/real-server.ts';
import { freePort } from '../../../test/support/free-port.ts';
import type { Print } from '../trial.ts';
import { WALL_SECRET } from '../world/world.ts';
import { innermost, OWNER_IDS, type Place, serviceWays, type Way } from './ways.ts';

const RETRY_MS = 100;
const STARTS_MAX = 30;
const MESSAGE_MAX = 300;

export type Site = {
	readonly url: string;
	readonly backups: string;
	readonly place: Place;
	settingsAt(dataDir: string): Record<string, string>;
	/** Starts in another way; a clean stop comes first. */
	restart(random: Random): Promise<Way>;
	/** SIGKILL, then a start in the same way. */
	kill(downMs: number): Promise<void>;
	/** Returns true if the service may stop a PostgreSQL that a killed command left. */
	canClear(): boolean;
	stop(): Promise<void>;
	close(): Promise<void>;
};

/** A site whose folder belongs to an ordinary user, so that root and strangers differ from its owner. */
export async function openSite(print: Print): Promise<Site> {
	// The owner may not write to this checkout.
	await buildWebIfStale({ log: print });
	const folder = await mkdtemp(join(tmpdir(), 'lootpass-overlaps-'));
	await chmod(folder, 0o711);
	const [dataDir, volume, backups, walls] = ['data', 'volume', 'backups', 'walls.json'].map((name) =>
		join(folder, name),
	) as [string, string, string, string];
	await copyPreparedData(dataDir);
	for (const each of [volume, backups]) await mkdir(each, { mode: 0o700 });
	await writeFile(walls, JSON.stringify([{ id: 'w', partner: 'wannads', name: 'Wall', secret: WALL_SECRET }]));
	await promisify(execFile)('chown', ['-R', OWNER_IDS, dataDir, backups, walls]);
	const [port, nowhere] = await Promise.all([freePort(), freePort()]);
	const settingsAt = (dataDir: string) => ({
		...{ HOST: 'localhost', PORT: String(port), DATA_DIR: dataDir, OFFERWALLS_FILE: walls, LOG_LEVEL: 'fatal' },
		...fakeOutside({ url: `http://localhost:${nowhere}` }, 'a-vendor-key-that-only-this-proof-knows'),
	});
	const place: Place = { dataDir, volume, service: undefined };
	let [server, way]: [RealServer | undefined, Way] = [undefined, serviceWays[0] as Way];

	async function start(): Promise<void> {
		const { wrapper, dataDir } = way.wrap(place);
		for (let tries = 1; ; tries += 1) {
			try {
				server = await startRealServer(settingsAt(dataDir), wrapper);
				break;
			} catch (error) {
				// A command may hold the folder.
				if (tries === STARTS_MAX) throw error;
				print(`start again: ${(error as Error).message.trim().slice(0, MESSAGE_MAX)}`);
				await sleep(RETRY_MS);
			}
		}
		place.service = { pid: await innermost(server.process.pid ?? 0), dataDir };
	}
	async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
		const { service } = place;
		place.service = undefined;
		if (!server || !service) return;
		const ended = once(server.process, 'exit');
		process.kill(service.pid, signal);
		await ended;
	}
	const stop = () => end('SIGTERM');
	return {
		...{ url: `http://localhost:${port}`, backups, place, settingsAt, stop },
		canClear: () => way === serviceWays[0],
		async restart(random) {
			await stop();
			way = random.pick(serviceWays);
			await start();
			return way;
		},
		async kill(downMs) {
			await end('SIGKILL');
			await sleep(downMs);
			await start();
		},
		async close() {
			await end('SIGKILL');
			await rm(folder, { recursive: true, force: true });
		},
	};
}
