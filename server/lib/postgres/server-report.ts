import { join } from 'node:path';
import { type Database, rowOf, type Session } from '../db/database.ts';
import type { Alert } from '../feature.ts';
import { chooseServer, type ServerSettings } from './choose-server.ts';

/** Newest minor release of each major version when this version of the product was made. */
const NEWEST_MINORS: Readonly<Record<string, number>> = { 15: 20, 16: 16, 17: 12, 18: 6 };

type Site = { db: Database; config: ServerSettings & { dataDir: string; databaseUrl: string | undefined } };

/** `newer` is the newest known minor release, if the server is older. `inWords` names both. */
export async function readServerVersion(db: Database) {
	const [version = ''] = (await selectServerVersion(db)).split(' ');
	const newer = newerThan(version);
	return { version, newer, inWords: `PostgreSQL ${version}${newer ? ` (${newer} is out)` : ''}` };
}

export async function selectServerVersion(db: Database | Session): Promise<string> {
	const row = await rowOf<{ version: string }>(db)`select current_setting('server_version') as version`;
	return row?.version ?? '';
}

export function newerThan(version: string): string | undefined {
	const [major = '', minor] = version.split('.');
	const newest = NEWEST_MINORS[major];
	return newest !== undefined && Number(minor) < newest ? `${major}.${newest}` : undefined;
}

export async function listServerAlerts({ db, config }: Site): Promise<Alert[]> {
	if (!config.isProduction) return [];
	const { version, newer } = await readServerVersion(db);
	if (await isBundled(config)) {
		const message = `This site runs on the bundled PostgreSQL ${version}, which is meant for development. Install Debian's postgresql, stop the product, and run upgrade-database.`;
		return [{ kind: 'database-bundled', message }];
	}
	if (!newer) return [];
	return [
		{ kind: 'database-old', message: `PostgreSQL ${version} lacks fixes: ${newer} is out. Update and restart it.` },
	];
}

async function isBundled({ databaseUrl, dataDir, ...settings }: Site['config']): Promise<boolean> {
	if (databaseUrl) return false;
	return (await chooseServer(join(dataDir, 'postgres/data'), settings)).nativeFolder !== undefined;
}
