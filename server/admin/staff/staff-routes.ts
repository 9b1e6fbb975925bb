import type { ActionDeps } from '../../accounts/with-audit.ts';
import type { CallHandlers } from '../../lib/http/calls.ts';
import { adminChangeStaffRole, adminGetStaff, adminInviteStaff, adminRemoveStaff } from './staff.ts';

export function adminStaffCalls(deps: ActionDeps) {
	return {
		adminGetStaff: () => adminGetStaff(deps),
		adminInviteStaff: (request, admin) => adminInviteStaff(deps, admin, request),
		adminChangeStaffRole: (request, admin) => adminChangeStaffRole(deps, admin, request),
		adminRemoveStaff: (request, admin) => adminRemoveStaff(deps, admin, request),
	} satisfies Partial<CallHandlers>;
}
