import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster } from './cluster.ts';

const WRITE_EVERY_MS = 50;
const RETRY_AFTER_MS = 500;
/** Longer than a machine stays frozen, so that a late acknowledgement counts. */
const PATIENCE_MS = 60_000;
const OPTIONS = { connectionTimeoutMillis: 3_000, query_timeout: PATIENCE_MS };

/** Writes past Patroni. A replaced primary must not acknowledge such a write. */
export async function startDirectWriters(cluster: Cluster) {
	const query = async (text: string) =>
		withClient(cluster.machines[await cluster.untilWhole()].directUrl, {}, (client) => client.query(text));
	await query('create table written_directly (id bigint primary key)');
	const acknowledged = new Map<number, number>();
	let [next, isOver] = [0, false];

	const write = (url: string, machine: number) =>
		withClient(url, OPTIONS, async (client) => {
			for (; !isOver; await sleep(WRITE_EVERY_MS)) {
				const id = next++;
				await client.query('insert into written_directly values ($1)', [id]);
				acknowledged.set(id, machine);
			}
		});
	const ended = cluster.machines.map(async ({ directUrl }, index) => {
		for (; !isOver; await sleep(RETRY_AFTER_MS)) await write(directUrl, index + 1).catch(() => {});
	});
	return {
		async end(): Promise<{ acknowledged: number; findings: string[] }> {
			isOver = true;
			await Promise.all(ended);
			const { rows } = await query('select id::int from written_directly');
			const found = new Set(rows.map(({ id }) => id));
			const lost = [...acknowledged].filter(([id]) => !found.has(id));
			const findings = lost.map(([id, machine]) => `row ${id}, which machine ${machine} acknowledged, was lost`);
			return { acknowledged: acknowledged.size, findings };
		},
	};
}

async function withClient<Result>(url: string, options: pg.ClientConfig, work: (client: pg.Client) => Promise<Result>) {
	const client = new pg.Client({ ...options, connectionString: url });
	client.on('error', () => {});
	try {
		await client.connect();
		return await work(client);
	} finally {
		// Closing a connection to a frozen machine would not return.
		void client.end().catch(() => {});
	}
}
