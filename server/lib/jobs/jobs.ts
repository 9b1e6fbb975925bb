import { type CronItem, Logger, parseCronItems, run, runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import { texts } from '../db/binary-array.ts';
import type { Database, Tx } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import { retryingPool } from '../db/retrying-pool.ts';
import type { LoggedEvent } from '../event-log.ts';
import type { Log } from '../log.ts';

/**
 * Work in the background, in the declaration of a feature. It may run more than once, and late, so it must read the truth
 * from the database.
 */
export type Job<Deps> = {
	name: string;
	/**
	 * A cron pattern in UTC, or a function of the minute. A run that was missed while no process was up is not made up for.
	 * Undefined: the job runs only when it is enqueued.
	 */
	at?: CronItem['match'];
	run: (deps: Deps, payload: unknown) => Promise<unknown>;
	/** `deps.db` is then a pool with a longer statement timeout, so that the job cannot starve requests. */
	isLong?: true;
	/** Successful runs are too frequent for the event log. */
	isQuiet?: true;
	/** How the event log names a run. Undefined: as a job, by the job's name. */
	eventOf?: (payload: unknown) => Pick<LoggedEvent, 'source' | 'what' | 'uid'>;
	/** The job exists only in processes where the function says so. Undefined: in each. */
	isOn?: (deps: Deps) => boolean;
	/** Also runs when the workers start, if the function says so. */
	atStart?: (deps: Deps) => boolean | Promise<boolean>;
};

/** A job whose dependencies are bound to it. */
export type BoundJob = Pick<Job<never>, 'name' | 'at' | 'isQuiet' | 'eventOf'> & {
	run: (payload: unknown) => Promise<unknown>;
	atStart?: () => boolean | Promise<boolean>;
};

export type JobsDeps = {
	/** The owner's: the runner's tables are closed to the application's role. */
	ownerPool: pg.Pool;
	log: Log;
	jobs: readonly Pick<BoundJob, 'name' | 'at' | 'run'>[];
};

const CONCURRENCY = 4;
/** New jobs announce themselves; this is for lost announcements. */
const POLL_INTERVAL_MS = 5_000;

const logLevels = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' } as const;

/** Safe on several nodes at once. To be called as the owner, with the migrations. */
export async function installJobs(ownerPool: pg.Pool): Promise<void> {
	await runMigrations({ pgPool: ownerPool, logger: new Logger(() => () => {}) });
}

/** The job becomes visible when the transaction commits. @param key waiting jobs with the same key are one job. */
export async function enqueue(tx: Tx | Database, task: string, payload: object, key?: string): Promise<void> {
	await sql`select enqueue(${task}, ${JSON.stringify(payload)}::json, ${key ?? null})`.execute(tx);
}

const enqueueMany = prepared('enqueue_jobs', 'select enqueue_jobs($1, $2::text[]::json[], $3::text[])');

/** Adds jobs, of which no two have the same key. */
export async function enqueueAll(
	tx: Tx | Database,
	task: string,
	jobs: readonly { payload: object; key?: string | undefined }[],
): Promise<void> {
	if (jobs.length === 0) return;
	const payloads = texts(jobs.map(({ payload }) => JSON.stringify(payload)));
	await enqueueMany(tx, task, payloads, texts(jobs.map(({ key }) => key)));
}

/** Takes back waiting jobs of this task whose payload has this value in this field. */
export async function purgeJobs(tx: Tx, task: string, field: string, value: string): Promise<void> {
	await sql`select forget_jobs(${task}, ${field}, ${value})`.execute(tx);
}

/**
 * Gives back the jobs of runners that hold one of this task too long; by itself the runner waits four hours.
 * A living runner's jobs merely run twice. Source: `force_unlock_workers` of graphile-worker.
 * @param owner the runner's tables are closed to the application's role.
 */
export async function freeAbandonedJobs(owner: Database, task: string, longestMs: number): Promise<void> {
	await sql`
		select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
		where task_identifier = ${task} and locked_at < now() - ${longestMs} * interval '1 millisecond'
		having count(*) > 0
	`.execute(owner);
}

/**
 * Works off jobs until stopped. Running ones finish, but are not waited for while the database is away:
 * {@link freeAbandonedJobs} finds those.
 */
export async function startJobs(deps: JobsDeps): Promise<{ stop(): Promise<void> }> {
	const { ownerPool, log, jobs } = deps;
	const { pool: pgPool, untilAway } = retryingPool(ownerPool);
	const underWay = new Set<Promise<unknown>>();

	async function workOn(run: BoundJob['run'], payload: unknown): Promise<void> {
		const working = run(payload);
		underWay.add(working);
		await working.finally(() => underWay.delete(working));
	}

	const runner = await run({
		pgPool,
		concurrency: CONCURRENCY,
		pollInterval: POLL_INTERVAL_MS,
		// The process decides when to stop.
		noHandleSignals: true,
		logger: new Logger(() => (level, message, meta) => log[logLevels[level]]({ ...meta }, message)),
		taskList: Object.fromEntries(jobs.map(({ name, run }) => [name, (payload) => workOn(run, payload)])),
		parsedCronItems: parseCronItems(
			jobs.flatMap(({ name, at }) => (at === undefined ? [] : [{ task: name, match: at, identifier: name }])),
		),
	});
	return {
		async stop() {
			const isAway = untilAway().then(() => Promise.allSettled(underWay));
			await Promise.race([runner.stop(), isAway]);
		},
	};
}
