import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { CallName } from '../../contract/calls.ts';
import type { DataAddress } from '../../contract/data.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import type { DeletionDeps } from '../account-deletion/delete-account.ts';
import type { ExportDeps } from '../account-deletion/export-my-data.ts';
import { accountDeletion } from '../account-deletion/feature.ts';
import { accounts } from '../accounts/feature.ts';
import { machineKeys } from '../accounts/machine-keys/feature.ts';
import { mailRecipients } from '../accounts/mail-recipients.ts';
import { profile } from '../accounts/profile/feature.ts';
import { staffProvider } from '../accounts/provider/feature.ts';
import type { Proposals } from '../accounts/second-person.ts';
import { staff } from '../accounts/staff/feature.ts';
import type { AdminContext } from '../accounts/with-audit.ts';
import { adjustments } from '../adjustments/feature.ts';
import { audit } from '../admin/audit/feature.ts';
import { dashboard } from '../admin/dashboard/feature.ts';
import { csvExport } from '../admin/export/feature.ts';
import { decideProposal, listProposals, type ProposalDeps } from '../admin/proposals/decide-proposal.ts';
import { proposals } from '../admin/proposals/feature.ts';
import { withProposals } from '../admin/proposals/with-proposals.ts';
import { search } from '../admin/search/feature.ts';
import { users } from '../admin/users/feature.ts';
import { backup } from '../backup/feature.ts';
import { books } from '../books/feature.ts';
import { startDeliveries } from '../events-out/deliver-events.ts';
import { eventsOut } from '../events-out/feature.ts';
import { fraud } from '../fraud/feature.ts';
import { growth } from '../growth/feature.ts';
import { home } from '../home/feature.ts';
import { ledger } from '../ledger/feature.ts';
import { createDatabase, type Database } from '../lib/db/database.ts';
import type { EventLog } from '../lib/event-log.ts';
import type { Alert, BoundGauge, BoundLiveSource, CallLimit, Feature, WithOwner } from '../lib/feature.ts';
import { tooOften, visitorOf } from '../lib/http/callers.ts';
import {
	type BoundCall,
	type BoundCalls,
	type BoundData,
	createRunCall,
	createRunData,
	type RunCall,
	type RunData,
	type TakeFromLimits,
} from '../lib/http/calls.ts';
import { type BoundJob, enqueue, freeAbandoned, startJobs } from '../lib/jobs/jobs.ts';
import { moveIn } from '../move-in/feature.ts';
import { notifications } from '../notifications/feature.ts';
import type { Recipients } from '../notifications/send-ordered-mail.ts';
import { forgiveChargebacks } from '../offerwalls/booking/chargebacks/store-chargebacks.ts';
import { booking } from '../offerwalls/booking/feature.ts';
import { offerCatalogue } from '../offerwalls/catalogue/feature.ts';
import { offersInMails } from '../offerwalls/catalogue/get-my-offers.ts';
import { claims } from '../offerwalls/claims/feature.ts';
import { offerFeeds } from '../offerwalls/feeds/feature.ts';
import { offerHistory } from '../offerwalls/history/feature.ts';
import { offerPictures } from '../offerwalls/pictures/feature.ts';
import { postbacks } from '../offerwalls/postbacks/feature.ts';
import { partnerReports } from '../offerwalls/reports/feature.ts';
import { offerwallTerms } from '../offerwalls/terms/feature.ts';
import { offerwalls } from '../offerwalls/walls/feature.ts';
import { operations } from '../operations/feature.ts';
import { promotions } from '../promotions/feature.ts';
import { publicProof } from '../public-proof/feature.ts';
import { tickets } from '../tickets/feature.ts';
import { threadMails } from '../tickets/messages/thread-codes.ts';
import { treasury } from '../treasury/feature.ts';
import { claimRules, closeEarning, createReadServiceEnd } from '../wind-down/close-earning.ts';
import { windDown } from '../wind-down/feature.ts';
import { withdrawals } from '../withdrawals/feature.ts';
import { giftCards } from '../withdrawals/gift-cards/feature.ts';
import { startPayouts, WAKE_PAYOUTS } from '../withdrawals/payouts/payouts.ts';
import { payoutTimes } from '../withdrawals/payouts/record-outcome.ts';
import { review } from '../withdrawals/review/feature.ts';
import { payoutSafety } from '../withdrawals/safety/feature.ts';
import { screening } from '../withdrawals/screening/feature.ts';
import { isBackedUp } from './config.ts';
import type { Dependencies } from './dependencies.ts';
import { publishedSettings } from './published-settings.ts';
import { siteSettings } from './site-settings/feature.ts';

