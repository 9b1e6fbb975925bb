import { words } from '../lib/format/formats.ts';
import { m } from '../texts/messages.js';
import { textLinkLook } from '../ui/basics.tsx';
import { ChatIcon, ChevronDownIcon, ExternalIcon } from '../ui/icons.tsx';
import { PassWithPrice, RegionalPricingOff } from './pass-pictures.tsx';

export function PassAside({ hasGuide }: { hasGuide: boolean }) {
	return (
		<>
			{hasGuide && <PassGuide />}
			<HelpCard />
		</>
	);
}

function PassGuide() {
	const steps = [
		{ step: m.withdraw_open_your_game() },
		{ step: m.withdraw_set_its_price_to_exactly(), picture: <PassWithPrice /> },
		{ step: m.withdraw_leave_regional_pricing_off_then(), picture: <RegionalPricingOff /> },
	];
	return (
		<details open={innerWidth >= 1024} className="group rounded-card border border-line bg-card p-5 raised sm:p-6">
			<summary className="flex min-h-11 list-none items-center justify-between gap-4">
				<h2 className="font-bold tracking-tight">{m.withdraw_prepare_your_pass()}</h2>
				<ChevronDownIcon className="size-4 text-soft group-open:rotate-180" />
			</summary>
			<ol className="mt-3 grid gap-3 text-sm text-soft">
				{steps.map(({ step, picture }, index) => (
					<li key={step} className="flex gap-3">
						<span className="grid size-6 shrink-0 place-items-center rounded-full bg-tint text-xs font-bold text-accent figures">
							{index + 1}
						</span>
						<span className="min-w-0 flex-1 pt-0.5">
							{step}
							{picture}
						</span>
					</li>
				))}
			</ol>
			<p className="mt-4 text-sm text-soft">{m.withdraw_sale_stays_pending()}</p>
			<p className="mt-4 text-sm">
				<OutsideLink href={words.gameCreationUrl}>{m.common_open_the_creation_dashboard()}</OutsideLink>
			</p>
		</details>
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
