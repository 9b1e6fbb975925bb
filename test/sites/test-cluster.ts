import { sql } from 'kysely';
import { type Database, type Tx, withPool } from '../../server/lib/db/database.ts';
import { prepareSchema } from '../../server/lib/db/prepare-schema.ts';
import { EMBEDDED_APP_LOGIN } from '../../server/lib/postgres/embedded-postgres.ts';
import { spreadSite } from '../../server/spread/spread-site.ts';
import type { ServerUrls } from '../support/cloned-database.ts';
import { startCitus } from './citus-cluster.ts';

/** Like `startTestServer`, distributed over two workers. @throws Error without Citus. */
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

export async function migrateAndSpread(ownerUrl: string): Promise<void> {
	await withPool({ url: ownerUrl, name: 'migrations' }, (pool) =>
		prepareSchema(pool, { appLogin: EMBEDDED_APP_LOGIN }),
	);
	const { problems } = await spreadSite({ ownerUrl, appLogin: EMBEDDED_APP_LOGIN, onProgress: () => {} });
	if (problems.length > 0) throw new Error(`the books don't balance: ${JSON.stringify(problems)}`);
}

export type MovedTable = 'wallets' | 'wall_transactions';

/** Also moves co-located shards. Blocks writes, because the sum tables have no replica identity. */
export async function moveShardOf(administrator: Database | Tx, uid: string, table: MovedTable = 'wallets') {
	await sql`
		select citus_move_shard_placement(shardid, f.nodename, f.nodeport, t.nodename, t.nodeport, 'block_writes')
		from pg_dist_placement join pg_dist_node f using (groupid) join pg_dist_node t on t.groupid not in (0, f.groupid)
		where shardid = get_shard_id_for_distribution_column(${table}, ${uid}::uuid)
	`.execute(administrator);
}
