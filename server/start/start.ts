import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { brandingSettings, type Config, isBackedUp, loadConfig, provideSecrets, type Secrets } from '../app/config.ts';
import { settingWarnings } from '../app/setting-warnings.ts';
import { takeOver } from '../lib/postgres/folder-lock.ts';
import { StartProblem } from '../lib/start-problem.ts';
import { requireFreePorts, type Stop, stopAll } from './free-ports.ts';
import { openDatabase } from './open-database.ts';
import { createProcessLog } from './process-log.ts';

const WEB_SOURCE = join(import.meta.dirname, '../../web');

type StartOptions = {
	env: NodeJS.ProcessEnv;
	print: (line: string) => void;
	signal: AbortSignal;
	/** True to open a data folder that another machine used. */
	takesOver: boolean;
};

/** @throws StartProblem if something outside the program prevents the start; then nothing stays running. */
export async function start(options: StartOptions) {
	// Warns before the settings are checked, because a misspelt setting may explain a missing one.
	for (const warning of settingWarnings(options.env)) options.print(`Warning: ${warning}`);
	const config = loadConfig(options.env);
	const stops: Stop[] = [];
	const stop = () => stopAll(stops);
	try {
		return { stop, ...(await startParts(config, options, stops)) };
	} catch (error) {
		await stop();
		throw error;
	}
}

async function startParts(config: Config, { print, signal, takesOver }: Omit<StartOptions, 'env'>, stops: Stop[]) {
	const log = createProcessLog(config);
	const serves = config.role !== 'worker';
	const plays = config.sandbox.enabled && serves;

	if (serves) await requireFreePorts(wantedPorts(config, plays));
	if (takesOver) await takeOver(config.dataDir);
	const secrets = await provideSecrets(config);
	const onLostConnection = (err: Error) => log.warn({ err }, 'lost a database connection');
	// Concurrent, because these steps take most of the time.
	const opening = openDatabase({ config, print, signal, onLostConnection });
	const sandboxEnded = () => log.error('the sandbox stopped; restart to get it back');
	const playing = plays ? startSandbox(sandboxEnvironment(config, secrets), sandboxEnded) : undefined;
	const loading = import('./start-product.ts');
	await Promise.allSettled([
		opening.then(({ close }) => stops.push(close)),
		playing?.then((sandbox) => stops.push(sandbox.stop)),
		loading,
	]);
	// Throws a failed step's error only now, when all started parts are in `stops`.
	const [database, { startProduct }] = await Promise.all([opening, loading, playing]);
	print(database.description);
	if (database.warning) print(`Warning: ${database.warning}`);
	if (config.isProduction && database.files && !isBackedUp(config)) {
		print('Warning: backups are off. If this disk fails, every balance is lost. Set BACKUP_DIR.');
	}
	signal.throwIfAborted();
	await database.serve();

	const brandPages = serves ? await preparePages(config, print) : undefined;
	signal.throwIfAborted();
	const live = await startProduct({ config, secrets, database, brandPages, log }, stops);
	signal.throwIfAborted();

	print(welcome(live, secrets));
	return { failed: database.ended.then(() => 'the database server stopped') };
}

async function preparePages(
	{ languages }: Config,
	print: (line: string) => void,
): Promise<(config: Config) => Promise<string>> {
	if (existsSync(WEB_SOURCE)) {
		const { buildWebIfStale } = await import('../../scripts/web/build-web.mjs');
		await buildWebIfStale({ languages, log: print }).catch((cause) => {
			throw new StartProblem(cause.message, { cause });
		});
	}
	const { brandPages } = await import('../app/branding/brand-pages.ts');
	return brandPages;
}

function wantedPorts({ port, host, sandbox }: Config, plays: boolean) {
	// Browsers may resolve `localhost` to either address.
	const sandboxPort = { setting: 'SANDBOX_PORT', port: sandbox.port, hosts: ['127.0.0.1', '::1'] };
	const smtpPort = { setting: 'SANDBOX_SMTP_PORT', port: sandbox.smtpPort, hosts: ['127.0.0.1'] };
	return [{ setting: 'PORT', port, hosts: [host] }, ...(plays ? [sandboxPort, smtpPort] : [])];
}

