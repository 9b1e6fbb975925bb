import type { waitingWorkCalls } from '../../../contract/admin/waiting-work.ts';
import type { workplaceCalls } from '../../../contract/admin/workplace.ts';
import type { CallResult } from '../../../contract/calls.ts';
import { WAITING_WORK_COUNT_MAX } from '../../../contract/limits.ts';
import type { businessCalls } from '../../../contract/site/business.ts';
import type { DbDeps } from '../../lib/db/database.ts';
import type { Caller, Feature } from '../../lib/feature.ts';
import type { Wall } from '../../offerwalls/walls/wall.ts';
import { countRiskyWalls } from '../../offerwalls/walls/wall-warnings.ts';
import {
	addUpEarningsDays,
	countActiveUsers,
	countUsers,
	recountUsers,
	sumEarnings,
	sumEarningsByOfferwall,
} from './figures.ts';
import { adminGetBusiness, type BusinessDeps, countCohorts } from './get-business.ts';
import { countWaitingWork } from './store-dashboard.ts';

export const dashboard = {
	calls: {
		adminGetWorkplace: async ({ isSandbox }) => ({ environment: isSandbox ? 'sandbox' : 'live' }),
		adminGetWaitingWork,
		adminGetBusiness,
	},
	data: {
		'GET /data/users/count': (deps, { active_since }) => countUsers(deps, active_since),
		'GET /data/users/active': countActiveUsers,
		'GET /data/earnings/total': (deps, { since }) => sumEarnings(deps, since),
		'GET /data/earnings/by-offerwall': (deps, { since }) => sumEarningsByOfferwall(deps, since),
	},
	jobs: [
		{ name: 'recount-users', at: '52 * * * *', isLong: true, run: recountUsers },
		{ name: 'add-up-earnings-days', at: '12 * * * *', isLong: true, run: addUpEarningsDays },
		{ name: 'count-cohorts', at: '22 * * * *', isLong: true, run: countCohorts },
	],
} satisfies Feature<
	typeof workplaceCalls & typeof waitingWorkCalls & typeof businessCalls,
	BusinessDeps & { isSandbox: boolean }
>;

async function adminGetWaitingWork(
	{ db, clock, walls }: DbDeps & { walls: readonly Wall[] },
	_input: unknown,
	{ actor }: Caller<'admin'>,
): Promise<CallResult<'adminGetWaitingWork'>> {
	const now = new Date(clock.now());
	const waiting = await countWaitingWork(db, { asker: actor.uid, now, most: WAITING_WORK_COUNT_MAX });
	return { ...waiting, offerwalls: countRiskyWalls(walls) };
}
