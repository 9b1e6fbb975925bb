import { fastify } from 'fastify';
import { sql } from 'kysely';
import { openTestDatabase, waitingStatements } from '../../../test/support/database.ts';
import { cellsOf, createPool, inTransaction, rowsOf } from '../db/database.ts';
import { enqueue, enqueueAll, freeAbandoned, startJobs } from './jobs.ts';

const database = openTestDatabase();

const { log } = fastify({ logger: { level: 'silent' } });

function openPool() {
	const pool = createPool({ url: database.ownerUrl, poolSize: 3, applicationName: 'jobs', onError: () => {} });
	const connect = pool.connect.bind(pool);
	const link = { isUnavailable: false, refusals: 0 };
	pool.connect = ((...args: Parameters<typeof connect>) => {
		if (!link.isUnavailable) return connect(...args);
		link.refusals += 1;
		return Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
	}) as typeof pool.connect;
	const start = (names: readonly string[], run: (payload: unknown) => Promise<void>) =>
		startJobs({ ownerPool: pool, log, jobs: names.map((name) => ({ name, run })) });
	return { pool, link, start };
}

function untilDone(task: string): Promise<void> {
	const left = () => cellsOf(database.owner)`select id from graphile_worker.jobs where task_identifier = ${task}`;
	return vi.waitFor(async () => expect(await left()).toEqual([]), { interval: 100 });
}

test('a job that ends during a database outage does not end the process and does not run again', async () => {
	const { pool, link, start } = openPool();
	let runs = 0;
	const work = async () => {
		runs += 1;
		link.isUnavailable = true;
	};
	const jobs = await start(['end-while-away'], work);
	await enqueue(database.owner, 'end-while-away', {});
	await vi.waitFor(() => expect(link.refusals).toBeGreaterThan(0));
	link.isUnavailable = false;
	await untilDone('end-while-away');
	await jobs.stop();
	await pool.end();
	expect(runs).toBe(1);
});

test('a job that ends while PostgreSQL lacks a resource or is busy does not end the process', async () => {
	const { owner } = database;
	await sql`
		create sequence refused;
		create function refuse() returns trigger language plpgsql as $$
		begin
			perform nextval('refused');
			raise exception using errcode = old.payload->>'code', message = 'refused';
		end $$;
		create trigger refuse before delete on graphile_worker._private_jobs for each row execute function refuse()
	`.execute(owner);
	const codes = ['25006', '53100', '53300', '55P03', '57014', '58030'];
	const { pool, start } = openPool();
	const run: string[] = [];
	const jobs = await start(['end-refused'], async (payload) => void run.push((payload as { code: string }).code));
	for (const code of codes) await enqueue(owner, 'end-refused', { code });
	const refused = () => cellsOf<boolean>(owner)`select last_value >= ${codes.length} from refused`;
	await vi.waitFor(async () => expect(await refused()).toEqual([true]), { interval: 100 });
	await sql`drop trigger refuse on graphile_worker._private_jobs`.execute(owner);
	await untilDone('end-refused');
	await jobs.stop();
	await pool.end();
	expect(run.toSorted()).toEqual(codes);
}, 60_000);

test.each(['before', 'after'])(
	'stop, called %s the database fails, waits only for the running job',
	async (wanted) => {
		const { pool, link, start } = openPool();
		const mayEnd = Promise.withResolvers<void>();
		const begun = Promise.withResolvers<void>();
		let isDone = false;
		const work = async () => {
			begun.resolve();
			await mayEnd.promise;
			isDone = true;
		};
		const jobs = await start(['stop-while-away', 'other'], work);
		await enqueue(database.owner, 'stop-while-away', {});
		await begun.promise;
		if (wanted === 'after') {
			link.isUnavailable = true;
			await vi.waitFor(() => expect(link.refusals).toBeGreaterThan(0));
		}
		const stopped = jobs.stop().then(() => expect(isDone).toBe(true));
		link.isUnavailable = true;
		setTimeout(mayEnd.resolve, 100);
		await stopped;
		await pool.end();
		// The database still holds the unfinished job.
		await sql`delete from graphile_worker._private_jobs`.execute(database.owner);
	},
	30_000,
);

