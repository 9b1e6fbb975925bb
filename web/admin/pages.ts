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

type Load = () => Promise<{ default: ComponentType<AdminPageProps> }>;
type More = Omit<AdminPage, 'pattern' | 'heading' | 'Page'>;

function page(pattern: string, heading: string, load: Load, more: More = {}): AdminPage {
	return { pattern, heading, Page: lazy(load), ...more };
}

/** Order of the sidebar. Not in web/routes.ts, which all visitors load. scripts/web/web-budget.mjs parses its built text. */
export const adminPages: readonly AdminPage[] = [
	page('/admin', 'Dashboard', () => import('./dashboard/dashboard-page.tsx'), {
		lead: 'Compared with the previous period, except for “Owed”.',
		nav: { group: '', icon: 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z' },
		hasOwnHeading: true,
	}),
	page('/admin/business', 'Business', () => import('./dashboard/business-page.tsx'), {
		lead: 'Earnings, payouts, margin and cohorts.',
		nav: { group: '', icon: 'M4 20V4M4 20h16M8 16l4-5 3 3 5-7' },
		hasOwnHeading: true,
	}),
	page('/admin/withdrawals', 'Withdrawals', () => import('./withdrawals/withdrawals-page.tsx'), {
		lead: 'Withdrawal requests, and your payout rules.',
		nav: { group: 'Money', icon: 'M12 4v12M7 11l5 5 5-5M4 20h16' },
		waiting: [
			{ work: 'withdrawals', query: '?show=queue&state=needs-review', needs: 'decide-withdrawals' },
			{ work: 'screenings', query: '?show=screening', needs: 'decide-screening' },
			{ work: 'manual_payouts', query: '?show=work-list', needs: 'pay-by-hand' },
			{ work: 'differences', query: '?show=differences', needs: 'decide-withdrawals' },
		],
	}),
	page('/admin/withdrawals/:orderId', 'Withdrawal', () => import('./withdrawals/withdrawal-page.tsx'), {
		hasOwnHeading: true,
	}),
	page('/admin/treasury', 'Treasury', () => import('./treasury/treasury-page.tsx'), {
		lead: 'What we owe and what partners owe us.',
		nav: { group: 'Money', icon: 'M3 9l9-5 9 5M4 20h16M6 10v7M10 10v7M14 10v7M18 10v7' },
		needs: ['read-treasury'],
	}),
	page('/admin/books', 'Books', () => import('./treasury/books-page.tsx'), {
		lead: 'Every ledger entry behind the totals.',
		nav: { group: 'Money', icon: 'M5 4h14v16H5zM5 16h14M9 8h6' },
		needs: ['read-treasury'],
		waiting: [{ work: 'imported', query: '?show=move', needs: 'adjust-balances' }],
	}),
	page('/admin/reconciliation', 'Reconciliation', () => import('./reconciliation/reconciliation-page.tsx'), {
		lead: 'Compares partner reports and vendor orders with our books.',
		nav: { group: 'Money', icon: 'M12 4v16M8 20h8M5 7h14M5 7l-3 6h6L5 7ZM19 7l-3 6h6l-3-6Z' },
		needs: ['read-treasury'],
		waiting: [{ work: 'report_differences', needs: 'change-treasury' }],
	}),
	page('/admin/promo-codes', 'Promo codes', () => import('./offerwalls/promo-codes-page.tsx'), {
		lead: "Codes can't be edited, only closed.",
		nav: { group: 'Money', icon: 'M4 12V5a1 1 0 0 1 1-1h7l8 8-8 8-8-8ZM8.5 8.5h.01' },
		hasOwnHeading: true,
	}),
	page('/admin/promo-codes/:code', 'Redemptions', () => import('./offerwalls/promo-redemptions-page.tsx'), {
		hasOwnHeading: true,
	}),
	page('/admin/users', 'Users', () => import('./users/users-page.tsx'), {
		lead: 'Everyone with an account.',
		nav: {
			group: 'People',
			icon: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM2 20a7 7 0 0 1 14 0M16 3a4 4 0 0 1 0 8M19 15a7 7 0 0 1 3 5',
		},
	}),
	page('/admin/users/:uid', 'User', () => import('./users/user-page.tsx'), { hasOwnHeading: true }),
	page('/admin/fraud', 'Fraud check', () => import('./fraud/fraud-page.tsx'), {
		lead: 'Users who need a closer look, and why.',
		nav: { group: 'People', icon: 'M12 3 5 6v5c0 5 3 8 7 10 4-2 7-5 7-10V6l-7-3ZM12 8v5M12 16h.01' },
		waiting: [{ work: 'fraud_cases', needs: 'handle-fraud' }],
	}),
	page('/admin/threads', 'Messages', () => import('./tickets/tickets-page.tsx'), {
		lead: 'Messages from users. Someone who did not decide should answer an appeal.',
		nav: { group: 'People', icon: 'M4 5h16v11H9l-5 4V5ZM8 9h8M8 12h5' },
		needs: ['read-threads'],
		waiting: [{ work: 'threads', needs: 'answer-threads' }],
	}),
	page('/admin/threads/:reference', 'Conversation', () => import('./tickets/ticket-page.tsx'), { hasOwnHeading: true }),
	page('/admin/claims', 'Missing rewards', () => import('./tickets/tickets-page.tsx'), {
		lead: 'Missing-reward claims that need a person.',
		nav: { group: 'People', icon: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9 9a3 3 0 1 1 3 4M12 17h.01' },
		waiting: [{ work: 'claims', needs: 'decide-claims' }],
	}),
	page('/admin/claims/:reference', 'Claim', () => import('./tickets/ticket-page.tsx'), { hasOwnHeading: true }),
	page('/admin/offerwalls', 'Offerwalls', () => import('./offerwalls/offerwalls-page.tsx'), {
		lead: 'Partners whose offers users see.',
		nav: { group: 'Partners', icon: 'M4 5h16v14H4zM4 10h16M10 10v9' },
		waiting: [
			{ work: 'offerwalls', needs: 'change-offerwalls' },
			{ work: 'hidden_offers', query: '?show=hidden', needs: 'change-offerwalls' },
		],
	}),
	page('/admin/offerwalls/:id', 'Offerwall', () => import('./offerwalls/offerwall-page.tsx'), { hasOwnHeading: true }),
	page('/admin/growth', 'Growth', () => import('./growth/growth-page.tsx'), {
		lead: 'Sources of new users, and partners paid to bring them.',
		nav: { group: 'Partners', icon: 'M4 19 10 12l4 4 6-9M15 7h5v5' },
		needs: ['read-promotions'],
	}),
	page('/admin/actions', 'Recent actions', () => import('./audit/actions-page.tsx'), {
		lead: 'Actions by admins and automatic rules.',
		nav: { group: 'System', icon: 'M4 12a8 8 0 1 1 2 5M4 12l-2-2M4 12l2-2M12 8v4l3 2' },
		waiting: [
			{ work: 'adjustments', query: '?show=approvals', needs: 'adjust-balances' },
			{ work: 'settlements', query: '?show=approvals', needs: 'decide-withdrawals' },
			{ work: 'proposals', query: '?show=approvals', needs: 'decide-proposals' },
		],
	}),
	page('/admin/logs', 'Logs', () => import('./audit/logs-page.tsx'), {
		lead: 'Sign-ins, rejected requests, vendor calls, jobs, email and postbacks.',
		nav: { group: 'System', icon: 'M5 6h14M5 10h14M5 15h9M5 20h6' },
		hasOwnHeading: true,
	}),
	page('/admin/staff', 'Staff', () => import('./staff/staff-page.tsx'), {
		lead: 'Team members and their roles.',
		nav: { group: 'System', icon: 'M4 7h16v12H4zM9 4h6v3H9zM9 14a2 2 0 1 0 0-.01M15 11h2M15 15h2' },
		needs: ['read-staff'],
	}),
	page('/admin/connect', 'Connect', () => import('./connect/connect-page.tsx'), {
		lead: 'Programs that read this site, and receive its events.',
		nav: { group: 'System', icon: 'M9 7V3M15 7V3M6 7h12v4a6 6 0 0 1-12 0V7ZM12 17v4' },
		needs: ['read-connect'],
	}),
	page('/admin/settings', 'Settings', () => import('./settings/settings-page.tsx'), {
		nav: { group: 'System', icon: 'M4 8h16M4 16h16M9 5v6M15 13v6' },
	}),
	page('/admin/first-run', 'First steps', () => import('./staff/first-run-page.tsx'), {
		nav: { group: 'System', icon: 'M4 12l5 5L20 7' },
	}),
	page('/admin/wind-down', 'End of service', () => import('./wind-down/wind-down-page.tsx'), {
		lead: `Users have ${CLAIM_DAYS} days from the announcement to withdraw.`,
		nav: { group: 'System', icon: 'M12 4v8M7 6.5a8 8 0 1 0 10 0' },
		needs: ['change-wind-down'],
	}),
	page('/admin/export', 'Export', () => import('./audit/export-page.tsx'), {
		lead: 'Full tables as CSV, with times in UTC. Every export is recorded.',
		nav: { group: 'System', icon: 'M12 15V4M8 8l4-4 4 4M5 13v6h14v-6' },
		needs: Object.values(exportPermissions),
	}),
];

export function adminPageAt(pathname: string) {
	for (const page of adminPages) {
		const match = matchPath(page.pattern, pathname);
		if (match) return { ...page, params: match.params };
	}
	return undefined;
}
