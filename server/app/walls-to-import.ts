import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { reasonOf, StartProblem } from '../lib/start-problem.ts';
import type { WallsFile } from '../offerwalls/saved-walls/import-offerwalls.ts';
import type { Config } from './config.ts';
import type { Secrets } from './derive-secrets.ts';

export function readWallsFile(path: string, source = `OFFERWALLS_FILE ${path}`): WallsFile {
	try {
		return { source, entries: JSON.parse(readFileSync(path, 'utf8')) };
	} catch (cause) {
		throw new StartProblem(`Couldn't read ${source}: ${reasonOf(cause)}.`, { cause });
	}
}

export function wallsToImport(config: Config, secrets: Pick<Secrets, 'sandboxWallSecret'>): WallsFile | undefined {
	const { offerwallsFile: path, sandbox, role } = config;
	if (path) return readWallsFile(path);
	if (!sandbox.enabled || role === 'worker') return undefined;
	return { source: 'the sandbox', entries: sandboxWalls(sandbox.url, secrets.sandboxWallSecret) };
}

export const sandboxWallIds: readonly string[] = ['sandbox', 'sandbox-games', 'sandbox-tasks'];

function sandboxWalls(url: string, wallSecret: string): object[] {
	const allowedIps = ['127.0.0.1', '::1'];
	const wall = {
		id: 'sandbox',
		partner: 'wannads',
		name: 'Sandbox Offers',
		secret: wallSecret,
		appId: 'sandbox',
		allowedIps,
		override: { wallUrl: `${url}/wall?apiKey={appId}&userId={uid}` },
		picture: `${url}/pictures/offers/8200002.png`,
		report: { kind: 'bitlabs', url, s2sToken: 'sandbox' },
	};
	const keyed = (id: string, what: string) => createHmac('sha256', wallSecret).update(`${id} ${what}`).digest('hex');
	const fed = (id: string) => ({
		...{ id, allowedIps, secret: keyed(id, 'secret'), pathKey: keyed(id, 'path').slice(0, 32) },
	});
	const games = {
		...{ ...fed('sandbox-games'), partner: 'lootably', name: 'Sandbox Games' },
		feed: { kind: 'lootably', url, apiKey: 'sandbox', placementID: 'sandbox' },
	};
	const tasks = {
		...{ ...fed('sandbox-tasks'), partner: 'adgate', name: 'Sandbox Tasks' },
		feed: { kind: 'adgate', url, aff: 1, api_key: 'sandbox', wall_code: 'sandbox' },
	};
	return [wall, games, tasks];
}
