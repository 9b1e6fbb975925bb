import { type CronItem, Logger, parseCronItems, run, runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Log } from '../clock-and-log.ts';
import type { Database, Tx } from '../db/database.ts';
import { prepared, texts } from '../db/prepared.ts';
import { retryingPool } from '../db/retrying-pool.ts';
import type { LoggedEvent } from '../event-log.ts';

/** May run late and more than once, so it must read the current state from the database. */
export type Job<Deps> = {
	name: string;
	/** Cron pattern in UTC, or a function of the minute. Missed runs are not repeated. */
	at?: CronItem['match'];
	run: (deps: Deps, payload: unknown) => Promise<unknown>;
	/** Uses a pool with a longer statement timeout, so that the job cannot starve requests. */
	isLong?: true;
	/** Waits for a service outside, so it runs beside the other jobs, which a silent service must not delay. */
	isDelivery?: true;
	isQuiet?: true;
	eventOf?: (payload: unknown) => Pick<LoggedEvent, 'source' | 'what' | 'uid'>;
	isOn?: (deps: Deps) => boolean;
	atStart?: (deps: Deps) => boolean | Promise<boolean>;
};

export type BoundJob = Pick<Job<never>, 'name' | 'at' | 'isDelivery' | 'isQuiet' | 'eventOf'> & {
	run: (payload: unknown) => Promise<unknown>;
	atStart?: () => boolean | Promise<boolean>;
};

type JobsDeps = {
	/** The application's role has no access to the runner's tables. */
	ownerPool: pg.Pool;
	log: Log;
	jobs: readonly Pick<BoundJob, 'name' | 'at' | 'isDelivery' | 'run'>[];
};

const CONCURRENCY = 4;
/** A notification starts new jobs at once; polling finds those whose notification was lost. */
const POLL_INTERVAL_MS = 5_000;

const logLevels = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' } as const;

export async function installJobs(ownerPool: pg.Pool): Promise<void> {
	await runMigrations({ pgPool: ownerPool, logger: new Logger(() => () => {}) });
}

/** @param key merges waiting jobs with the same key into one. */
export async function enqueue(tx: Tx | Database, task: string, payload: object, key?: string): Promise<void> {
	await sql`select enqueue(${task}, ${JSON.stringify(payload)}::json, ${key ?? null})`.execute(tx);
}

const enqueueMany = prepared('enqueue_jobs', 'select enqueue_jobs($1, $2::text[]::json[], $3::text[], $4)');

/** @param priority 0 runs before 1, and so on. */
export async function enqueueAll(
	tx: Tx | Database,
	task: string,
	jobs: readonly { payload: object; key?: string | undefined }[],
	priority = 0,
): Promise<void> {
	if (jobs.length === 0) return;
	const payloads = texts(jobs.map(({ payload }) => JSON.stringify(payload)));
	await enqueueMany(tx, task, payloads, texts(jobs.map(({ key }) => key)), priority);
}

export async function purgeJobs(tx: Tx, task: string, field: string, value: string): Promise<void> {
	await sql`select forget_jobs(${task}, ${field}, ${value})`.execute(tx);
}

/** Longer than any timeout of a job without a schedule, so its runner has crashed. */
const LONGEST_RUN_MS = 600_000;

/**
 * A job that releases the unscheduled ones of a crashed runner, which otherwise keeps them for four hours. Jobs of a
 * living runner then run twice. Source: `force_unlock_workers` of graphile-worker.
 */
export function freeAbandoned(owner: Database, jobs: readonly Pick<BoundJob, 'name' | 'at'>[]): BoundJob {
	const unscheduled = jobs.flatMap(({ name, at }) => (at === undefined ? name : []));
	return {
		name: 'free-abandoned-jobs',
		at: '* * * * *',
		isQuiet: true,
		run: () =>
			sql`
				select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
				where task_identifier = any(${unscheduled}) and locked_at < now() - ${LONGEST_RUN_MS} * interval '1 millisecond'
				having count(*) > 0
			`.execute(owner),
	};
}

/** During a database outage `stop` does not wait for running jobs; {@link freeAbandoned} releases them later. */
export async function startJobs(deps: JobsDeps): Promise<{ stop(): Promise<void> }> {
	const { ownerPool, log, jobs } = deps;
	const { pool: pgPool, untilUnavailable } = retryingPool(ownerPool);
	const underWay = new Set<Promise<unknown>>();

	async function workOn(run: BoundJob['run'], payload: unknown): Promise<void> {
		const working = run(payload);
		underWay.add(working);
		await working.finally(() => underWay.delete(working));
	}

	const startRunner = (lane: JobsDeps['jobs']) =>
		run({
			pgPool,
			concurrency: CONCURRENCY,
			pollInterval: POLL_INTERVAL_MS,
			noHandleSignals: true,
			logger: new Logger(() => (level, message, meta) => log[logLevels[level]]({ ...meta }, message)),
			taskList: Object.fromEntries(lane.map(({ name, run }) => [name, (payload) => workOn(run, payload)])),
			parsedCronItems: parseCronItems(
				lane.flatMap(({ name, at }) => (at === undefined ? [] : [{ task: name, match: at, identifier: name }])),
			),
		});
	const lanes = Map.groupBy(jobs, ({ isDelivery = false }) => isDelivery);
	const runners = await Promise.all([...lanes.values()].map(startRunner));
	return {
		async stop() {
			const isUnavailable = untilUnavailable().then(() => Promise.allSettled(underWay));
			await Promise.race([Promise.all(runners.map((runner) => runner.stop())), isUnavailable]);
		},
	};
}
