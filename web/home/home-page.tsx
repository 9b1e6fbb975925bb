import { Suspense, useId, useState } from 'react';
import { AGE_MIN_YEARS, WITHDRAW_AMOUNT_MAX, WITHDRAW_AMOUNT_MIN } from '../../contract/limits.ts';
import { asRobuxCents, requiredPassPrice } from '../../contract/money.ts';
import { useDataClient } from '../lib/calls/clients.tsx';
import { formatWhole } from '../lib/format/formats.ts';
import { optional } from '../lib/optional.ts';
import { m } from '../texts/messages.js';
import { ButtonLink, PageTitle } from '../ui/basics.tsx';
import { CheckIcon } from '../ui/icons.tsx';

const STEP = 5;
const AMOUNT_AT_FIRST = 100;

function PassPrice() {
	const id = useId();
	const [amount, setAmount] = useState(AMOUNT_AT_FIRST);
	const price = requiredPassPrice(asRobuxCents(amount * 100));
	return (
		<div className="paper-shadow">
			<div className="ticket-stub rounded-t-card bg-stub p-6 pb-8 text-on-stub">
				<label htmlFor={id} className="text-sm text-on-stub-soft">
					{m.home_you_want_to_be_paid()}
				</label>
				<p className="mt-1 text-4xl font-extrabold tracking-tight figures">{formatWhole(amount)}</p>
			</div>
			<div className="ticket-body rounded-b-card bg-card p-6 pt-0">
				<div className="perforation -mx-2 mb-6 h-1" />
				<input
					id={id}
					type="range"
					min={WITHDRAW_AMOUNT_MIN}
					max={WITHDRAW_AMOUNT_MAX}
					step={STEP}
					value={amount}
					aria-valuetext={formatWhole(amount)}
					onChange={(event) => setAmount(Number(event.currentTarget.value))}
					className="min-h-11 w-full cursor-pointer"
				/>
				<p className="mt-3 flex items-baseline justify-between gap-4">
					<span className="text-soft">{m.home_price_your_pass_at()}</span>
					<output htmlFor={id} className="text-2xl font-extrabold tracking-tight whitespace-nowrap figures">
						{formatWhole(price)}
					</output>
				</p>
				<p className="mt-2 text-sm text-soft">{m.home_platform_keeps_30_of_every()}</p>
			</div>
		</div>
	);
}

// Prerendered, so its script may load late.
const HomeStory = optional(() => import('./home-story.tsx').then(({ HomeStory }) => HomeStory));

const reassurances = [m.home_never_your_password(), m.home_no_fees(), m.home_for_ages({ age: AGE_MIN_YEARS })];

export default function HomePage() {
	return (
		<>
			<PageTitle description={m.home_earn_currency_with_offers()} />
			<Hero />
			<Suspense fallback={<div className="min-h-[400svh]" />}>
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
