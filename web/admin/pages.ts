import { type ComponentType, lazy } from 'react';
import { matchPath } from 'react-router';
import { exportPermissions } from '../../contract/admin/exports.ts';
import type { CallResult } from '../../contract/calls.ts';
import { CLAIM_DAYS } from '../../contract/limits.ts';
import type { Permission } from '../../contract/permissions.ts';

export const groups = ['', 'Money', 'People', 'Partners', 'System'] as const;

export type WorkCounts = CallResult<'adminGetWaitingWork'>;
export type Work = keyof WorkCounts;

type Opening = { heading: string; lead?: string };

export type AdminPageProps = Opening & { params: Readonly<Record<string, string | undefined>> };

type AdminPage = Opening & {
	pattern: string;
	/** `icon` is a stroked 24x24 path. */
	nav?: { group: (typeof groups)[number]; icon: string };
	needs?: readonly Permission[];
	waiting?: readonly { work: Work; query?: string; needs: Permission }[];
	hasOwnHeading?: true;
	Page: ComponentType<AdminPageProps>;
};

/** Order of the sidebar. Not in web/routes.ts, which all visitors load. scripts/web/web-budget.mjs parses its built text. */
export const adminPages: readonly AdminPage[] = [
	{
		pattern: '/admin',
		heading: 'Dashboard',
		lead: 'Compared with the previous period, except for “Owed”.',
		nav: { group: '', icon: 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z' },
		hasOwnHeading: true,
		Page: lazy(() => import('./dashboard/dashboard-page.tsx')),
	},
	{
		pattern: '/admin/business',
		heading: 'Business',
		lead: 'Earnings, payouts, margin and cohorts.',
		nav: { group: '', icon: 'M4 20V4M4 20h16M8 16l4-5 3 3 5-7' },
		hasOwnHeading: true,
		Page: lazy(() => import('./dashboard/business-page.tsx')),
	},
	{
		pattern: '/admin/withdrawals',
		heading: 'Withdrawals',
		lead: 'Withdrawal requests, and your payout rules.',
		nav: { group: 'Money', icon: 'M12 4v12M7 11l5 5 5-5M4 20h16' },
		waiting: [
			{ work: 'withdrawals', query: '?show=queue&state=needs-review', needs: 'decide-withdrawals' },
			{ work: 'screenings', query: '?show=screening', needs: 'decide-screening' },
			{ work: 'manual_payouts', query: '?show=work-list', needs: 'pay-by-hand' },
			{ work: 'differences', query: '?show=differences', needs: 'decide-withdrawals' },
		],
		Page: lazy(() => import('./withdrawals/withdrawals-page.tsx')),
	},
	{
		pattern: '/admin/withdrawals/:orderId',
		heading: 'Withdrawal',
		hasOwnHeading: true,
		Page: lazy(() => import('./withdrawals/withdrawal-page.tsx')),
	},
	{
		pattern: '/admin/treasury',
		heading: 'Treasury',
		lead: 'What we owe and what partners owe us.',
		nav: { group: 'Money', icon: 'M3 9.5 12 4l9 5.5M4.5 20h15M6 10v7M10 10v7M14 10v7M18 10v7' },
		needs: ['read-treasury'],
		Page: lazy(() => import('./treasury/treasury-page.tsx')),
	},
	{
		pattern: '/admin/books',
		heading: 'Books',
		lead: 'Every ledger entry behind the totals.',
		nav: {
			group: 'Money',
			icon: 'M5 4.5h11.5A2.5 2.5 0 0 1 19 7v13H7.5A2.5 2.5 0 0 1 5 17.5v-13ZM5 17a2.5 2.5 0 0 1 2.5-2.5H19M9 8.5h6',
		},
		needs: ['read-treasury'],
		waiting: [{ work: 'imported', query: '?show=move', needs: 'adjust-balances' }],
		Page: lazy(() => import('./treasury/books-page.tsx')),
	},
	{
		pattern: '/admin/reconciliation',
		heading: 'Reconciliation',
		lead: 'Compares partner reports and vendor orders with our books.',
		nav: { group: 'Money', icon: 'M12 4v16M8 20h8M5 7h14M5 7l-3 6h6L5 7ZM19 7l-3 6h6l-3-6Z' },
		needs: ['read-treasury'],
		waiting: [{ work: 'report_differences', needs: 'change-treasury' }],
		Page: lazy(() => import('./reconciliation/reconciliation-page.tsx')),
	},
	{
		pattern: '/admin/promo-codes',
		heading: 'Promo codes',
		lead: "Codes can't be edited, only closed.",
		nav: { group: 'Money', icon: 'M4 12V5a1 1 0 0 1 1-1h7l8 8-8 8-8-8ZM8.5 8.5h.01' },
		hasOwnHeading: true,
		Page: lazy(() => import('./offerwalls/promo-codes-page.tsx')),
	},
	{
		pattern: '/admin/promo-codes/:code',
		heading: 'Redemptions',
		hasOwnHeading: true,
		Page: lazy(() => import('./offerwalls/promo-redemptions-page.tsx')),
	},
	{
		pattern: '/admin/users',
		heading: 'Users',
		lead: 'Everyone with an account.',
		nav: {
			group: 'People',
			icon: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6M18 14a6.5 6.5 0 0 1 3.5 6',
		},
		Page: lazy(() => import('./users/users-page.tsx')),
	},
	{
		pattern: '/admin/users/:uid',
		heading: 'User',
		hasOwnHeading: true,
		Page: lazy(() => import('./users/user-page.tsx')),
	},
	{
		pattern: '/admin/fraud',
		heading: 'Fraud check',
		lead: 'Users who need a closer look, and why.',
		nav: { group: 'People', icon: 'M12 3 5 5.5v6c0 4.5 3 7.5 7 9.5 4-2 7-5 7-9.5v-6L12 3ZM12 8.5v4M12 15.5h.01' },
		waiting: [{ work: 'fraud_cases', needs: 'handle-fraud' }],
		Page: lazy(() => import('./fraud/fraud-page.tsx')),
	},
	{
		pattern: '/admin/threads',
		heading: 'Messages',
		lead: 'Messages from users. Someone who did not decide should answer an appeal.',
		nav: { group: 'People', icon: 'M4 5h16v11H9l-5 4V5ZM8 9h8M8 12.5h5' },
		needs: ['read-threads'],
		waiting: [{ work: 'threads', needs: 'answer-threads' }],
		Page: lazy(() => import('./tickets/tickets-page.tsx')),
	},
	{
		pattern: '/admin/threads/:reference',
		heading: 'Conversation',
		hasOwnHeading: true,
		Page: lazy(() => import('./tickets/ticket-page.tsx')),
	},
	{
		pattern: '/admin/claims',
		heading: 'Missing rewards',
		lead: 'Missing-reward claims that need a person.',
		nav: {
			group: 'People',
			icon: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.4-1 .8-1 1.7M12 16.5h.01',
		},
		waiting: [{ work: 'claims', needs: 'decide-claims' }],
		Page: lazy(() => import('./tickets/tickets-page.tsx')),
	},
	{
		pattern: '/admin/claims/:reference',
		heading: 'Claim',
		hasOwnHeading: true,
		Page: lazy(() => import('./tickets/ticket-page.tsx')),
	},
	{
		pattern: '/admin/offerwalls',
		heading: 'Offerwalls',
		lead: 'Partners whose offers users see.',
		nav: { group: 'Partners', icon: 'M4 5h16v14H4zM4 10h16M10 10v9' },
		waiting: [{ work: 'offerwalls', needs: 'change-offerwalls' }],
		Page: lazy(() => import('./offerwalls/offerwalls-page.tsx')),
	},
	{
		pattern: '/admin/offerwalls/:id',
		heading: 'Offerwall',
		hasOwnHeading: true,
		Page: lazy(() => import('./offerwalls/offerwall-page.tsx')),
	},
	{
		pattern: '/admin/growth',
		heading: 'Growth',
		lead: 'Sources of new users, and partners paid to bring them.',
		nav: { group: 'Partners', icon: 'M4 19 10 12l4 4 6-9M15 7h5v5' },
		needs: ['read-promotions'],
		Page: lazy(() => import('./growth/growth-page.tsx')),
	},
	{
		pattern: '/admin/actions',
		heading: 'Recent actions',
		lead: 'Actions by admins and automatic rules.',
		nav: { group: 'System', icon: 'M4 12a8 8 0 1 1 2.5 5.8M4 12l-1.5-2M4 12l2-1.5M12 8v4.5l3 1.5' },
		waiting: [
			{ work: 'adjustments', query: '?show=approvals', needs: 'adjust-balances' },
			{ work: 'settlements', query: '?show=approvals', needs: 'decide-withdrawals' },
			{ work: 'proposals', query: '?show=approvals', needs: 'decide-proposals' },
		],
		Page: lazy(() => import('./audit/actions-page.tsx')),
	},
	{
		pattern: '/admin/logs',
		heading: 'Logs',
		lead: 'Sign-ins, rejected requests, vendor calls, jobs, email and postbacks.',
		nav: { group: 'System', icon: 'M5 6h14M5 10.5h14M5 15h9M5 19.5h6' },
		hasOwnHeading: true,
		Page: lazy(() => import('./audit/logs-page.tsx')),
	},
	{
		pattern: '/admin/staff',
		heading: 'Staff',
		lead: 'Team members and their roles.',
		nav: {
			group: 'System',
			icon: 'M4 7h16v12H4zM9 4.5h6V7H9zM9.5 12a1.5 1.5 0 1 0 0-.01M7 16.5a2.5 2.5 0 0 1 5 0M15 11.5h2.5M15 15h2.5',
		},
		needs: ['read-staff'],
		Page: lazy(() => import('./staff/staff-page.tsx')),
	},
	{
		pattern: '/admin/connect',
		heading: 'Connect',
		lead: 'Programs that read this site, and receive its events.',
		nav: { group: 'System', icon: 'M9 7V3M15 7V3M6 7h12v4a6 6 0 0 1-12 0V7ZM12 17v4' },
		needs: ['read-connect'],
		Page: lazy(() => import('./connect/connect-page.tsx')),
	},
	{
		pattern: '/admin/settings',
		heading: 'Settings',
		nav: { group: 'System', icon: 'M5 6h14M5 10.5h14M5 15h9' },
		Page: lazy(() => import('./settings/settings-page.tsx')),
	},
	{
		pattern: '/admin/first-run',
		heading: 'First steps',
		nav: { group: 'System', icon: 'M5 6h14M5 10.5h14M5 15h9' },
		Page: lazy(() => import('./staff/first-run-page.tsx')),
	},
	{
		pattern: '/admin/wind-down',
		heading: 'End of service',
		lead: `Users have ${CLAIM_DAYS} days from the announcement to withdraw.`,
		nav: { group: 'System', icon: 'M12 4v8M7 6.5a8 8 0 1 0 10 0' },
		needs: ['change-wind-down'],
		Page: lazy(() => import('./wind-down/wind-down-page.tsx')),
	},
	{
		pattern: '/admin/export',
		heading: 'Export',
		lead: 'Full tables as CSV files, with times in UTC. Every export is recorded.',
		nav: { group: 'System', icon: 'M12 15V4M8 8l4-4 4 4M5 13v6h14v-6' },
		needs: Object.values(exportPermissions),
		Page: lazy(() => import('./audit/export-page.tsx')),
	},
];

export function adminPageAt(pathname: string) {
	for (const page of adminPages) {
		const match = matchPath(page.pattern, pathname);
		if (match) return { ...page, params: match.params };
	}
	return undefined;
}
