import { useEffect } from 'react';
import { sendApplicationEvent } from '../lib/application-events.ts';
import { useUserDocument } from '../lib/calls/clients.tsx';
import { words } from '../lib/format/branding.ts';
import { m } from '../texts/messages.js';
import { textLinkLook } from '../ui/button.tsx';
import { ChatIcon, ExternalIcon } from '../ui/icons.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { PayoutCard } from './payout-card.tsx';

/** Whoever is signed out meanwhile keeps what stands in the form, and is told when they send it. */
export const handle = { staysOpen: true };

export default function WithdrawPage() {
	const user = useUserDocument();
	const needsUsername = user.kind === 'ready' && !user.document.roblox_username;
	useEffect(() => {
		if (needsUsername) sendApplicationEvent('username-wanted');
	}, [needsUsername]);

	const title = m.common_withdraw_currency();
	return (
		<div className="mx-auto max-w-5xl px-4 py-8 sm:px-6 sm:py-12">
			<PageTitle description={m.withdraw_you_are_paid_through()}>{title}</PageTitle>
			<PageHeading lead={m.withdraw_you_are_paid_through()}>{title}</PageHeading>
			<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8">
				<PayoutCard user={user} />
				<aside className="grid gap-6">
					<PassGuide />
					<HelpCard />
				</aside>
			</div>
		</div>
	);
}

function PassGuide() {
	const steps = [
		m.withdraw_open_your_game(),
		m.withdraw_set_its_price_to_exactly(),
		m.withdraw_leave_regional_pricing_off_then(),
	];
	return (
		<section className="rounded-card border border-line bg-card p-5 raised sm:p-6">
			<h2 className="font-bold tracking-tight">{m.withdraw_prepare_your_pass()}</h2>
			<ol className="mt-3 grid gap-3 text-sm text-soft">
				{steps.map((step, index) => (
					<li key={step} className="flex gap-3">
						<span className="grid size-6 shrink-0 place-items-center rounded-full bg-tint text-xs font-bold text-accent figures">
							{index + 1}
						</span>
						<span className="pt-0.5">{step}</span>
					</li>
				))}
			</ol>
			<p className="mt-4 text-sm text-soft">{m.withdraw_sale_stays_pending()}</p>
			<p className="mt-4 text-sm">
				<OutsideLink href={words.gameCreationUrl}>{m.common_open_the_creation_dashboard()}</OutsideLink>
			</p>
		</section>
	);
}

function HelpCard() {
	return (
		<section className="rounded-card bg-tint p-5 sm:p-6">
			<h2 className="flex items-center gap-2 font-bold tracking-tight">
				<ChatIcon className="size-5 text-accent" />
				{m.withdraw_need_help()}
			</h2>
			<p className="mt-2 text-sm text-soft">{m.withdraw_people_in_the_community_chat()}</p>
			<p className="mt-2 text-sm">
				<OutsideLink href={words.communityChatUrl}>{m.withdraw_open_the_community_chat()}</OutsideLink>
			</p>
		</section>
	);
}

/** Opens in a tab of its own, so that a half-filled form stays. */
function OutsideLink({ href, children }: { href: string; children: string }) {
	return (
		<a
			href={href}
			target="_blank"
			rel="noreferrer"
			className={`${textLinkLook} inline-flex min-h-11 items-center gap-1.5`}
		>
			{children}
			<ExternalIcon className="size-4" />
		</a>
	);
}
