import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { createApp } from '../../../server/app/app.ts';
import { loadConfig } from '../../../server/app/config.ts';
import { createDependencies, type Dependencies } from '../../../server/app/dependencies.ts';
import { provideSecrets } from '../../../server/app/secrets.ts';
import { PUBLIC_URL } from '../credits/partner-mix.ts';

export type OpenedProduct = Awaited<ReturnType<typeof openProduct>>;

/** The product's application in this process, without workers. @param change what its application gets of its dependencies. */
export async function openProduct(
	settings: Record<string, string>,
	databaseUrl: string,
	change: (deps: Dependencies) => Dependencies,
) {
	const config = loadConfig({ PUBLIC_URL, SANDBOX: 'off', PAYOUT_VENDOR: 'rbxcrate', ...settings });
	const made = await createDependencies({
		config,
		secrets: await provideSecrets(config),
		database: { appUrl: databaseUrl, role: undefined },
		log: pino({ level: config.logLevel }),
	});
	const deps = change(made);
	const app = await createApp(deps);
	await app.listen({ host: '127.0.0.1', port: 0 });
	return { app, deps, port: (app.server.address() as AddressInfo).port };
}
