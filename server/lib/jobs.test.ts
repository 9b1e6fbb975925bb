import { fastify } from 'fastify';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../test/database.ts';
import { createPool } from './database.ts';
import { enqueue, startJobs } from './jobs.ts';

const database = openTestDatabase();

test('a job that ends while the database is away neither ends the process nor runs again', async () => {
	const pool = createPool({ url: database.ownerUrl, poolSize: 3, applicationName: 'jobs', onError: () => {} });
	const connect = pool.connect.bind(pool);
	let refusals = 0;
	let isAway = false;
	pool.connect = ((...args: Parameters<typeof connect>) => {
		if (!isAway) return connect(...args);
		refusals += 1;
		return Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
	}) as typeof pool.connect;
	let runs = 0;
	const jobs = await startJobs({
		ownerPool: pool,
		log: fastify({ logger: { level: 'silent' } }).log,
		tasks: {
			'end-while-away': async () => {
				runs += 1;
				isAway = true;
			},
		},
	});
	await enqueue(database.owner, 'end-while-away', {});
	await vi.waitFor(() => expect(refusals).toBeGreaterThan(0), { timeout: 10_000 });
	isAway = false;
	const left = async () =>
		(await sql`select 1 from graphile_worker.jobs where task_identifier = 'end-while-away'`.execute(database.owner))
			.rows;
	await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 12_000, interval: 100 });
	await jobs.stop();
	await pool.end();
	expect(runs).toBe(1);
}, 30_000);
