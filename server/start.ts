import { pino } from 'pino';
import { createApp } from './app.ts';
import { type Config, loadConfig, wordSettings } from './config.ts';
import { createDependencies, type Dependencies } from './dependencies.ts';
import { portProblem, requireFreePorts } from './free-ports.ts';
import { ensureFirstAdmin } from './identity/ensure-first-admin.ts';
import { StartProblem } from './lib/start-problem.ts';
import { openDatabase } from './open-database.ts';
import { provideSecrets, type Secrets } from './secrets.ts';
import { startSandbox } from './start-sandbox.ts';
import { welcome } from './welcome.ts';
import { startWorkers } from './workers.ts';

export type StartOptions = {
	env: NodeJS.ProcessEnv;
	/** Lines for the person at the terminal. */
	say: (line: string) => void;
	/** Aborting it ends a start that is under way; what was started is stopped again. */
	signal: AbortSignal;
};

export type Running = {
	/** Ends requests and jobs that are under way, writes what is gathered, and stops everything that was started. */
	stop: () => Promise<void>;
	/** Resolves with the reason when the product cannot go on. */
	failed: Promise<string>;
};

type Stop = () => Promise<void>;

/**
 * Starts the product in the order in which its parts need each other.
 * @throws StartProblem when something outside the program is in the way. Nothing stays started then.
 */
export async function start(options: StartOptions): Promise<Running> {
	const config = loadConfig(options.env);
	const stops: Stop[] = [];
	const stop = () => stopAll(stops);
	try {
		const { failed } = await startParts(config, options, stops);
		return { stop, failed };
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Starts part after part and notes how to stop each. */
async function startParts(
	config: Config,
	{ env, say, signal }: StartOptions,
	stops: Stop[],
): Promise<Pick<Running, 'failed'>> {
	const log = pino({ level: config.logLevel });
	const serves = config.role !== 'worker';
	const works = config.role !== 'web';
	const plays = config.sandbox.enabled && serves;

	if (serves) await requireFreePorts(wantedPorts(config, plays));
	const secrets = await provideSecrets(config);
	const database = await openDatabase({
		config,
		say,
		signal,
		onLostConnection: (error) => log.warn({ err: error }, 'a database connection was lost'),
	});
	stops.push(database.close);
	say(database.description);
	if (database.warning) say(`Warning: ${database.warning}`);
	signal.throwIfAborted();

	if (serves) await buildWeb({ ...env, ...wordSettings(config) }, say);
	signal.throwIfAborted();
	if (plays) {
		const sandbox = await startSandbox(sandboxEnvironment(config, secrets), () => log.error('the sandbox ended'));
		stops.push(sandbox.stop);
	}

	const deps = await createDependencies({ config, secrets, database, log });
	stops.push(deps.close);
	const admin = { email: config.adminEmail, password: secrets.adminPassword };
	await ensureFirstAdmin({ ...deps, auth: deps.identity.auth }, admin);
	if (serves) stops.push(await listen(deps, config));
	if (works) stops.push((await startWorkers(deps, database.ownerPool)).stop);
	signal.throwIfAborted();

	say(welcome(config, secrets));
	return { failed: database.ended.then(() => 'The database server ended.') };
}

/** Loaded only now: it knows the build tools, which take longer to load than everything else. */
async function buildWeb(env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<void> {
	const { buildWebIfStale } = await import('../scripts/build-web.mjs');
	await buildWebIfStale({ log: say, env }).catch((cause) => {
		throw new StartProblem(cause.message, { cause });
	});
}

async function listen(deps: Dependencies, { port, host }: Config): Promise<Stop> {
	const app = await createApp(deps);
	const stop = () => app.close().then(() => {});
	try {
		await app.listen({ port, host });
		return stop;
	} catch (error) {
		await stop();
		throw portProblem(error, { setting: 'PORT', port, host });
	}
}

/** In the opposite order of starting. One that fails does not keep the others from being stopped. */
async function stopAll(stops: Stop[]): Promise<void> {
	const failures: unknown[] = [];
	for (let stop = stops.pop(); stop; stop = stops.pop()) {
		await stop().catch((error) => failures.push(error));
	}
	if (failures.length > 0) throw new AggregateError(failures, 'not everything stopped cleanly');
}

function wantedPorts({ port, host, sandbox }: Config, plays: boolean) {
	// The sandbox answers on `localhost`, whichever of the two addresses a browser takes for that.
	const sandboxPort = { setting: 'SANDBOX_PORT', port: sandbox.port, hosts: ['127.0.0.1', '::1'] };
	return [{ setting: 'PORT', port, hosts: [host] }, ...(plays ? [sandboxPort] : [])];
}

function sandboxEnvironment(config: Config, secrets: Secrets): Record<string, string> {
	return {
		...wordSettings(config),
		SANDBOX_PORT: String(config.sandbox.port),
		PRODUCT_URL: config.publicUrl,
		SANDBOX_WALL_ID: 'sandbox',
		SANDBOX_WALL_SECRET: secrets.sandboxWallSecret,
		SANDBOX_VENDOR_KEY: secrets.sandboxVendorKey,
	};
}