type Given = Dependencies &
	typeof personalParts &
	ReturnType<typeof factsOf> &
	ReturnType<typeof claimRules> & {
		publish: (uid: string) => void;
		recipients: Recipients;
		forgiveChargebacks: typeof forgiveChargebacks;
		liveSources: readonly BoundLiveSource[];
		execute: ProposalDeps['execute'];
		proposals: Proposals<AdminContext>;
		listAlerts: () => Promise<Alert[]>;
		gauges: readonly BoundGauge[];
		runCall: RunCall;
		runData: RunData;
	};

function factsOf({ config, loadShedding }: Dependencies) {
	const { publicUrl, words, languages, payoutCostOfThousand, marginFloorPercent, sandbox, gameAccountProof } = config;
	const reviewMs = config.payoutReviewHours * HOUR_MS;
	return {
		publicUrl,
		words,
		languages,
		payoutCostOfThousand,
		marginFloorPercent,
		offerPictureOrigins: config.offerPictureOrigins,
		isSandbox: sandbox.enabled,
		isBackedUp: isBackedUp(config),
		isExternal: config.databaseUrl !== undefined,
		requireGameAccountProof: gameAccountProof === 'always',
		times: payoutTimes(config.payout),
		reviewMs,
		rules: {
			requireVerifiedEmail: config.verifiedEmailToWithdraw,
			dailyCap: config.withdrawDailyCap,
			stockPolicy: config.stockPolicy,
			proofFrom: config.gameAccountProofFrom,
			reviewMs,
		},
		giveWay: loadShedding.giveWay,
		publishedSettings: publishedSettings(config),
	};
}

type AnyHandler = (deps: Given, input: never, caller: never) => Promise<unknown>;
type AnyFeature = Omit<Feature<never, Given>, 'calls' | 'limits' | 'data'> & {
	calls?: { readonly [Name in CallName]?: AnyHandler };
	limits?: { readonly [Name in CallName]?: readonly CallLimit[] };
	data?: { readonly [Address in DataAddress]?: AnyHandler };
};

/** Accounts come last, because other features may need the account when they erase. */
const features = [
	adjustments,
	withdrawals,
	giftCards,
	screening,
	review,
	payoutSafety,
	booking,
	offerCatalogue,
	claims,
	postbacks,
	offerwalls,
	offerwallTerms,
	partnerReports,
	offerHistory,
	offerFeeds,
	offerPictures,
	promotions,
	growth,
	tickets,
	treasury,
	moveIn,
	notifications,
	ledger,
	profile,
	staff,
	machineKeys,
	staffProvider,
	eventsOut,
	fraud,
	publicProof,
	windDown,
	home,
	backup,
	books,
	operations,
	dashboard,
	users,
	search,
	audit,
	csvExport,
	proposals,
	siteSettings,
	accountDeletion,
	accounts,
] as const satisfies readonly AnyFeature[];
const all: readonly AnyFeature[] = features;

type CallsOf<One> = One extends { calls: infer Calls } ? keyof Calls : never;

export const jobNames: readonly string[] = all.flatMap(({ jobs = [] }) => jobs.map(({ name }) => name));

export const personalParts: Pick<DeletionDeps, 'eraseParts'> & Pick<ExportDeps, 'exportParts'> = {
	async eraseParts(tx, whom) {
		for (const { erase } of all) await erase?.(tx, whom);
	},
	async exportParts(tx, uid) {
		const parts: Record<string, unknown> = {};
		let isComplete = true;
		for (const [name, read] of all.flatMap(({ exports = {} }) => Object.entries(exports))) {
			const part = await read(tx, uid);
			const isCut = part !== null && typeof part === 'object' && 'isComplete' in part;
			parts[name] = isCut ? part.lines : part;
			if (isCut && !part.isComplete) isComplete = false;
		}
		return { parts: parts as Awaited<ReturnType<ExportDeps['exportParts']>>['parts'], isComplete };
	},
};