test('a silent service outside delays no other job, and urgent deliveries come first', async () => {
	const { owner } = database;
	const { pool } = openPool();
	const begun: unknown[] = [];
	const answered = Promise.withResolvers<void>();
	await enqueueAll(
		owner,
		'deliver',
		Array.from({ length: 12 }, (_, n) => ({ payload: { n } })),
		1,
	);
	await enqueueAll(owner, 'deliver', [{ payload: { n: 'urgent' } }]);
	const deliver = (payload: unknown) => {
		begun.push((payload as { n: unknown }).n);
		return answered.promise;
	};
	const jobs = [
		{ name: 'deliver', isDelivery: true as const, run: deliver },
		{ name: 'chore', run: async () => {} },
	];
	const runner = await startJobs({ ownerPool: pool, log, jobs });
	await vi.waitFor(() => expect(begun).toHaveLength(4));
	await enqueue(owner, 'chore', {});
	await untilDone('chore');
	expect(begun, 'as many as may run at once').toHaveLength(4);
	expect(begun).toContain('urgent');
	answered.resolve();
	await untilDone('deliver');
	await runner.stop();
	await pool.end();
});

test('releases the jobs of a dead runner, but not recent ones', async () => {
	const { owner } = database;
	for (const [id, minutes] of [
		['dead', 11],
		['busy', 9],
	] as const) {
		await enqueue(owner, 'mail', { id });
		await sql`
			update graphile_worker._private_jobs set locked_by = ${id}, locked_at = now() - ${minutes} * interval '1 minute'
			where payload->>'id' = ${id}
		`.execute(owner);
	}
	await enqueue(owner, 'chore', { id: 'of the dead' });
	await sql`
		update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() where payload->>'id' = 'of the dead'
	`.execute(owner);
	await freeAbandoned(owner, [{ name: 'other' }, { name: 'mail', at: '* * * * *' }]).run(null);
	expect(await rowsOf(owner)`select from graphile_worker.jobs where locked_by is null`).toEqual([]);
	await freeAbandoned(owner, [{ name: 'other' }, { name: 'mail' }]).run(null);

	const ran: unknown[] = [];
	const run = async (payload: unknown) => void ran.push((payload as { id: string }).id);
	const { pool, start } = openPool();
	const jobs = await start(['mail', 'chore'], run);
	await vi.waitFor(() => expect(ran).toHaveLength(2));
	await jobs.stop();
	await pool.end();
	expect(ran.toSorted()).toEqual(['dead', 'of the dead']);
	expect(await rowsOf(owner)`select locked_by from graphile_worker.jobs`).toEqual([{ locked_by: 'busy' }]);
});

test('a job is not lost when a runner takes its waiting predecessor at the same moment', async () => {
	const { owner, app } = database;
	await enqueue(owner, 'recall', { turn: 1 }, 'recall|1');
	const jobs = [
		{ payload: { turn: 2 }, key: 'recall|1' },
		{ payload: { turn: 2 }, key: 'recall|2' },
		{ payload: { turn: 2 } },
	];
	let added: Promise<void> | undefined;
	await inTransaction(owner, async (tx) => {
		await sql`
			update graphile_worker._private_jobs set locked_by = 'runner', locked_at = now() where key = 'recall|1'
		`.execute(tx);
		added = enqueueAll(app, 'recall', jobs);
		await vi.waitFor(async () => expect(await waitingStatements(app)).toHaveLength(1));
	});
	await added;
	const left = cellsOf(owner)`
		select array[key, locked_by, payload ->> 'turn'] from graphile_worker._private_jobs
		where payload ->> 'turn' is not null order by id
	`;
	expect(await left).toEqual([
		[null, 'runner', '1'],
		['recall|2', null, '2'],
		[null, null, '2'],
		['recall|1', null, '2'],
	]);
});
