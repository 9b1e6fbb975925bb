import type { CallInput } from '../../contract/calls.ts';
import type { AdminContext } from '../accounts/with-audit.ts';
import { adminGetWindDown, adminSetWindDown } from '../admin/wind-down/set-wind-down.ts';
import type { Dependencies } from './dependencies.ts';

/** Calls of staff that no feature declares yet. */
export function staffCalls(deps: Dependencies) {
	return {
		adminGetWindDown: () => adminGetWindDown(deps),
		adminSetWindDown: (request: CallInput<'adminSetWindDown'>, admin: AdminContext) =>
			adminSetWindDown(deps, admin, request),
	};
}
