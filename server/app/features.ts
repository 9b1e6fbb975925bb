import type { CallName } from '../../contract/calls.ts';
import type { DeletionDeps } from '../account-deletion/delete-account.ts';
import type { ExportDeps } from '../account-deletion/export-my-data.ts';
import { accountDeletion } from '../account-deletion/feature.ts';
import { accounts } from '../accounts/feature.ts';
import { profile } from '../accounts/profile/feature.ts';
import type { AdminContext } from '../accounts/with-audit.ts';
import { adjustments } from '../adjustments/feature.ts';
import { proposals } from '../admin/proposals/feature.ts';
import { withProposals } from '../admin/proposals/with-proposals.ts';
import { fraud } from '../fraud/feature.ts';
import { ledger } from '../ledger/feature.ts';
import type { Database } from '../lib/db/database.ts';
import type { CallLimit, Feature, WithOwner } from '../lib/feature.ts';
import type { BoundCall, BoundCalls } from '../lib/http/calls.ts';
import { type TakeFromRateLimit, tooOften, visitorOf } from '../lib/http/rate-limit.ts';
import type { BoundJob } from '../lib/jobs/jobs.ts';
import { notifications } from '../notifications/feature.ts';
import { offerwalls } from '../offerwalls/feature.ts';
import { promotions } from '../promotions/feature.ts';
import { publicProof } from '../public-proof/feature.ts';
import { threads } from '../threads/feature.ts';
import { withdrawals } from '../withdrawals/feature.ts';
import type { Dependencies } from './dependencies.ts';

/** What jobs and calls are given: a use case names only what it needs of it. */
type GivenToJobs = Dependencies & typeof personalParts & { publish: (uid: string) => void };
type Given = GivenToJobs & {
	/** Runs an approved call of staff, without asking for a second person again. */
	ask: (call: string, input: object, admin: AdminContext) => Promise<unknown>;
};

function give(deps: Dependencies): GivenToJobs {
	// Tests replace `live`, so this is derived when it is bound.
	return { ...deps, ...personalParts, publish: deps.live.publish };
}

/** A feature whose calls are known by name only. */
type AnyFeature = Omit<Feature<never, Given, GivenToJobs & WithOwner>, 'calls' | 'limits'> & {
	calls?: { readonly [Name in CallName]?: (deps: Given, input: never, caller: never) => Promise<unknown> };
	limits?: { readonly [Name in CallName]?: readonly CallLimit[] };
};

/** Accounts come last: erasing what features store may need them. */
const features = [
	adjustments,
	withdrawals,
	offerwalls,
	promotions,
	threads,
	notifications,
	ledger,
	profile,
	fraud,
	publicProof,
	proposals,
	accountDeletion,
	accounts,
] as const satisfies readonly AnyFeature[];
const all: readonly AnyFeature[] = features;

/** What the features store about a person. */
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

/** @returns the handlers of all calls, and how approved ones run. */
export function bindFeatures(deps: Dependencies, others: object = {}): { calls: BoundCalls; ask: Given['ask'] } {
	const calls: Record<string, BoundCall> = { ...others };
	const given: Given = {
		...give(deps),
		ask(call, input, admin) {
			const approved = calls[call];
			if (!approved) throw new Error(`an approval of ${call}, which is no call of the staff`);
			return approved(input as never, admin as never);
		},
	};
	for (const { calls: handlers = {}, limits = {} } of all) {
		for (const [name, handle] of Object.entries(handlers)) {
			calls[name] = limited(
				given.takeFromRateLimit,
				{ name, limits: limits[name as CallName] ?? [] },
				(input, caller) => handle(given, input, caller as never),
			);
		}
	}
	return { calls: withProposals(deps, calls), ask: given.ask };
}

/** @throws CallError `resource-exhausted` above a limit. */
function limited(
	take: TakeFromRateLimit,
	{ name, limits }: { name: string; limits: readonly CallLimit[] },
	handle: BoundCall,
): BoundCall {
	if (limits.length === 0) return handle;
	return async (input, caller) => {
		for (const { by, reason, ...window } of limits) {
			const who = by === 'user' ? caller.actor?.uid : visitorOf(caller.ip);
			const waitMs = await take(`${name}|${who}`, window);
			if (waitMs !== undefined) throw tooOften(waitMs, reason);
		}
		return handle(input, caller);
	};
}

/** @returns the jobs of all features, with what each needs. */
export function bindJobs(deps: Dependencies, owner: Database): BoundJob[] {
	const given = { ...give(deps), owner };
	const long = { ...given, db: deps.choresDb };
	return all.flatMap(({ jobs = [] }) =>
		jobs.map(({ run, atStart, ...job }) => ({
			...job,
			run: (payload: unknown) => run(job.isLong ? long : given, payload),
			...(atStart && { atStart: () => atStart(given) }),
		})),
	);
}
