import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pino } from 'pino';
import { createApp } from '../../../server/app/app.ts';
import { type Config, loadConfig, provideSecrets, type Secrets, wallsToImport } from '../../../server/app/config.ts';
import { createDependencies, type Dependencies } from '../../../server/app/dependencies.ts';
import { startWorkers } from '../../../server/app/features.ts';
import { systemClock } from '../../../server/lib/clock-and-log.ts';
import { createDatabase, createPool, withPool } from '../../../server/lib/db/database.ts';
import { createSecretBox } from '../../../server/lib/secrets/secret-box.ts';
import { importOfferwalls } from '../../../server/offerwalls/saved-walls/import-offerwalls.ts';
import { PUBLIC_URL } from '../credits/partner-mix.ts';
import { answerParent } from './child-process.ts';

export type ProductInput = { settings: Record<string, string>; databaseUrl: string; ownerUrl?: string | undefined };
export type ProductCalls = {
	open: { input: ProductInput; result: { port: number } };
	tokens: { input: { sub: string; sid: string }[]; result: string[] };
	/** Event-loop delays in ms since the last call. */
	delays: { input: null; result: { p50: number; p99: number; max: number } };
};

const RESOLUTION_MS = 1;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
const closing = new AsyncDisposableStack();
let auth: Dependencies['identity']['auth'] | undefined;

answerParent<ProductCalls>(
	{
		async open({ settings, databaseUrl, ownerUrl }) {
			const config = loadConfig({ PUBLIC_URL, SANDBOX: 'off', PAYOUT_VENDOR: 'rbxcrate', ...settings });
			const secrets = await provideSecrets(config);
			await importWalls(databaseUrl, config, secrets);
			const deps = await createDependencies({
				config,
				secrets,
				database: { appUrl: databaseUrl, role: undefined },
				log: pino({ level: config.logLevel }),
			});
			closing.defer(() => deps.close());
			auth = deps.identity.auth;
			if (ownerUrl) {
				const ownerPool = createPool({ url: ownerUrl, poolSize: 4, applicationName: 'jobs', onError() {} });
				closing.defer(() => ownerPool.end());
				const workers = await startWorkers(deps, ownerPool);
				closing.defer(async () => void (await workers.stop()));
			}
			const app = await createApp(deps);
			closing.defer(() => app.close());
			await app.listen({ host: '127.0.0.1', port: 0 });
			return { port: (app.server.address() as AddressInfo).port };
		},
		async tokens(payloads) {
			const tokens: string[] = [];
			for (const payload of payloads) tokens.push((await auth?.api.signJWT({ body: { payload } }))?.token ?? '');
			return tokens;
		},
		async delays() {
			const of = (nanoseconds: number) => Math.max(0, Math.round(nanoseconds / 1e4) / 100 - RESOLUTION_MS);
			const result = { p50: of(delay.percentile(50)), p99: of(delay.percentile(99)), max: of(delay.max) };
			delay.reset();
			delay.enable();
			return result;
		},
	},
	() => closing.disposeAsync(),
);

async function importWalls(url: string, config: Config, secrets: Secrets): Promise<void> {
	const file = wallsToImport(config, secrets);
	if (!file) return;
	const secretBox = createSecretBox(secrets.secretsKey);
	await withPool({ url, name: 'import' }, (pool) =>
		importOfferwalls({ db: createDatabase(pool), clock: systemClock, secretBox }, file),
	);
}