function sandboxEnvironment(config: Config, secrets: Secrets): Record<string, string> {
	return {
		...brandingSettings(config),
		SANDBOX_PORT: String(config.sandbox.port),
		SANDBOX_SMTP_PORT: String(config.sandbox.smtpPort),
		...(config.google && {
			SANDBOX_GOOGLE_CLIENT_ID: config.google.clientId,
			SANDBOX_GOOGLE_CLIENT_SECRET: config.google.clientSecret ?? secrets.sandboxGoogleSecret,
		}),
		PRODUCT_URL: config.publicUrl,
		SANDBOX_WALL_ID: 'sandbox',
		SANDBOX_WALL_SECRET: secrets.sandboxWallSecret,
		SANDBOX_VENDOR_KEY: secrets.sandboxVendorKey,
	};
}

function welcome(config: Config, secrets: Pick<Secrets, 'adminPassword' | 'adminPasswordFile'>): string {
	const { publicUrl, sandbox, role, adminEmail, brand } = config;
	if (role === 'worker') return `${brand} is processing jobs. Stop it with Ctrl-C.`;
	const { adminPassword, adminPasswordFile } = secrets;
	const password = adminPasswordFile ? `${adminPassword} (stored in ${adminPasswordFile})` : 'ADMIN_PASSWORD';
	const lines = [
		'',
		`${brand} is ready.`,
		'',
		`  Website   ${publicUrl}`,
		`  Admin     ${publicUrl}/admin/login`,
		`            email ${adminEmail}`,
		`            password ${password}`,
	];
	if (sandbox.enabled) {
		lines.push(
			`  Sandbox   ${sandbox.url}`,
			'',
			`Try it: open ${sandbox.url}, sign up on the phone, complete an offer, then tap Withdraw.`,
		);
	}
	return [...lines, 'Stop it with Ctrl-C.', ''].join('\n');
}

const MAIN = join(import.meta.dirname, '../../sandbox/main.ts');
const READY_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 5_000;

type Sandbox = { stop: () => Promise<void> };

/** The sandbox ends when this process ends. @throws StartProblem with its error output. */
async function startSandbox(env: Record<string, string>, onEnd: () => void): Promise<Sandbox> {
	if (!existsSync(MAIN)) {
		throw new StartProblem(
			'A release has no sandbox. Set NODE_ENV=production to run a site, or try the product from a clone of its repository.',
		);
	}
	const child = fork(MAIN, {
		env,
		stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
		// Ctrl-C must not reach the sandbox, because shutdown still needs it for open orders.
		detached: true,
	});
	let words = '';
	child.stderr?.setEncoding('utf8').on('data', (text: string) => {
		words += text;
	});
	const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	await untilReady(child, () => words).catch(async (error) => {
		child.kill('SIGKILL');
		await ended;
		throw error;
	});
	child.stderr?.removeAllListeners('data').pipe(process.stderr, { end: false });
	child.once('exit', onEnd);
	return {
		async stop() {
			child.off('exit', onEnd);
			if (child.connected) child.disconnect();
			const killer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
			await ended;
			clearTimeout(killer);
		},
	};
}

function untilReady(child: ChildProcess, lastWords: () => string): Promise<void> {
	return new Promise((resolve, reject) => {
		const fail = (reason: string) => reject(new StartProblem(reason));
		const timer = setTimeout(
			() => fail("The sandbox didn't start. Set SANDBOX=off to run without it."),
			READY_TIMEOUT_MS,
		);
		child.once('message', () => {
			clearTimeout(timer);
			resolve();
		});
		child.once('close', (code) => {
			clearTimeout(timer);
			fail(lastWords().trim() || `The sandbox stopped with code ${code} while starting.`);
		});
	});
}
