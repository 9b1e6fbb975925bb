import type pg from 'pg';
import { expireAdjustments } from './adjustments/expire-adjustments.ts';
import { recountUsers } from './admin/count-users.ts';
import { countCohorts } from './admin/get-business.ts';
import { rankEarners, rankEverybody } from './admin/rank-earners.ts';
import { addUpEarningsDays } from './admin/sum-earnings.ts';
import type { Dependencies } from './dependencies.ts';
import { refreshFraud } from './fraud/refresh-fraud.ts';
import { countOffers } from './home/count-offers.ts';
import { forgetExpired } from './identity/forget-expired.ts';
import { mailRecipients } from './identity/mail-recipients.ts';
import { compactAccountBuckets } from './ledger/compact-buckets.ts';
import { createDatabase } from './lib/database.ts';
import { type EventLog, forgetEvents } from './lib/event-log.ts';
import { freeAbandonedJobs, startJobs, type Tasks } from './lib/jobs.ts';
import { quarterOf } from './lib/quarter-hour.ts';
import { forgetRateLimits } from './lib/rate-limit.ts';
import { forgetNotices } from './notifications/forget-notices.ts';
import { IDENTITY_MAIL_TASK, readMailOrder } from './notifications/mail-order.ts';
import { sendOrderedMail } from './notifications/send-ordered-mail.ts';
import { reviewPauses } from './offerwalls/chargeback.ts';
import { compactEarningsBuckets } from './offerwalls/compact-earnings.ts';
import {
	ERASE_CALLBACKS_TASK,
	ERASE_LATE_CALLBACKS_TASK,
	eraseCallbacks,
	eraseLateCallbacks,
} from './offerwalls/erase-callbacks.ts';
import { forgetCallbacks } from './offerwalls/forget-callbacks.ts';
import { releaseHeldCredits } from './offerwalls/release-held-credits.ts';
import { proveBooks } from './prove-books.ts';
import { compareWithVendors } from './withdrawals/compare-with-vendors.ts';
import { PAYOUTS_HINT, startPayouts } from './withdrawals/payouts.ts';
import { payoutTimes } from './withdrawals/record-verdict.ts';
import { watchPayouts } from './withdrawals/watch-payouts.ts';
import { WATCH_PAYOUTS_TASK } from './withdrawals/withdrawal.ts';

/** Longer than any transaction lives: then nobody writes to an interval any more. */
const LATE_WRITES_MS = 60_000;
/** Far longer than a mail server may take for one. Whoever has held a mail for so long died over it. */
const LONGEST_MAIL_MS = 600_000;

