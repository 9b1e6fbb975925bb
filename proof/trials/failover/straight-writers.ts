import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster } from './cluster.ts';

export type StraightWriters = {
	/** How many rows each machine's own PostgreSQL has acknowledged. */
	counts(): number[];
	/** @returns what was acknowledged and is not there any more, in words. */
	end(): Promise<string[]>;
};

const WRITE_EVERY_MS = 50;
const ASK_AGAIN_AFTER_MS = 500;
/** Longer than any machine stays frozen: what it acknowledges afterwards counts too. */
const PATIENCE_MS = 60_000;
const OPTIONS = { connectionTimeoutMillis: 3_000, query_timeout: PATIENCE_MS };

/**
 * Programs on the machines of the database that write to their own PostgreSQL, whatever Patroni says: a primary that was replaced
 * and does not know it may take what they write, but must acknowledge nothing.
 */
export async function startStraightWriters(cluster: Cluster): Promise<StraightWriters> {
	const { straightUrl } = cluster.machines[await cluster.untilWhole()] as { straightUrl: string };
	await once(straightUrl, 'create table written_straight (id bigint primary key)');
	const acknowledged = new Map<number, number>();
	let next = 0;
	let isOver = false;

	async function write(machine: number): Promise<void> {
		const client = new pg.Client({ ...OPTIONS, connectionString: cluster.machines[machine]?.straightUrl });
		client.on('error', () => {});
		try {
			await client.connect();
			while (!isOver) {
				const id = next++;
				await client.query('insert into written_straight values ($1)', [id]);
				acknowledged.set(id, machine);
				await sleep(WRITE_EVERY_MS);
			}
		} finally {
			void client.end().catch(() => {});
		}
	}

	const ended = cluster.machines.map(async (_, machine) => {
		while (!isOver) {
			// A standby, or one that is down: it is asked again and again.
			await write(machine).catch(() => {});
			await sleep(ASK_AGAIN_AFTER_MS);
		}
	});
	return {
		counts: () => cluster.machines.map((_, index) => [...acknowledged.values()].filter((by) => by === index).length),
		async end() {
			isOver = true;
			await Promise.all(ended);
			const { straightUrl } = cluster.machines[await cluster.untilWhole()] as { straightUrl: string };
			const { rows } = await once(straightUrl, 'select id::int from written_straight');
			const there = new Set(rows.map(({ id }) => id));
			return [...acknowledged].flatMap(([id, machine]) =>
				there.has(id) ? [] : [`row ${id}, which machine ${machine + 1} acknowledged to a program of its own, was lost`],
			);
		},
	};
}

async function once(connectionString: string, text: string): Promise<pg.QueryResult> {
	const client = new pg.Client({ connectionString });
	await client.connect();
	try {
		return await client.query(text);
	} finally {
		await client.end();
	}
}
