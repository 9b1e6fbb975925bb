import { WAITING_WORK_COUNT_MAX } from '../../../contract/limits.ts';
import type { AdjustDeps } from '../../adjustments/adjust-balance.ts';
import type { CallHandlers } from '../../lib/http/calls.ts';
import type { Wall } from '../../offerwalls/walls/wall.ts';
import { countRiskyWalls } from '../../offerwalls/walls/wall-warnings.ts';
import { adminGetActions } from '../audit/get-actions.ts';
import { adminGetLog } from '../audit/get-log.ts';
import { countWaitingWork } from '../dashboard/store-waiting-work.ts';
import { adminGetUser } from './get-user.ts';
import { getUserLedger } from './get-user-lists.ts';

export type UserCallsDeps = AdjustDeps & { walls: readonly Wall[] };

export function adminUserCalls(deps: UserCallsDeps) {
	return {
		adminGetUser: ({ uid }, admin) => adminGetUser(deps, admin, uid),
		adminGetUserLedger: (page) => getUserLedger(deps, page),
		adminGetWaitingWork: async (_, { actor }) => {
			const now = new Date(deps.clock.now());
			const waiting = await countWaitingWork(deps.db, { asker: actor.uid, now, most: WAITING_WORK_COUNT_MAX });
			return { ...waiting, offerwalls: countRiskyWalls(deps.walls) };
		},
		adminGetActions: (request) => adminGetActions(deps, request),
		adminGetLog: (request) => adminGetLog(deps, request),
	} satisfies Partial<CallHandlers>;
}
