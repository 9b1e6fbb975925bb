import { createDatabase, createPool } from '../../server/lib/db/database.ts';
import { prepareSchema } from '../../server/lib/db/prepare-schema.ts';
import { EMBEDDED_APP_LOGIN } from '../../server/lib/postgres/embedded-postgres.ts';
import { spreadSite } from '../../server/spread/spread-site.ts';
import type { ServerUrls } from '../support/cloned-database.ts';
import { startCitus } from './citus-cluster.ts';

/** As `startTestServer`, spread over two machines: to run tests of the server there. @throws Error where Citus is not installed. */
export async function startTestCluster(): Promise<ServerUrls & { stop(): Promise<void> }> {
	const cluster = await startCitus({ workers: 2, durable: false });
	const { superuserUrl, ownerUrl, appUrl, urlOf, stop } = cluster;
	const workerUrls = cluster.nodes.slice(1).map((_, index) => urlOf('postgres', index + 1, 'postgres'));
	try {
		await migrateAndSpread(ownerUrl);
	} catch (error) {
		await stop();
		throw error;
	}
	return { superuserUrl, ownerUrl, appUrl, workerUrls, stop };
}

/** As an operator does it. */
export async function migrateAndSpread(ownerUrl: string): Promise<void> {
	const pool = createPool({ url: ownerUrl, poolSize: 1, applicationName: 'migrations', onError: () => {} });
	const owner = createDatabase(pool);
	await prepareSchema(pool, { appLogin: EMBEDDED_APP_LOGIN }).finally(() => owner.destroy());
	const { problems } = await spreadSite({ ownerUrl, appLogin: EMBEDDED_APP_LOGIN, tell: () => {} });
	if (problems.length > 0) throw new Error(`the books do not hold: ${JSON.stringify(problems)}`);
}
