import type { ReactNode } from 'react';
import { AGE_MIN_YEARS } from '../../contract/limits.ts';
import type { PublicStats } from '../../contract/site/home.ts';
import { useDataClient } from '../lib/calls/clients.tsx';
import { useCallRequest } from '../lib/calls/use-request.ts';
import { formatAmount } from '../lib/format/formats.ts';
import { m } from '../texts/messages.js';
import { Skeleton, TextLink, withParts } from '../ui/basics.tsx';
import { CheckIcon, CloseIcon } from '../ui/icons.tsx';
import { OfferCard, OfferCardSkeleton } from '../ui/offers/offer-card.tsx';
import { ServiceEndNotice } from '../ui/service-end/service-end-notice.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';

/** As many as the server sends, to avoid layout shift. */
const OFFERS_SHOWN = 6;

function HomeOffers({ offers }: { offers: PublicStats['offers'] | undefined }) {
	const to = useDataClient() === undefined ? '/sign-up' : '/earn';
	if (offers?.length === 0) return null;
	return (
		<section aria-labelledby="home-offers" aria-busy={offers === undefined} className="border-t border-line">
			<div className="mx-auto max-w-5xl px-4 py-10 sm:px-6 lg:py-14">
				<h2 id="home-offers" className="text-2xl font-extrabold tracking-tight sm:text-3xl">
					{m.home_offers()}
				</h2>
				<p className="mt-2 text-soft">{m.home_offers_lead()}</p>
				<ul className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 lg:grid-cols-3">
					{(offers ?? Array.from<undefined>({ length: OFFERS_SHOWN })).map((offer, place) => (
						<li key={place}>{offer ? <OfferCard to={to} offer={offer} /> : <OfferCardSkeleton />}</li>
					))}
				</ul>
			</div>
		</section>
	);
}

const PAYOUTS_SHOWN = 5;

function LiveProof({ stats, hasFailed }: { stats: PublicStats | undefined; hasFailed: boolean }) {
	if (stats && isNothing(stats)) return null;
	return (
		<section aria-labelledby="proof" className="border-t border-line bg-card">
			<div className="mx-auto max-w-5xl px-4 py-10 sm:px-6 lg:py-14">
				<h2 id="proof" className="mb-6 text-2xl font-extrabold tracking-tight sm:text-3xl">
					{m.home_happening_now()}
				</h2>
				{hasFailed && !stats ? <p className="text-soft">{m.home_no_figures()}</p> : <Figures stats={stats} />}
			</div>
		</section>
	);
}

function isNothing({ paidOut, offersToday, recentPayouts }: PublicStats): boolean {
	return paidOut === 0 && offersToday === 0 && recentPayouts.length === 0;
}

function Figures({ stats }: { stats: PublicStats | undefined }) {
	return (
		<div className="grid gap-8 md:grid-cols-2 md:gap-14" aria-busy={stats === undefined}>
			<dl className="grid content-start gap-6">
				{stats?.paidOut !== 0 && <Metric title={m.home_paid_out()}>{stats && formatAmount(stats.paidOut)}</Metric>}
				{stats?.offersToday !== 0 && <Metric title={m.home_offers_today()}>{stats?.offersToday}</Metric>}
			</dl>
			<div>
				<h3 className="text-sm text-soft">{m.home_newest_payouts()}</h3>
				<Payouts payouts={stats?.recentPayouts} />
			</div>
		</div>
	);
}

function Metric({ title, children }: { title: string; children: ReactNode }) {
	return (
		<div>
			<dt className="text-sm text-soft">{title}</dt>
			<dd className="mt-1 text-[clamp(1.5rem,10vw,2.25rem)] leading-tight font-extrabold tracking-tight figures">
				{children ?? <Skeleton className="h-8 w-40" />}
			</dd>
		</div>
	);
}

function Payouts({ payouts }: { payouts: PublicStats['recentPayouts'] | undefined }) {
	if (payouts?.length === 0) {
		return (
			<p className="mt-3 rounded-control border border-dashed border-edge p-6 text-center text-soft">
				{m.home_no_payout_yet()}
			</p>
		);
	}
	return (
		<ul className="mt-1 divide-y divide-line">
			{payouts
				? payouts.map((payout, line) => (
						<li key={line} className="flex min-h-11 flex-wrap items-center gap-x-4">
							<span className="flex-1">{payout.name}</span>
							<span className="font-semibold figures">{formatAmount(payout.amount)}</span>
							<span className="min-w-28 text-end text-sm text-soft">
								<TimeAgo timeMs={payout.paid_at} />
							</span>
						</li>
					))
				: Array.from({ length: PAYOUTS_SHOWN }, (_, line) => (
						<li key={line} aria-hidden="true" className="flex min-h-11 items-center">
							<Skeleton className="h-4 w-40" />
						</li>
					))}
		</ul>
	);
}

const questions = [
	{ question: m.home_question_free(), answer: m.home_answer_free() },
	{ question: m.home_question_when(), answer: m.home_answer_when() },
	{ question: m.home_question_why_pass(), answer: m.home_answer_why_pass() },
	{ question: m.home_question_not_credited(), answer: m.home_answer_not_credited() },
	{ question: m.home_question_taken_back(), answer: m.home_answer_taken_back() },
	{ question: m.home_question_who_sees(), answer: m.home_answer_who_sees() },
];

function Questions() {
	return (
		<section aria-labelledby="questions" className="border-t border-line bg-card">
			<div className="mx-auto max-w-5xl px-4 py-14 sm:px-6 lg:py-20">
				<h2 id="questions" className="text-2xl font-extrabold tracking-tight sm:text-3xl">
					{m.home_questions()}
				</h2>
				<div className="mt-6 max-w-3xl divide-y divide-line border-y border-line">
					{questions.map(({ question, answer }) => (
						<details key={question} className="group">
							<summary className="flex min-h-14 items-center justify-between gap-4 py-3 font-semibold">
								{question}
								<span
									aria-hidden="true"
									className="text-xl text-soft group-open:rotate-45 motion-safe:transition-transform"
								>
									+
								</span>
							</summary>
							<p className="max-w-prose pb-5 text-soft">{answer}</p>
						</details>
					))}
				</div>
			</div>
		</section>
	);
}

const steps = [
	{ title: m.home_complete_offers_and_surveys(), text: m.home_pick_them_in_the_mobile() },
	{ title: m.home_price_a_game_pass(), text: m.home_add_a_pass() },
	{ title: m.common_withdraw(), text: m.home_tap_withdraw_in_the_app() },
];

const never = [m.home_your_platform_password(), m.home_your_platform_cookie(), m.home_money_to_withdraw()];

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
					<p className="mt-3 text-soft">{m.home_offers_may_need()}</p>
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
