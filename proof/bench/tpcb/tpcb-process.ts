import { setTimeout as sleep } from 'node:timers/promises';
import { answerParent } from '../lib/child-process.ts';
import { openPreparedConnection, type PreparedConnection } from './prepared-connection.ts';
import { tpcbRows } from './tpcb-database.ts';

export type TpcbCalls = {
	open: { input: { url: string; clients: number }; result: undefined };
	run: { input: { warmUpSeconds: number; seconds: number }; result: { tps: number; total: number } };
};

const DELTA_MAX = 5_000;

/** pgbench's "TPC-B (sort of)" with `-M prepared`. */
const statements = {
	b: 'begin',
	ua: 'update pgbench_accounts set abalance = abalance + $1 where aid = $2',
	sa: 'select abalance from pgbench_accounts where aid = $1',
	ut: 'update pgbench_tellers set tbalance = tbalance + $1 where tid = $2',
	ub: 'update pgbench_branches set bbalance = bbalance + $1 where bid = $2',
	ih: 'insert into pgbench_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)',
	e: 'end',
};

let connections: PreparedConnection[] = [];

answerParent<TpcbCalls>(
	{
		async open({ url, clients }) {
			connections = await Promise.all(Array.from({ length: clients }, () => openPreparedConnection(url, statements)));
			return undefined;
		},
		async run({ warmUpSeconds, seconds }) {
			let done = 0;
			let running = true;
			const clients = connections.map(async (connection) => {
				while (running) {
					await runTransaction(connection);
					done += 1;
				}
			});
			const work = Promise.all(clients);
			await Promise.race([sleep(warmUpSeconds * 1000), work]);
			const [startDone, start] = [done, performance.now()];
			await Promise.race([sleep(seconds * 1000), work]);
			const tps = (done - startDone) / ((performance.now() - start) / 1000);
			running = false;
			await work;
			return { tps, total: done };
		},
	},
	async () => {
		for (const connection of connections) connection.end();
	},
);

async function runTransaction(connection: PreparedConnection): Promise<void> {
	const aid = randomFrom1To(tpcbRows.accounts);
	const bid = randomFrom1To(tpcbRows.branches);
	const tid = randomFrom1To(tpcbRows.tellers);
	const delta = randomFrom1To(2 * DELTA_MAX + 1) - DELTA_MAX - 1;
	await connection.execute('b', []);
	await connection.execute('ua', [delta, aid]);
	await connection.execute('sa', [aid]);
	await connection.execute('ut', [delta, tid]);
	await connection.execute('ub', [delta, bid]);
	await connection.execute('ih', [tid, bid, aid, delta]);
	await connection.execute('e', []);
}

const randomFrom1To = (max: number): number => 1 + Math.floor(Math.random() * max);
