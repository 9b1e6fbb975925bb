import { AGE_MIN_YEARS } from '../../contract/limits.ts';
import { useCallRequest } from '../lib/calls/use-request.ts';
import { withParts } from '../lib/format/with-parts.tsx';
import { m } from '../texts/messages.js';
import { CheckIcon, CloseIcon } from '../ui/icons.tsx';
import { ServiceEndNotice } from '../ui/service-end/service-end-notice.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { HomeOffers } from './home-offers.tsx';
import { LiveProof } from './live-proof.tsx';
import { Questions } from './questions.tsx';

const steps = [
	{ title: m.home_complete_offers_and_surveys(), text: m.home_pick_them_in_the_mobile() },
	{ title: m.home_price_a_game_pass(), text: m.home_add_a_pass() },
	{ title: m.common_withdraw(), text: m.home_tap_withdraw_in_the_app() },
];

const never = [m.home_your_platform_password(), m.home_your_platform_cookie(), m.home_anything_to_install_or_money()];

const always = [
	m.home_every_reward_is_listed(),
	m.home_a_withdrawal_that_fails_goes(),
	m.home_every_payout_has_an_order(),
];

export function HomeStory() {
	const { answer: stats, error } = useCallRequest('getPublicStats', null);
	return (
		<>
			<ServiceEndNotice />
			<HomeOffers offers={error === undefined ? stats?.offers : []} />
			<LiveProof stats={stats} hasFailed={error !== undefined} />
			<Steps />
			<Promises />
			<Questions />
			<AgeRule />
		</>
	);
}

function Steps() {
	return (
		<section aria-labelledby="how" className="border-t border-line">
			<div className="mx-auto max-w-5xl px-4 py-14 sm:px-6 lg:py-20">
				<h2 id="how" className="text-2xl font-extrabold tracking-tight sm:text-3xl">
					{m.home_how_it_works()}
				</h2>
				<ol className="mt-8 grid gap-8 md:grid-cols-3">
					{steps.map(({ title, text }, index) => (
						<li key={title} className="border-t-2 border-dashed border-line pt-5">
							<span aria-hidden="true" className="text-4xl font-extrabold tracking-tight text-accent figures">
								{index + 1}
							</span>
							<h3 className="mt-2 text-lg font-bold tracking-tight">{title}</h3>
							<p className="mt-2 text-soft">{text}</p>
						</li>
					))}
				</ol>
			</div>
		</section>
	);
}

function Promises() {
	return (
		<section className="border-t border-line">
			<div className="mx-auto grid max-w-5xl gap-10 px-4 py-14 sm:px-6 md:grid-cols-2 lg:py-20">
				<div>
					<h2 className="text-2xl font-extrabold tracking-tight">{m.home_we_never_ask_for()}</h2>
					<ul className="mt-5 grid gap-3">
						{never.map((thing) => (
							<li key={thing} className="flex gap-3">
								<CloseIcon className="mt-0.5 size-5 text-danger" />
								{thing}
							</li>
						))}
					</ul>
					<p className="mt-5 text-soft">{m.home_all_we_need()}</p>
				</div>
				<div>
					<h2 className="text-2xl font-extrabold tracking-tight">{m.home_what_you_can_count_on()}</h2>
					<ul className="mt-5 grid gap-3">
						{always.map((thing) => (
							<li key={thing} className="flex gap-3">
								<CheckIcon className="mt-0.5 size-5 text-accent" />
								{thing}
							</li>
						))}
					</ul>
					<p className="mt-5">
						<TextLink to="/earnings">{m.earnings_title()}</TextLink>
					</p>
				</div>
			</div>
		</section>
	);
}

function AgeRule() {
	return (
		<section className="mx-auto max-w-5xl px-4 pt-10 pb-14 sm:px-6">
			<p className="max-w-prose rounded-card bg-sunken p-5 text-soft">
				{withParts(m.home_age_you_must({ age: AGE_MIN_YEARS }), {
					b: (text) => <strong className="text-ink">{text}</strong>,
				})}
			</p>
		</section>
	);
}
