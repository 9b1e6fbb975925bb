import { adminPages } from '../admin/pages.ts';
import { Opening } from '../admin/shell/opening.tsx';
import { brand } from '../lib/format/formats.ts';
import { m } from '../texts/messages.js';
import { PageHeading } from '../ui/basics.tsx';

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
	{
		...{ path: '/account', title: m.common_account(), lead: m.identity_who_you_are_here_how() },
		next: { to: '/invite', label: m.growth_invite() },
	},
	{ path: '/delete-account', title: m.common_delete_account(), lead: m.deletion_a_deleted_account_cannot() },
];

/** Pages whose headings depend on data. */
const titles = {
	'/admin/login': m.identity_admin_login(),
	'/appeal': m.threads_appeal(),
	'/receipt/:id': m.receipt_title(),
	'/earn/:wallId': m.common_earn_currency(),
	'/earn/offer/:offerId': m.common_earn_currency(),
	'/my-offers': m.offers_mine(),
	'/claims': m.claims_title(),
	'/claims/new': m.claims_new(),
	'/threads': m.threads_title(),
	'/threads/new': m.threads_new(),
	'/threads/:reference': m.threads_title(),
	...Object.fromEntries(adminPages.map(({ pattern, heading }) => [pattern, heading])),
};

const titled = (title: string) => `${title} · ${brand}`;

/** Rendered at build time by `scripts/web/preload-pages.mjs`. */
export function Openings() {
	return (
		<>
			{openings.map(({ path, title, ...rest }) => (
				<section key={path} hidden data-opening={path} data-title={titled(title)}>
					<div
						className={`mx-auto px-4 py-8 sm:px-6 sm:py-12 ${path === '/delete-account' ? 'max-w-2xl' : 'max-w-5xl'}`}
					>
						<PageHeading {...rest}>{title}</PageHeading>
					</div>
				</section>
			))}
			{Object.entries(titles).map(([path, title]) => (
				<section key={path} hidden data-opening={path} data-title={titled(title)}>
					<Opening pathname={path} />
				</section>
			))}
			{/* The page of every other address. */}
			<section hidden data-opening="*" data-title={brand} />
		</>
	);
}
