import type { CallHandlers } from '../../lib/http/calls.ts';
import { adminGetBalances, adminGetHeldCredits } from './get-balances.ts';
import { adminGetTransfers } from './get-transfers.ts';
import { adminGetTreasury, type TreasuryDeps } from './get-treasury.ts';
import { adminEnterWallPayment, adminGetWallPayments } from './wall-payments.ts';

export function adminTreasuryCalls(deps: TreasuryDeps) {
	return {
		adminGetTreasury: () => adminGetTreasury(deps),
		adminGetTransfers: (request) => adminGetTransfers(deps, request),
		adminGetBalances: (request) => adminGetBalances(deps, request),
		adminGetHeldCredits: (request) => adminGetHeldCredits(deps, request),
		adminGetWallPayments: (request) => adminGetWallPayments(deps, request),
		adminEnterWallPayment: (request, admin) => adminEnterWallPayment(deps, admin, request),
	} satisfies Partial<CallHandlers>;
}