export type BoundFeatures = ReturnType<typeof bindFeatures>;

export function bindFeatures(deps: Dependencies) {
	const readServiceEnd = createReadServiceEnd(deps);
	const liveSources = all.flatMap(({ liveSources = [] }) => liveSources);
	const given: Given = {
		...deps,
		...personalParts,
		...factsOf(deps),
		...claimRules(readServiceEnd, deps.clock),
		// Derived here, because tests replace `live`.
		publish: deps.live.publish,
		recipients: { ...mailRecipients(deps), ...threadMails(deps), ...offersInMails(deps) },
		forgiveChargebacks,
		liveSources: liveSources.map(({ name, listChangesSince }) => ({
			name,
			listChangesSince: (uid, position) => listChangesSince(given, uid, position),
		})),
		proposals: {
			list: (filter, admin) => listProposals(given, filter, admin),
			decide: (decision, admin) => decideProposal(given, decision, admin),
		},
		async listAlerts() {
			const lists = await Promise.all(all.map(({ alerts }) => alerts?.(given) ?? []));
			return lists.flat();
		},
		gauges: all.flatMap(({ gauges = [] }) => gauges.map((gauge) => ({ ...gauge, read: () => gauge.read(given) }))),
		execute(call, input, admin) {
			if (!Object.hasOwn(calls, call)) throw new Error(`can't approve ${call}: not a staff call`);
			return calls[call as CallName](input as never, admin as never);
		},
		runCall: (...call) => createRunCall(bound.calls, bound.takeFromLimits)(...call),
		runData: (...read) => createRunData(bound.data)(...read),
	};
	deps.settings.onChange(() => Object.assign(given, factsOf(deps)));
	const calls: BoundCalls = bind('calls', given) as Record<CallsOf<(typeof features)[number]>, BoundCall>;
	const bound = {
		calls: closeEarning(readServiceEnd, withProposals(deps, calls)),
		takeFromLimits: takeFromLimits(given),
		data: bind('data', given) as BoundData,
	};
	return {
		...bound,
		proposals: given.proposals,
		async registerRoutes(app: FastifyInstance, kind: 'routes' | 'bareRoutes') {
			for (const feature of all) {
				const register = feature[kind];
				if (register) await app.register(async (scope) => register(scope, given));
			}
		},
		async prepare() {
			for (const { prepare } of all) await prepare?.(given);
		},
		jobs: (owner: Database) => bindJobs(given, owner),
	};
}

function bind(part: 'calls' | 'data', given: Given): Record<string, BoundCall> {
	const handlers = all.flatMap((feature) => Object.entries<AnyHandler>(feature[part] ?? {}));
	return Object.fromEntries(
		handlers.map(([name, handle]): [string, BoundCall] => [name, (input, caller) => handle(given, input, caller)]),
	);
}

function takeFromLimits({ takeFromRateLimit }: Given): TakeFromLimits {
	const limits: { readonly [Name in CallName]?: readonly CallLimit[] } = Object.assign(
		{},
		...all.map((one) => one.limits),
	);
	return async (name, { uid, ip }) => {
		for (const { by, reason, ...window } of limits[name] ?? []) {
			const who = by === 'user' ? uid : visitorOf(ip);
			const waitMs = await takeFromRateLimit(`${name}|${who}`, window);
			if (waitMs !== undefined) throw tooOften(waitMs, reason);
		}
	};
}

function bindJobs(given: Given, owner: Database): BoundJob[] {
	const now = (): Given & WithOwner => ({ ...given, owner });
	return all.flatMap(({ jobs = [] }) =>
		jobs
			.filter(({ isOn }) => isOn?.(now()) ?? true)
			.map(({ run, atStart, isOn: _, ...job }) => ({
				...job,
				run: (payload: unknown) => run(job.isLong ? { ...now(), db: given.choresDb } : now(), payload),
				...(atStart && { atStart: () => atStart(now()) }),
			})),
	);
}

export async function startWorkers(deps: Dependencies, ownerPool: pg.Pool): Promise<{ stop: () => Promise<void> }> {
	const { log, db, live, config, events, loadShedding } = deps;
	const features = bindFeatures(deps);
	const owner = createDatabase(ownerPool);
	const declared = features.jobs(owner);
	const jobs = [...declared, freeAbandoned(owner, declared)];
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
