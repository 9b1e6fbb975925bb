import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type FaultyProxy, startFaultyProxy } from '../../../test/crashes/faulty-proxy.ts';
import { createRandom } from '../../../test/partners/random.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { createPool, type DatabaseOptions, outcomeIfUnavailable } from './database.ts';
import { endWhenSilent } from './end-when-silent.ts';

const database = openTestDatabase();
const STATEMENT_MS = 500;
const opened: { pool: pg.Pool; proxy: FaultyProxy }[] = [];
afterEach(async () => {
	for (const { pool, proxy } of opened.splice(0)) {
		await pool.end();
		await proxy.close();
	}
});

async function openOverNetwork(poolSize: number) {
	const { host, port, user, password, database: name } = new pg.Client({ connectionString: database.appUrl });
	const proxy = await startFaultyProxy({ path: `${host}/.s.PGSQL.${port}` }, createRandom(1));
	const url = `postgres://${user}:${password}@localhost:${proxy.port}/${name}`;
	const pool = createPool({ url, poolSize, applicationName: 'far', statementMs: STATEMENT_MS, onError: () => {} });
	opened.push({ pool, proxy });
	return { pool, proxy, url };
}

const failureOf = (work: Promise<unknown>) =>
	work.then(
		() => 'none',
		(error) => outcomeIfUnavailable(error) ?? error,
	);

async function query(pool: pg.Pool): Promise<unknown> {
	const client = await pool.connect();
	try {
		return (await client.query('select 1 as one')).rows;
	} finally {
		client.release();
	}
}

test('a silent network counts as an unavailable database, and the pool recovers with the network', async () => {
	const { pool, proxy } = await openOverNetwork(2);
	expect(await query(pool)).toEqual([{ one: 1 }]);
	proxy.spoil('black-hole', 1);
	const [querying, connecting] = [failureOf(query(pool)), failureOf(query(pool))];
	expect([await querying, await connecting]).toEqual(['unknown', 'nothing-done']);
	proxy.heal();
	expect(await query(pool)).toEqual([{ one: 1 }]);
});

test.each(['cut-before', 'cut-after', 'half-answer'] as const)(
	'after the fault %s it is unknown whether the statement was executed',
	async (fault) => {
		const { pool, proxy } = await openOverNetwork(1);
		await query(pool);
		proxy.spoil(fault, 1);
		expect(await failureOf(query(pool))).toBe('unknown');
		proxy.heal();
		expect(await query(pool)).toEqual([{ one: 1 }]);
	},
);

test('a timed-out statement counts as not executed, and an invalid statement is no outage', async () => {
	const { pool } = await openOverNetwork(1);
	const query = async (text: string) => {
		const client = await pool.connect();
		return client.query(text).finally(() => client.release());
	};
	expect(await failureOf(query('select pg_sleep(30)'))).toBe('nothing-done');
	expect(await failureOf(query('select nonsense'))).toMatchObject({ code: '42703' });
	expect(await failureOf(query('select 1'))).toBe('none');
});

test('a query is rejected at once if too many queries wait for a connection', async () => {
	const { pool } = await openOverNetwork(1);
	const busy = await pool.connect();
	const waiting = Array.from({ length: 1_000 }, () => failureOf(query(pool)));
	await expect(query(pool)).rejects.toThrow('too many requests are waiting');
	busy.release();
	await Promise.all(waiting);
	expect(await query(pool)).toEqual([{ one: 1 }]);
});

test('a command ends when the database falls silent, but not when it answers or refuses', async () => {
	const { proxy, url } = await openOverNetwork(1);
	const end = vi.fn();
	const often = { lookMs: 300, patienceMs: 2_000, end };
	for (const answering of [url, `${url}-gone`]) {
		const timer = endWhenSilent(answering, often);
		await sleep(1_500);
		clearInterval(timer);
	}
	expect(end).not.toHaveBeenCalled();
	proxy.spoil('black-hole', 1);
	const timer = endWhenSilent(url, often);
	await vi.waitFor(() => expect(end).toHaveBeenCalled(), 20_000);
	clearInterval(timer);
});

async function limitsOf(options: Partial<DatabaseOptions>) {
	const pool = createPool({
		url: database.ownerUrl,
		poolSize: 1,
		applicationName: 'limits',
		onError: () => {},
		...options,
	});
	const limitOf = (name: string, as: string) => `current_setting('${name}') as ${as}`;
	const idle = limitOf('idle_in_transaction_session_timeout', 'idle');
	const limits = [limitOf('statement_timeout', 'statement'), limitOf('lock_timeout', 'lock'), idle];
	const { rows } = await pool.query(`select ${limits.join()}`);
	await pool.end();
	return rows[0];
}

test('connections limit statements, lock waits and idle transactions', async () => {
	expect(await limitsOf({})).toEqual({ statement: '30s', lock: '10s', idle: '30s' });
	expect(await limitsOf({ statementMs: 5_000 })).toEqual({ statement: '5s', lock: '10s', idle: '30s' });
});

test('a pool for migrations has no time limits', async () => {
	expect(await limitsOf({ isRetrying: true })).toEqual({ statement: '0', lock: '0', idle: '0' });
});
