import type pg from 'pg';
import { startDeliveries } from '../events-out/deliver-events.ts';
import { createDatabase } from '../lib/db/database.ts';
import type { EventLog } from '../lib/event-log.ts';
import { type BoundJob, enqueue, startJobs } from '../lib/jobs/jobs.ts';
import { startPayouts, WAKE_PAYOUTS } from '../withdrawals/payouts/payouts.ts';
import { payoutTimes } from '../withdrawals/payouts/record-outcome.ts';
import type { Dependencies } from './dependencies.ts';
import { bindFeatures } from './features.ts';

export async function startWorkers(deps: Dependencies, ownerPool: pg.Pool): Promise<{ stop: () => Promise<void> }> {
	const { log, db, live, config, events, loadShedding } = deps;
	const features = bindFeatures(deps);
	const jobs = features.jobs(createDatabase(ownerPool));
	const payoutDeps = { ...deps, times: payoutTimes(config.payout), publish: live.publish };
	const payouts = startPayouts(payoutDeps, { isBusy: loadShedding.isBusy });
	const stopListening = live.subscribe(WAKE_PAYOUTS, payouts.wake);

	const deliveries = startDeliveries(deps);
	await features.prepare();
	const runner = await startJobs({ ownerPool, log, jobs: jobs.map((job) => withEvents(job, events)) });
	for (const { name, atStart } of jobs) if (await atStart?.()) await enqueue(db, name, {}, name);
	return {
		async stop() {
			stopListening();
			await runner.stop();
			await Promise.all([payouts.stop(), deliveries.stop()]);
		},
	};
}

function withEvents(job: BoundJob, events: EventLog): BoundJob {
	const { name, run, isQuiet, eventOf } = job;
	return {
		...job,
		async run(payload) {
			const event = eventOf?.(payload) ?? { source: 'job' as const, what: name };
			const startedMs = performance.now();
			try {
				await run(payload);
			} catch (error) {
				events.note({ ...event, outcome: 'failed', note: messageOf(error), tookMs: performance.now() - startedMs });
				throw error;
			}
			if (isQuiet) return;
			events.note({ ...event, outcome: 'done', tookMs: performance.now() - startedMs });
		},
	};
}

function messageOf(error: unknown): string {
	return String((error as Error)?.message ?? error).replace(/\S+@\S+/g, '(address)');
}
