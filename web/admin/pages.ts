import { type ComponentType, lazy } from 'react';
import { matchPath } from 'react-router';
import { CLAIM_DAYS } from '../../contract/limits.ts';
import { words } from '../lib/format/branding.ts';

/** How a page begins. It stands before it is known who looks: nothing of anybody. */
type Opening = { heading: string; lead?: string };

/** What a page gets beside that: what its path says: `:uid` is `params.uid`. */
export type AdminPageProps = Opening & { params: Readonly<Record<string, string | undefined>> };

type AdminPage = Opening & { pattern: string; Page: ComponentType<AdminPageProps> };

/** Here and not in web/routes.ts, which everybody loads. The build reads which file each address loads (scripts/web/web-budget.mjs). */
export const adminPages: readonly AdminPage[] = [
	{
		pattern: '/admin',
		heading: 'Dashboard',
		lead: 'The chosen days, compared with as many days before them. What is owed is as of now.',
		Page: lazy(() => import('./dashboard/dashboard-page.tsx')),
	},
	{
		pattern: '/admin/users',
		heading: 'Users',
		lead: 'Everybody who has an account here, what they have earned and when they were last here.',
		Page: lazy(() => import('./users/users-page.tsx')),
	},
	{
		pattern: '/admin/users/:uid',
		heading: 'User',
		Page: lazy(() => import('./users/user-page.tsx')),
	},
	{
		pattern: '/admin/fraud',
		heading: 'Fraud check',
		lead: 'Users that deserve a closer look, and why. Nobody is banned by this list: you decide.',
		Page: lazy(() => import('./fraud/fraud-page.tsx')),
	},
	{
		pattern: '/admin/actions',
		heading: 'Recent actions',
		lead: 'Whatever an admin did, or a rule by itself. Entries can be read and added, not changed.',
		Page: lazy(() => import('./audit/actions-page.tsx')),
	},
	{
		pattern: '/admin/logs',
		heading: 'Logs',
		lead: 'What happened at the edges: ways in, refusals, vendors, jobs, mails; and the callbacks of partners.',
		Page: lazy(() => import('./audit/logs-page.tsx')),
	},
	{
		pattern: '/admin/withdrawals',
		heading: 'Withdrawals',
		lead: 'What people asked to be paid, how far it is, and the rules by which it is sent.',
		Page: lazy(() => import('./withdrawals/withdrawals-page.tsx')),
	},
	{
		pattern: '/admin/withdrawals/:orderId',
		heading: 'Withdrawal',
		Page: lazy(() => import('./withdrawals/withdrawal-page.tsx')),
	},
	{
		pattern: '/admin/treasury',
		heading: 'Treasury',
		lead: `What we owe, what it costs, and what is owed to us. Each ${words.currencySign} figure is a sum of the books at this moment.`,
		Page: lazy(() => import('./treasury/treasury-page.tsx')),
	},
	{
		pattern: '/admin/books',
		heading: 'Books',
		lead: 'Whatever a figure of money adds up stands here, row by row.',
		Page: lazy(() => import('./treasury/books-page.tsx')),
	},
	{
		pattern: '/admin/reconciliation',
		heading: 'Reconciliation',
		lead: 'What partners report against our books, by the partner’s own days, and our books against the vendor’s orders. Nothing is booked here.',
		Page: lazy(() => import('./reconciliation/reconciliation-page.tsx')),
	},
	{
		pattern: '/admin/offerwalls',
		heading: 'Offerwalls',
		lead: 'Partners whose offers people see. What lets money in waits for a second person.',
		Page: lazy(() => import('./offerwalls/offerwalls-page.tsx')),
	},
	{
		pattern: '/admin/threads',
		heading: 'Messages',
		lead: 'What people write to us. An appeal is answered by somebody else than who decided, where there is one.',
		Page: lazy(() => import('./threads/threads-page.tsx')),
	},
	{
		pattern: '/admin/threads/:reference',
		heading: 'Conversation',
		Page: lazy(() => import('./threads/thread-page.tsx')),
	},
	{
		pattern: '/admin/claims',
		heading: 'Missing rewards',
		lead: 'Rewards that people miss, and that the machine could not answer.',
		Page: lazy(() => import('./claims/claims-page.tsx')),
	},
	{
		pattern: '/admin/claims/:reference',
		heading: 'Claim',
		Page: lazy(() => import('./claims/claim-page.tsx')),
	},
	{
		pattern: '/admin/promo-codes',
		heading: 'Promo codes',
		lead: 'A code cannot be changed once it is made, only closed: people may have been told of it.',
		Page: lazy(() => import('./offerwalls/promo-codes-page.tsx')),
	},
	{
		pattern: '/admin/promo-codes/:code',
		heading: 'Redemptions',
		Page: lazy(() => import('./offerwalls/promo-redemptions-page.tsx')),
	},
	{
		pattern: '/admin/staff',
		heading: 'Staff',
		lead: 'Who works on this site, and as what. What is done to anybody here needs a second person.',
		Page: lazy(() => import('./staff/staff-page.tsx')),
	},
	{
		pattern: '/admin/wind-down',
		heading: 'End of service',
		lead: `The terms give people ${CLAIM_DAYS} days to withdraw what they have once the end is announced.`,
		Page: lazy(() => import('./wind-down/wind-down-page.tsx')),
	},
	{
		pattern: '/admin/export',
		heading: 'Export',
		lead: `Tables as CSV files, in full. Amounts are in ${words.currencySign} and $, times in UTC. Who took which is kept in Recent actions.`,
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
