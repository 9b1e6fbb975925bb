import { Suspense } from 'react';
import { AGE_MIN_YEARS } from '../../contract/limits.ts';
import { useDataClient } from '../lib/calls/clients.tsx';
import { optional } from '../lib/optional.ts';
import { m } from '../texts/messages.js';
import { CheckIcon } from '../ui/icons.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ButtonLink } from '../ui/text-link.tsx';
import { PassPrice } from './pass-price.tsx';

// Prerendered, so its script may load late.
const HomeStory = optional(() => import('./home-story.tsx').then(({ HomeStory }) => HomeStory));

const reassurances = [m.home_never_your_password(), m.home_no_fees(), m.home_for_ages({ age: AGE_MIN_YEARS })];

export default function HomePage() {
	return (
		<>
			<PageTitle description={m.home_earn_currency_with_offers()} />
			<Hero />
			<Suspense fallback={<div className="min-h-svh" />}>
				<HomeStory />
			</Suspense>
		</>
	);
}

function Hero() {
	const isSignedIn = useDataClient() !== undefined;
	return (
		<section className="mx-auto grid max-w-5xl grid-cols-[minmax(0,1fr)] items-center gap-10 px-4 pt-10 pb-14 sm:px-6 sm:pt-16 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-14 lg:pb-20">
			<div>
				<h1 className="[overflow-wrap:anywhere] text-[clamp(2.25rem,8vw,3.5rem)] leading-[1.05] font-extrabold tracking-[-0.035em] text-balance">
					{m.home_earn_currency_with_offers_withdraw()}
				</h1>
				<p className="mt-5 max-w-[46ch] text-lg text-soft">{m.home_brand_pays_you_for_offers()}</p>
				<div className="mt-8 grid gap-3 sm:flex">
					<ButtonLink to={isSignedIn ? '/earn' : '/sign-up'}>{m.home_start_earning()}</ButtonLink>
					<ButtonLink to={isSignedIn ? '/withdraw' : '/login'} look="quiet">
						{m.common_withdraw_currency()}
					</ButtonLink>
				</div>
				<ul className="mt-6 grid gap-1.5 text-sm text-soft">
					{reassurances.map((text) => (
						<li key={text} className="flex gap-2">
							<CheckIcon className="size-5 text-accent" />
							{text}
						</li>
					))}
				</ul>
			</div>
			<PassPrice />
		</section>
	);
}
