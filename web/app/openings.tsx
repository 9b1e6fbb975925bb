import { adminPages } from '../admin/pages.ts';
import { Opening } from '../admin/shell/opening.tsx';
import { m } from '../texts/messages.js';
import { PageHeading } from '../ui/page-heading.tsx';

const withdraw = { to: '/withdraw', label: m.common_withdraw_currency() };

const openings = [
	{ path: '/withdraw', title: m.common_withdraw_currency(), lead: m.withdraw_you_are_paid_through() },
	{ path: '/earn', title: m.common_earn_currency(), lead: m.earn_complete_offers_of_our_partners() },
	{ path: '/offer-history', title: m.common_offer_history(), lead: m.earn_every_reward_newest_first(), next: withdraw },
	{
		path: '/withdraw-history',
		title: m.common_withdraw_history(),
		lead: m.withdraw_every_withdrawal_and_where(),
		next: withdraw,
	},
	{ path: '/account', title: m.common_account(), lead: m.identity_who_you_are_here_how() },
	{ path: '/delete-account', title: m.common_delete_account(), lead: m.deletion_a_deleted_account_cannot() },
];

/** Rendered at build time by `scripts/web/preload-pages.mjs`. */
export function Openings() {
	return (
		<>
			{openings.map(({ path, title, ...rest }) => (
				<section key={path} hidden data-opening={path}>
					<div
						className={`mx-auto px-4 py-8 sm:px-6 sm:py-12 ${path === '/delete-account' ? 'max-w-2xl' : 'max-w-5xl'}`}
					>
						<PageHeading {...rest}>{title}</PageHeading>
					</div>
				</section>
			))}
			{adminPages.map(({ pattern }) => (
				<section key={pattern} hidden data-opening={pattern}>
					<Opening pathname={pattern} />
				</section>
			))}
		</>
	);
}
