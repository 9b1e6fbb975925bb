import type { CallResult } from '../../contract/calls.ts';
import type { Permission } from '../../contract/permissions.ts';

export type Work = keyof CallResult<'adminGetWaitingWork'>;
export type WorkCounts = CallResult<'adminGetWaitingWork'>;

/** Where each kind of work waits, and for whom: what one may not do does not wait for one. */
export const waitingPlaces: readonly { work: Work; to: string; needs: Permission }[] = [
	{ work: 'withdrawals', to: '/admin/withdrawals?show=queue&state=needs-review', needs: 'decide-withdrawals' },
	{ work: 'screenings', to: '/admin/withdrawals?show=screening', needs: 'decide-screening' },
	{ work: 'manual_payouts', to: '/admin/withdrawals?show=work-list', needs: 'pay-by-hand' },
	{ work: 'differences', to: '/admin/withdrawals?show=differences', needs: 'decide-withdrawals' },
	{ work: 'report_differences', to: '/admin/reconciliation', needs: 'change-treasury' },
	{ work: 'adjustments', to: '/admin/actions?show=approvals', needs: 'adjust-balances' },
	{ work: 'settlements', to: '/admin/actions?show=approvals', needs: 'decide-withdrawals' },
	{ work: 'proposals', to: '/admin/actions?show=approvals', needs: 'decide-proposals' },
	{ work: 'fraud_cases', to: '/admin/fraud', needs: 'handle-fraud' },
	{ work: 'claims', to: '/admin/claims', needs: 'decide-claims' },
	{ work: 'threads', to: '/admin/threads', needs: 'answer-threads' },
	{ work: 'offerwalls', to: '/admin/offerwalls', needs: 'change-offerwalls' },
];