/** What runs beside the requests: payouts, and the chores that keep the books compact and proven. */
export async function startWorkers(deps: Dependencies, ownerPool: pg.Pool): Promise<{ stop(): Promise<void> }> {
	const { clock, log, db, choresDb, live, config, events, peopleFirst } = deps;
	const owner = createDatabase(ownerPool);
	const payoutDeps = { ...deps, times: payoutTimes(config.payout), publish: live.publish };
	const payouts = startPayouts(payoutDeps, { isBusy: peopleFirst.isBusy });
	const stopListening = live.subscribe(PAYOUTS_HINT, payouts.wake);

	const { words, publicUrl } = config;
	const brand = words.brandFirst + words.brandSecond;
	const mailDeps = { ...deps, recipients: mailRecipients(deps), words: { ...words, brand, publicUrl } };

	async function compactBuckets(): Promise<void> {
		const closedBeforeMs = quarterOf(clock.now() - LATE_WRITES_MS);
		await compactAccountBuckets(owner, closedBeforeMs);
		await compactEarningsBuckets(owner, closedBeforeMs);
	}

	const jobs = await startJobs({
		ownerPool,
		log,
		tasks: withEvents(events, {
			[IDENTITY_MAIL_TASK]: async (payload) => {
				await peopleFirst.giveWay();
				await sendOrderedMail(mailDeps, readMailOrder(payload));
			},
			'free-abandoned-jobs': () => freeAbandonedJobs(owner, IDENTITY_MAIL_TASK, LONGEST_MAIL_MS),
			'compact-buckets': compactBuckets,
			'check-books': () => proveBooks(deps),
			'release-held-credits': () => releaseHeldCredits({ db, clock, log, publish: live.publish }),
			[WATCH_PAYOUTS_TASK]: () => watchPayouts({ ...deps, operatorEmail: config.adminEmail, brand }),
			'compare-with-vendors': async () => void (await compareWithVendors(deps)),
			'review-pauses': () => reviewPauses({ db, clock }),
			[ERASE_CALLBACKS_TASK]: () => eraseCallbacks({ db }),
			[ERASE_LATE_CALLBACKS_TASK]: () => eraseLateCallbacks({ db, clock }),
			'forget-rate-limits': () => forgetRateLimits(db, clock.now()),
			'forget-expired-sign-ins': () => forgetExpired({ db, clock }),
			'forget-notices': () => forgetNotices({ db, clock }),
			'forget-callbacks': () => forgetCallbacks({ owner, clock }),
			'expire-adjustments': () => expireAdjustments({ db, clock }),
			'count-offers': () => countOffers({ db: choresDb, clock }),
			'rank-earners': () => rankEarners({ db: choresDb, clock }),
			'rank-everybody': () => rankEverybody({ db: choresDb }),
			'recount-users': () => recountUsers({ db: choresDb, clock }),
			'add-up-earnings-days': () => addUpEarningsDays({ db: choresDb, clock }),
			'count-cohorts': () => countCohorts({ db: choresDb, clock }),
			'refresh-fraud': () => refreshFraud({ db: choresDb, clock }),
			'forget-events': () => forgetEvents({ owner, clock }),
		}),
		timed: [
			{ task: 'free-abandoned-jobs', match: '* * * * *' },
			{ task: 'compact-buckets', match: '2,17,32,47 * * * *' },
			{ task: 'check-books', match: '7 * * * *' },
			{ task: 'release-held-credits', match: '* * * * *' },
			{ task: WATCH_PAYOUTS_TASK, match: '*/5 * * * *' },
			{ task: 'compare-with-vendors', match: '41 4 * * *' },
			{ task: 'review-pauses', match: '*/10 * * * *' },
			{ task: 'forget-rate-limits', match: '*/10 * * * *' },
			{ task: ERASE_LATE_CALLBACKS_TASK, match: '41 * * * *' },
			{ task: 'forget-expired-sign-ins', match: '23 * * * *' },
			{ task: 'forget-notices', match: '19 3 * * *' },
			{ task: 'forget-callbacks', match: '41 * * * *' },
			{ task: 'expire-adjustments', match: '17 * * * *' },
			{ task: 'count-offers', match: '* * * * *' },
			{ task: 'rank-earners', match: '* * * * *' },
			{ task: 'refresh-fraud', match: '*/5 * * * *' },
			{ task: 'forget-events', match: '29 3 * * *' },
			{ task: 'rank-everybody', match: '37 4 * * *' },
			{ task: 'recount-users', match: '52 * * * *' },
			{ task: 'add-up-earnings-days', match: '12 * * * *' },
			{ task: 'count-cohorts', match: '22 * * * *' },
		],
	});
	return {
		async stop() {
			stopListening();
			await jobs.stop();
			await payouts.stop();
		},
	};
}

/** Their news is in what they did, and each minute's would bury the rest. */
const QUIET_TASKS = new Set(['count-offers', 'free-abandoned-jobs', 'release-held-credits', 'rank-earners']);

/** Has each job's end kept, and each mail's, by its kind. */
function withEvents(events: EventLog, tasks: Tasks): Tasks {
	const noted = Object.entries(tasks).map(([task, work]) => {
		const run = async (payload: unknown) => {
			const isMail = task === IDENTITY_MAIL_TASK;
			const { kind, uid } = isMail ? (payload as { kind?: string; uid?: string }) : {};
			const event = { source: isMail ? ('mail' as const) : ('job' as const), what: kind ?? task, uid };
			const startedMs = performance.now();
			try {
				await work(payload);
			} catch (error) {
				events.note({ ...event, outcome: 'failed', note: messageOf(error), tookMs: performance.now() - startedMs });
				throw error;
			}
			if (QUIET_TASKS.has(task)) return;
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
