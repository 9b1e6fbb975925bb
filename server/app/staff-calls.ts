import type { CallInput } from '../../contract/calls.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { eraseAccount } from '../account-deletion/delete-account.ts';
import type { AdminContext } from '../accounts/with-audit.ts';
import { adminClaimCalls } from '../admin/claims/claim-routes.ts';
import { decideProposal, listProposals, type ProposalDeps } from '../admin/proposals/decide-proposal.ts';
import { withProposals } from '../admin/proposals/with-proposals.ts';
import { adminCalls } from '../admin/routes.ts';
import { adminStaffCalls } from '../admin/staff/staff-routes.ts';
import { adminThreadCalls } from '../admin/threads/thread-routes.ts';
import { adminTreasuryCalls } from '../admin/treasury/treasury-routes.ts';
import { adminUserCalls } from '../admin/users/user-calls.ts';
import { adminGetWindDown, adminSetWindDown } from '../admin/wind-down/set-wind-down.ts';
import { adminPayoutCalls } from '../admin/withdrawals/payouts.ts';
import type { CallHandlers } from '../lib/http/calls.ts';
import { payoutTimes } from '../withdrawals/payouts/record-outcome.ts';
import { isBackedUp } from './config.ts';
import type { Dependencies } from './dependencies.ts';

/** All that the staff can ask for, and what becomes of it where one person is not enough. */
export function staffCalls(deps: Dependencies) {
	const { calls, decide } = createStaffDesk(deps);
	return {
		...withProposals(deps, calls),
		adminGetProposals: (request, { actor }) => listProposals(deps, actor, request),
		adminDecideProposal: (request, admin) => decide(admin, request),
	} satisfies Partial<CallHandlers>;
}

/** Also at the machine, where nobody calls. */
export function createStaffDesk(deps: Dependencies) {
	const { config, live } = deps;
	const { publish } = live;
	const { publicUrl, payoutCostOfThousand, marginFloorPercent, payout, payoutReviewHours, sandbox } = config;
	const calls = {
		...adminCalls({
			...{ ...deps, publicUrl, payoutCostOfThousand, marginFloorPercent },
			...{ isSandbox: sandbox.enabled, isBackedUp: isBackedUp(config), words: config.words },
		}),
		...adminPayoutCalls({ ...deps, publish, reviewMs: payoutReviewHours * HOUR_MS, times: payoutTimes(payout) }),
		...adminTreasuryCalls({ ...deps, payoutCostOfThousand }),
		adminGetWindDown: () => adminGetWindDown(deps),
		adminSetWindDown: (request: CallInput<'adminSetWindDown'>, admin: AdminContext) =>
			adminSetWindDown(deps, admin, request),
		...adminStaffCalls(deps),
		...adminClaimCalls({ ...deps, publish }),
		...adminThreadCalls({ ...deps, publish }),
		...adminUserCalls({ ...deps, publish, eraseAccount: (tx, whom) => eraseAccount(tx, whom, deps.memory) }),
	};
	type Handler = (input: object, admin: AdminContext) => Promise<unknown>;
	const ask: ProposalDeps['ask'] = (call, input, admin) => {
		if (!Object.hasOwn(calls, call)) throw new Error(`an approval of ${call}, which is no call of the staff`);
		return (calls[call as keyof typeof calls] as unknown as Handler)(input, admin);
	};
	const decide = (admin: AdminContext, request: CallInput<'adminDecideProposal'>) =>
		decideProposal({ ...deps, ask }, admin, request);
	return { calls, decide };
}
