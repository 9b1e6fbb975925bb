import type { waitingWorkCalls } from '../../../contract/admin/waiting-work.ts';
import type { workplaceCalls } from '../../../contract/admin/workplace.ts';
import type { businessCalls } from '../../../contract/site/business.ts';
import type { Feature } from '../../lib/feature.ts';
import { countActiveUsers, countUsers, recountUsers } from './count-users.ts';
import { adminGetBusiness, type BusinessDeps, countCohorts } from './get-business.ts';
import { adminGetWaitingWork } from './get-waiting-work.ts';
import { addUpEarningsDays, sumEarnings, sumEarningsByOfferwall } from './sum-earnings.ts';

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
