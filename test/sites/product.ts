import { fastify } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { createSandbox, type Sandbox } from '../../sandbox/app.ts';
import { createApp } from '../../server/app/app.ts';
import { type Config, loadConfig, wallsToImport } from '../../server/app/config.ts';
import { createDependencies, type Dependencies } from '../../server/app/dependencies.ts';
import { startWorkers } from '../../server/app/features.ts';
import { systemClock } from '../../server/lib/clock-and-log.ts';
import { createPool } from '../../server/lib/db/database.ts';
import { cheapPasswords } from '../support/cheap-passwords.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { importWalls, TEST_SECRETS } from './identity-site.ts';

export type RunningProduct = { url: string; sandbox: Sandbox; deps: Dependencies; stop(): Promise<void> };

type ProductOptions = { env?: Record<string, string>; webFolder?: string; walls?: readonly object[] };

export function openTestProduct(options: ProductOptions = {}): {
	product: () => RunningProduct;
	database: TestDatabase;
} {
	const database = openTestDatabase();
	let running: RunningProduct | undefined;
	beforeAll(async () => {
		running = await startProduct(database, options);
	});
	afterAll(() => running?.stop());
	return {
		database,
		product() {
			if (!running) throw new Error('the product has not started');
			return running;
		},
	};
}

async function startProduct(database: TestDatabase, options: ProductOptions): Promise<RunningProduct> {
	const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()];
	const url = `http://localhost:${port}`;
	const sandbox = await createSandbox({
		port: sandboxPort,
		productUrl: url,
		wallSecret: TEST_SECRETS.sandboxWallSecret,
		vendorKey: TEST_SECRETS.sandboxVendorKey,
		smtpPort,
		google: { clientId: 'lootpass', clientSecret: TEST_SECRETS.sandboxGoogleSecret },
		settleMs: 50,
	});
	const config = loadConfig({
		PORT: String(port),
		HOST: 'localhost',
		SANDBOX_PORT: String(sandboxPort),
		SANDBOX_SMTP_PORT: String(smtpPort),
		RATE_LIMITS: 'off',
		PAYOUT_RECONCILE_MIN_MS: '50',
		PAYOUT_RECONCILE_MAX_MS: '500',
		DATABASE_POOL: '8',
		...options.env,
	});
	const { deps, app } = await listen(database, config, options);
	const ownerPool = createPool({ url: database.ownerUrl, poolSize: 3, applicationName: 'jobs', onError: () => {} });
	const workers = await startWorkers(deps, ownerPool);
	return {
		url,
		sandbox,
		deps,
		async stop() {
			await app.close();
			await workers.stop();
			await deps.close();
			await ownerPool.end();
			await sandbox.close();
		},
	};
}

async function listen(database: TestDatabase, wanted: Config, { webFolder, walls }: ProductOptions = {}) {
	// Pictures of the sandbox are refused, because encoding them costs each product a second.
	const config = { ...wanted, offerPictureOrigins: [] };
	const { log } = fastify({ logger: { level: process.env.TEST_LOG ?? 'silent' } });
	const entries = walls ?? wallsToImport(config, TEST_SECRETS)?.entries ?? [];
	await importWalls({ db: database.app, clock: systemClock, secrets: TEST_SECRETS }, entries);
	const deps = await createDependencies({
		config,
		secrets: TEST_SECRETS,
		database: { appUrl: database.appUrl, role: undefined },
		log,
		passwordHashing: cheapPasswords,
	});
	const app = await createApp(deps, webFolder === undefined ? undefined : [webFolder]);
	await app.listen({ port: config.port, host: 'localhost' });
	return { deps, app };
}

export type Node = { url: string; deps: Dependencies };

export function openNode(
	{ product, database }: ReturnType<typeof openTestProduct>,
	env: Record<string, string> = {},
): () => Node {
	let node: Awaited<ReturnType<typeof listen>> | undefined;
	beforeAll(async () => {
		const { sandbox, url } = product();
		const settings = { SANDBOX_PORT: new URL(sandbox.url).port, DATABASE_POOL: '8', PUBLIC_URL: url, ...env };
		node = await listen(database, loadConfig({ ...settings, PORT: String(await freePort()), HOST: 'localhost' }));
	});
	afterAll(async () => {
		await node?.app.close();
		await node?.deps.close();
	});
	return () => {
		if (!node) throw new Error('the node has not started');
		return { url: `http://localhost:${node.deps.config.port}`, deps: node.deps };
	};
}
