import type { CallInput } from '../../contract/calls.ts';
import type { AdminContext } from '../accounts/with-audit.ts';
import { adminCalls } from '../admin/routes.ts';
import { adminUserCalls } from '../admin/users/user-calls.ts';
import { adminGetWindDown, adminSetWindDown } from '../admin/wind-down/set-wind-down.ts';
import type { Dependencies } from './dependencies.ts';

/** Calls of staff that no feature declares yet. */
export function staffCalls(deps: Dependencies) {
	const { config, live } = deps;
	const { publish } = live;
	const { publicUrl, payoutCostOfThousand, marginFloorPercent, sandbox } = config;
	return {
		...adminCalls({
			...{ ...deps, publicUrl, payoutCostOfThousand, marginFloorPercent },
			...{ isSandbox: sandbox.enabled, words: config.words },
		}),
		adminGetWindDown: () => adminGetWindDown(deps),
		adminSetWindDown: (request: CallInput<'adminSetWindDown'>, admin: AdminContext) =>
			adminSetWindDown(deps, admin, request),
		...adminUserCalls({ ...deps, publish }),
	};
}
