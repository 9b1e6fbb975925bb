import type pg from 'pg';
import { createDatabase, type Database } from '../lib/db/database.ts';
import type { EventLog } from '../lib/event-log.ts';
import { type BoundJob, enqueue, startJobs, type Tasks } from '../lib/jobs/jobs.ts';
import { startPayouts, WAKE_PAYOUTS } from '../withdrawals/payouts/payouts.ts';
import { payoutTimes } from '../withdrawals/payouts/record-outcome.ts';
import type { Dependencies } from './dependencies.ts';
import { bindFeatures } from './features.ts';

type Stop = () => Promise<void>;

export async function startWorkers(deps: Dependencies, ownerPool: pg.Pool): Promise<{ stop: Stop }> {
	const { log, db, live, config, events, loadShedding } = deps;
	const owner = createDatabase(ownerPool);
	const features = bindFeatures(deps);
	const featureJobs = features.jobs(owner);
	const payoutDeps = { ...deps, times: payoutTimes(config.payout), publish: live.publish };
	const payouts = startPayouts(payoutDeps, { isBusy: loadShedding.isBusy });
	const stopListening = live.subscribe(WAKE_PAYOUTS, payouts.wake);

	await features.prepare();
	const jobs = await startJobs({
		ownerPool,
		log,
		tasks: withEvents(
			events,
			{
				...Object.fromEntries(featureJobs.map(({ name, run }) => [name, async (payload) => void (await run(payload))])),
			},
			featureJobs,
		),
		timed: [...featureJobs.flatMap(({ name, at }) => (at === undefined ? [] : [{ task: name, match: at }]))],
	});
	await startAtOnce(db, featureJobs);
	return {
		async stop() {
			stopListening();
			await jobs.stop();
			await payouts.stop();
		},
	};
}

/** Nobody waits for the next full minute to see what there is. */
async function startAtOnce(db: Database, jobs: readonly BoundJob[]): Promise<void> {
	const isDue = await Promise.all(jobs.map(({ atStart }) => atStart?.() ?? false));
	for (const { name: task } of jobs.filter((_, index) => isDue[index])) await enqueue(db, task, {}, task);
}

function withEvents(events: EventLog, tasks: Tasks, jobs: readonly BoundJob[]): Tasks {
	const declared = new Map(jobs.map((job) => [job.name, job]));
	const noted = Object.entries(tasks).map(([task, work]) => {
		const { eventOf, isQuiet } = declared.get(task) ?? {};
		const run = async (payload: unknown) => {
			const event = eventOf?.(payload) ?? { source: 'job' as const, what: task };
			const startedMs = performance.now();
			try {
				await work(payload);
			} catch (error) {
				events.note({ ...event, outcome: 'failed', note: messageOf(error), tookMs: performance.now() - startedMs });
				throw error;
			}
			if (isQuiet) return;
			events.note({ ...event, outcome: 'done', tookMs: performance.now() - startedMs });
		};
		return [task, run] as const;
	});
	return Object.fromEntries(noted);
}

/** A mail server's own words name the address that it refuses. */
function messageOf(error: unknown): string {
	return String((error as Error)?.message ?? error).replace(/\S+@\S+/g, '(address)');
}
