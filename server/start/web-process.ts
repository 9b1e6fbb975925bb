import type { Config } from '../app/config.ts';
import { provideSecrets } from '../app/secrets.ts';
import { createProcessLog } from './process-log.ts';
import { siblingsOf } from './siblings.ts';
import type { Stop } from './stops.ts';
import { takeOrder } from './web-processes.ts';

/** One of several behind a port: a node that serves, with what the first process has opened and made ready. */
export async function startWebProcess(config: Config, env: NodeJS.ProcessEnv, stops: Stop[]): Promise<void> {
	const { name, database, pages } = takeOrder(env);
	const { startProduct } = await import('./start-product.ts');
	const log = createProcessLog(config, { name });
	const secrets = await provideSecrets(config);
	await startProduct({ config, secrets, database, pages, log, siblings: siblingsOf(name) }, stops);
}
