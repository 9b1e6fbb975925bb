import type { staffCalls } from '../../../contract/accounts/staff.ts';
import type { Feature } from '../../lib/feature.ts';
import type { ActionDeps } from '../with-audit.ts';
import { exportViews } from './export-user.ts';
import { adminGetSavedViews, adminRemoveView, adminSaveView } from './saved-views.ts';
import {
	acceptStaffInvite,
	adminChangeStaffRole,
	adminGetStaff,
	adminInviteStaff,
	adminRemoveStaff,
	adminWithdrawInvite,
} from './staff.ts';

export const staff = {
	calls: {
		...{ adminGetStaff, adminInviteStaff, adminChangeStaffRole, adminRemoveStaff },
		...{ acceptStaffInvite, adminWithdrawInvite },
		...{ adminGetSavedViews, adminSaveView, adminRemoveView },
	},
	exports: { saved_views: exportViews },
} satisfies Feature<typeof staffCalls, ActionDeps>;
