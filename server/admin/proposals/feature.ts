import type { proposalCalls } from '../../../contract/admin/proposals.ts';
import type { CallResult } from '../../../contract/calls.ts';
import { robuxToWire } from '../../../contract/money.ts';
import { selectApprovalSettings } from '../../accounts/allowance.ts';
import { changeSiteMode, selectSiteState } from '../../accounts/site-mode.ts';
import { recordAudit } from '../../lib/audit.ts';
import type { Log } from '../../lib/clock-and-log.ts';
import { type Database, type DbDeps, inTransaction, rowsOf } from '../../lib/db/database.ts';
import type { Feature } from '../../lib/feature.ts';
import type { GetVendorFunds } from '../../withdrawals/safety/get-vendor-funds.ts';
import {
	adminStopProposal,
	applyProposals,
	decideProposal,
	type EndedRow,
	kinds,
	listProposals,
	listSoloAlerts,
	type ProposalDeps,
	stopProposal,
} from './decide-and-propose.ts';
import { eraseProposals } from './erase-user.ts';

export const proposals = {
	calls: {
		...{ adminGetProposals: listProposals, adminDecideProposal: decideProposal, adminStopProposal, stopProposal },
		...{ adminGetFirstRun, adminSetSiteMode: changeSiteMode },
	},
	jobs: [
		{ name: 'expire-proposals', at: '17 * * * *', run: expireProposals },
		{ name: 'apply-proposals', at: '* * * * *', isQuiet: true, run: applyProposals },
	],
	alerts: listSoloAlerts,
	erase: eraseProposals,
} satisfies Feature<typeof proposalCalls, ProposalDeps & FirstRunDeps & { log: Log }>;

/** May run late, because an approval checks the expiry itself. */
export async function expireProposals({ db, clock }: DbDeps): Promise<void> {
	await inTransaction(db, async (tx) => {
		const atMs = clock.now();
		const at = new Date(atMs);
		const rows = await rowsOf<EndedRow>(tx)`
			update proposals set state = 'expired', decided_at = ${at}, input = input - 'sealed', stop_codes = null
			where state = 'waiting' and expires_at <= ${at}
			returning id, kind, call, uid, amount, null as "orderId", null as "orderState", null as outcome, null as proof
		`;
		for (const row of rows) {
			const { noun, changeOf } = kinds[row.kind];
			const { keeps, ...details } = changeOf(row, 'expired');
			const entry = { atMs, actor: 'system', action: `expire-${noun}`, details, keeps };
			await recordAudit(tx, row.uid ? { ...entry, uid: row.uid } : entry);
		}
	});
}

type FirstRunDeps = {
	db: Database;
	config: { smtpUrl?: string | undefined };
	walls: readonly { enabled: boolean }[];
	getVendorFunds: GetVendorFunds;
	isBackedUp: boolean;
};

async function adminGetFirstRun(deps: FirstRunDeps): Promise<CallResult<'adminGetFirstRun'>> {
	const { mode, approvers, isBooked } = await selectSiteState(deps.db);
	const vendor = (await deps.getVendorFunds()).find(({ is_current }) => is_current);
	const steps: CallResult<'adminGetFirstRun'>['steps'] = [
		{ step: 'email', is_done: deps.config.smtpUrl !== undefined },
		{ step: 'partner', is_done: deps.walls.some(({ enabled }) => enabled) },
		{ step: 'vendor', is_done: vendor !== undefined && vendor.balance_state !== 'away' && !vendor.circuit },
		{ step: 'second-person', is_done: approvers > 1 },
		{ step: 'backup', is_done: deps.isBackedUp },
	];
	const limit = robuxToWire((await selectApprovalSettings(deps.db)).approvalAbove);
	return { mode: approvers > 1 ? 'team' : mode, may_choose: !isBooked && approvers < 2, limit, steps };
}
