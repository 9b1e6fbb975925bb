import { type Config, isBackedUp } from '../app/config.ts';
import { createDatabase, createPool, rowOf, withPool } from '../lib/db/database.ts';
import { laterMigrations, prepareSchema } from '../lib/db/prepare-schema.ts';
import type { ServerSettings } from '../lib/postgres/choose-server.ts';
import { EMBEDDED_APP_LOGIN, type EmbeddedPostgres, startEmbeddedPostgres } from '../lib/postgres/embedded-postgres.ts';
import { StartProblem } from '../lib/start-problem.ts';
import { requireWhole } from '../spread/spread-site.ts';
import { isWorker } from '../spread/store-spread.ts';

export type OpenDatabase = Awaited<ReturnType<typeof openDatabase>>;

type Options = {
	config: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir' | 'backup' | keyof ServerSettings>;
	print: (line: string) => void;
	onLostConnection: (error: Error) => void;
	signal: AbortSignal;
	/** Operators may run commands of an old copy. */
	refusesLater?: boolean;
};

export type Server = Pick<EmbeddedPostgres, 'appUrl' | 'ownerUrl' | 'serve' | 'stop'> & {
	appLogin: string | undefined;
	name: string;
	files: { backupUrl: string; dataFolder: string } | undefined;
	/** Resolves when the embedded server ends; never resolves for an external one. */
	ended: Promise<void>;
};

const OWNER_POOL_SIZE = 8;
const STATEMENT_MS = 30_000;

export async function openDatabase(options: Options) {
	const { config, print, onLostConnection, signal, refusesLater = false } = options;
	const server = await openServer({ config, print, signal });
	const ownerPool = createPool({
		url: server.ownerUrl,
		poolSize: OWNER_POOL_SIZE,
		applicationName: 'lootpass owner',
		onError: onLostConnection,
		statementMs: STATEMENT_MS,
	});
	const close = async () => {
		await ownerPool.end();
		await server.stop();
	};
	try {
		const { applied, role, warning } = await bringUpToDate(server, { onLostConnection, refusesLater });
		const description = `${server.name}${applied.length > 0 ? `, ${applied.length} migrations applied` : ''}`;
		return { ...server, role, ownerPool, description, warning, close };
	} catch (error) {
		await close();
		throw explained(error, config.databaseOwnerUrl ? 'DATABASE_OWNER_URL' : 'DATABASE_URL');
	}
}

export function openServer({ config, print, signal }: Pick<Options, 'config' | 'print' | 'signal'>): Promise<Server> {
	if (config.databaseUrl) return reachServer(config.databaseUrl, config.databaseOwnerUrl);
	return startServer(config, print, signal);
}

/** Sets no time limits, because this or another node may create an index. */
function bringUpToDate(
	{ ownerUrl, appLogin }: Server,
	{ onLostConnection, refusesLater }: Pick<Options, 'onLostConnection' | 'refusesLater'>,
) {
	return withPool({ url: ownerUrl, name: 'migrations', onError: onLostConnection }, async (pool) => {
		const later = refusesLater ? await laterMigrations(createDatabase(pool)) : [];
		if (later.length > 0) {
			throw new StartProblem(`A later version has migrated this database (${later.join(', ')}). Use that version.`);
		}
		const prepared = await prepareSchema(pool, { appLogin });
		await requireWhole(createDatabase(pool));
		return prepared;
	});
}

async function startServer(
	config: Options['config'],
	print: (line: string) => void,
	signal: AbortSignal,
): Promise<Server> {
	const { dataDir } = config;
	// Archives WAL even for a single command, or the WAL archive would have a gap.
	const postgres = await startEmbeddedPostgres({
		...{ dataDir, server: config, log: print, archives: isBackedUp(config), signal },
	});
	const { ownerUrl, appUrl, version, exited, serve, stop, backupUrl, dataFolder } = postgres;
	const name = `PostgreSQL ${version} in ${dataDir}`;
	const files = { backupUrl, dataFolder };
	return { ownerUrl, appUrl, appLogin: EMBEDDED_APP_LOGIN, name, ended: exited, serve, stop, files };
}

async function reachServer(appUrl: string, ownerUrl: string | undefined): Promise<Server> {
	const app = await query(appUrl, 'DATABASE_URL');
	const owner = ownerUrl ? await query(ownerUrl, 'DATABASE_OWNER_URL') : app;
	if (owner.id !== app.id) throw new StartProblem('DATABASE_URL and DATABASE_OWNER_URL must name the same database.');
	return {
		ownerUrl: ownerUrl ?? appUrl,
		appUrl,
		appLogin: ownerUrl ? app.user : undefined,
		name: `PostgreSQL ${app.version} of DATABASE_URL`,
		ended: new Promise(() => {}),
		files: undefined,
		serve: async () => {},
		stop: async () => {},
	};
}

/** @throws StartProblem if the server refuses the login or is a worker of a Citus cluster. */
async function query(url: string, setting: string) {
	const pool = createPool({ url, poolSize: 1, applicationName: 'lootpass start', onError: () => {} });
	const db = createDatabase(pool);
	try {
		const row = await rowOf<{ user: string; version: string; id: string }>(db)`
			select session_user as "user", current_setting('server_version') as version,
				oid || ' of ' || extract(epoch from pg_postmaster_start_time()) as id
			from pg_database where datname = current_database()`;
		if (await isWorker(db)) {
			throw new StartProblem(`${setting} points to a worker of a Citus cluster. Point it to the coordinator.`);
		}
		return row as NonNullable<typeof row>;
	} catch (error) {
		throw explained(error, setting);
	} finally {
		await db.destroy();
	}
}

const REFUSALS: Record<string, string> = {
	'28P01': 'wrong user or password',
	'28000': "this user isn't allowed",
	'3D000': "this database doesn't exist",
	'53300': 'it has no free connections',
	'57P03': 'it is starting up or shutting down',
	'42501': "this user can't create tables",
	'25006': 'it is read-only (a replica?)',
	ECONNREFUSED: 'nothing is listening on this address',
	ENOTFOUND: "this host doesn't exist",
	EAI_AGAIN: "the host name can't be resolved",
	ETIMEDOUT: 'no response',
	EHOSTUNREACH: 'the host is unreachable',
	ENOENT: "its socket or certificate file doesn't exist",
};

/** Describes the error without the URL, which may contain a password. */
function explained(error: unknown, setting: string): unknown {
	if (error instanceof StartProblem) return error;
	const { code = '', message = '' } = rootOf(error);
	const refusal = REFUSALS[code] ?? (/timeout|terminated/i.test(message) ? 'no response' : undefined);
	if (refusal)
		return new StartProblem(`Couldn't connect to the database: ${refusal}. Check ${setting}.`, { cause: error });
	return error;
}

function rootOf(error: unknown): { code?: string; message?: string } {
	const { cause, errors } = error as { cause?: unknown; errors?: unknown[] };
	if (cause) return rootOf(cause);
	if (errors?.[0]) return rootOf(errors[0]);
	return error as { code?: string; message?: string };
}
