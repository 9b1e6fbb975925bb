import type { adminCalls } from '../../../contract/admin/admin.ts';
import type { userCalls } from '../../../contract/admin/user.ts';
import type { ActionDeps } from '../../accounts/with-audit.ts';
import type { Feature } from '../../lib/feature.ts';
import type { Wall } from '../../offerwalls/walls/wall.ts';
import { adminGetUser, adminGetUserLedger } from './get-user.ts';
import { adminGetUsers } from './get-users.ts';
import { type RankDeps, rankEverybody, rankUsers } from './rank-earners.ts';

export const users = {
	calls: { adminGetUsers, adminGetUser, adminGetUserLedger },
	jobs: [
		{ name: 'rank-earners', at: '* * * * *', isLong: true, isQuiet: true, run: rankUsers },
		{ name: 'rank-everybody', at: '37 4 * * *', isLong: true, run: rankEverybody },
	],
} satisfies Feature<typeof adminCalls & typeof userCalls, ActionDeps & RankDeps & { walls: readonly Wall[] }>;
