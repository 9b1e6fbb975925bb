import type { CallResult } from '../../../contract/calls.ts';
import { robuxToWire } from '../../../contract/money.ts';
import { selectApprovalSettings } from '../../accounts/allowance.ts';
import { selectSiteState } from '../../accounts/site-mode.ts';
import type { Database } from '../../lib/db/database.ts';
import type { GetVendorFunds } from '../../withdrawals/safety/get-vendor-funds.ts';

export type FirstRunDeps = {
	db: Database;
	config: { smtpUrl?: string | undefined };
	walls: readonly { enabled: boolean }[];
	getVendorFunds: GetVendorFunds;
	isBackedUp: boolean;
	isExternal: boolean;
};

export async function adminGetFirstRun(deps: FirstRunDeps): Promise<CallResult<'adminGetFirstRun'>> {
	const { mode, approvers, isBooked } = await selectSiteState(deps.db);
	const vendor = (await deps.getVendorFunds()).find(({ is_current }) => is_current);
	const steps: CallResult<'adminGetFirstRun'>['steps'] = [
		{ step: 'email', is_done: deps.config.smtpUrl !== undefined },
		{ step: 'partner', is_done: deps.walls.some(({ enabled }) => enabled) },
		{ step: 'vendor', is_done: vendor !== undefined && vendor.balance_state !== 'away' && !vendor.circuit },
		{ step: 'second-person', is_done: approvers > 1 },
		{ step: 'backup', is_done: deps.isBackedUp || deps.isExternal },
	];
	const limit = robuxToWire((await selectApprovalSettings(deps.db)).approvalAbove);
	return { mode: approvers > 1 ? 'team' : mode, may_choose: !isBooked && approvers < 2, limit, steps };
}
