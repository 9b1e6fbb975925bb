import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link } from 'react-router';
import type { CallResult } from '../../contract/calls.ts';
import { AGE_MIN_YEARS } from '../../contract/limits.ts';
import { useLiveEvent, useUserDocument } from '../lib/calls/clients.tsx';
import { useCallQuery } from '../lib/calls/use-call-query.ts';
import { formatAmount, formatWhole, words } from '../lib/format/formats.ts';
import { optional } from '../lib/optional.ts';
import { refetchQuery } from '../lib/refetch-query.ts';
import { m } from '../texts/messages.js';
import {
	Badge,
	ButtonLink,
	linkTo,
	PageTitle,
	RetryNotice,
	Skeleton,
	TallLink,
	textLinkLook,
	withParts,
} from '../ui/basics.tsx';
import { BackIcon } from '../ui/icons.tsx';
import { useAmountMin } from '../ui/service-end/use-service-end.ts';
import { useOfferHistory, useProgress } from './api.ts';
import { BoostBadge } from './boost-badge.tsx';
import { markNoticeShown, partnerOf, wasNoticeShown } from './data-notice.ts';
import { EarnStripFrame } from './earn-strip-frame.tsx';
import { isImported } from './offer-columns.tsx';
import { OfferList } from './offers/offer-list.tsx';
import { shortMoment } from './offers/offer-times.ts';
import { type Offerwall, type Offerwalls, useOfferwalls } from './use-offerwalls.ts';

const SKELETON_CARDS = 2;
const cardLook = 'flex h-full items-center gap-4 rounded-card border border-line bg-card p-4 raised';

function WallList({ offerwalls }: { offerwalls: Offerwalls }) {
	if (offerwalls.kind === 'failed') return <RetryNotice error={offerwalls.message} onRetry={offerwalls.retry} />;
	if (offerwalls.kind === 'loading') return <WallSkeletons />;
	if (offerwalls.walls.length === 0) return <NoWalls />;
	return (
		<>
			<NewWalls walls={offerwalls.walls} />
			<ul
				className={`grid grid-cols-[minmax(0,1fr)] gap-3 ${offerwalls.walls.length > 1 ? 'sm:max-lg:grid-cols-2' : ''}`}
			>
				{offerwalls.walls.map((wall) => (
					<li key={wall.id}>
						<WallCard wall={wall} />
					</li>
				))}
			</ul>
		</>
	);
}

function NewWalls({ walls }: { walls: readonly Offerwall[] }) {
	const names = walls.filter(({ id }) => !wasNoticeShown(id)).map(partnerOf);
	if (names.length === 0) return null;
	return <p className="mb-3 max-w-[75ch] text-sm text-soft">{m.earn_who_gets_what({ partner: names.join(' / ') })}</p>;
}

const kindNames: Record<Offerwall['kind'], string> = {
	games: m.offers_wall_kind_games(),
	surveys: m.offers_wall_kind_surveys(),
	offers: m.offers_wall_kind_offers(),
};

function WallCard({ wall }: { wall: Offerwall }) {
	return (
		// A full load, because only a wall's own document has the CSP that allows its frame.
		<Link
			to={`/earn/${wall.id}`}
			reloadDocument
			onClick={() => markNoticeShown(wall.id)}
			className={`${cardLook} hover:bg-sunken motion-safe:transition-colors`}
		>
			<span
				aria-hidden="true"
				className="grid size-12 shrink-0 place-items-center overflow-hidden logo-pass bg-stub text-lg font-extrabold text-on-stub"
			>
				{wall.picture ? (
					<img src={wall.picture} alt="" width="48" height="48" className="size-12 object-cover" />
				) : (
					[...wall.name][0]?.toUpperCase()
				)}
			</span>
			<span className="min-w-0 flex-1">
				<bdi className="block font-semibold [overflow-wrap:anywhere]">{wall.name}</bdi>
				<span className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
					<BoostBadge boost={wall.boost} />
					{wall.minAge > AGE_MIN_YEARS && <Badge tone="plain">{wall.minAge}+</Badge>}
					<span>
						{kindNames[wall.kind]}
						{wall.upTo !== null && ` · ${m.offers_wall_up_to({ amount: formatAmount(wall.upTo) })}`}
					</span>
				</span>
			</span>
			<BackIcon className="size-5 rotate-180 text-soft rtl:-scale-x-100" />
		</Link>
	);
}

function WallSkeletons() {
	return (
		<div aria-busy="true" className="grid gap-3 sm:max-lg:grid-cols-2">
			<span className="sr-only">{m.earn_loading_the_offerwalls()}</span>
			{Array.from({ length: SKELETON_CARDS }, (_, card) => (
				<div key={card} aria-hidden="true" className={cardLook}>
					<Skeleton className="size-12" />
					<span className="grid flex-1 gap-2">
						<Skeleton className="h-4 w-28" />
						<Skeleton className="h-4 w-20" />
					</span>
				</div>
			))}
		</div>
	);
}

function NoWalls() {
	return (
		<div className="grid min-h-48 content-center justify-items-center gap-2 rounded-card border border-dashed border-line p-6 text-center">
			<p className="font-semibold">{m.earn_no_offerwall_is_open()}</p>
			<p className="max-w-[46ch] text-sm text-soft">
				{withParts(m.earn_partners_are_switched(), {
					link: (text) => (
						<a href={words.communityChatUrl} target="_blank" rel="noreferrer" className={textLinkLook}>
							{text}
						</a>
					),
				})}
			</p>
		</div>
	);
}

type PendingRewards = CallResult<'getPendingRewards'>;

const queryKey = ['pending-rewards'];

function usePendingRewards(): PendingRewards | undefined {
	const queries = useQueryClient();
	useLiveEvent((event) => {
		if (event.kind === 'offer') void refetchQuery(queries, queryKey);
	});
	return useCallQuery('getPendingRewards', null, { queryKey }).data;
}

function Earnings({ hasWithdrawn }: { hasWithdrawn: boolean | undefined }) {
	const user = useUserDocument();
	const pending = usePendingRewards();
	const min = useAmountMin();
	const balance = user.kind === 'ready' ? user.document.robux : undefined;
	const canWithdraw = balance !== undefined && balance >= min;
	return (
		<section aria-labelledby="balance" className="paper-shadow">
			<div className="ticket-stub rounded-t-card bg-stub p-5 pb-7 text-on-stub">
				<h2 id="balance" className="text-sm text-on-stub-soft">
					{m.common_balance()}
				</h2>
				<p className="mt-1 text-3xl font-extrabold tracking-tight figures">
					{user.kind === 'ready' ? (
						formatAmount(user.document.robux)
					) : user.kind === 'failed' ? (
						'–'
					) : (
						<span
							aria-hidden="true"
							className="shimmer inline-block h-4 w-28 rounded-md bg-on-stub-soft align-middle opacity-40"
						/>
					)}
				</p>
			</div>
			<div className="ticket-body rounded-b-card bg-card p-5 pt-0">
				<div className="perforation -mx-1 mb-4 h-1" />
				<div className={`max-lg:hidden ${hasWithdrawn ? '' : 'min-h-14'}`}>
					<BalanceNote isHiddenAtMin={hasWithdrawn} />
				</div>
				{pending && pending.count > 0 && <HeldCredits pending={pending} />}
				<ButtonLink to="/withdraw" look={canWithdraw ? 'primary' : 'quiet'} className="w-full">
					{m.common_withdraw_currency()}
				</ButtonLink>
			</div>
		</section>
	);
}

/** Phones show it above the offers, because the balance card is below them. */
function BalanceNote({ isHiddenAtMin = true }: { isHiddenAtMin?: boolean | undefined }) {
	const user = useUserDocument();
	const min = useAmountMin();
	if (user.kind !== 'ready') return null;
	const balance = user.document.robux;
	if (balance < 0)
		return <p className="mb-5 text-sm">{withParts(m.earn_below_zero(), { link: linkTo('/offer-history') })}</p>;
	if (balance >= min && isHiddenAtMin) return null;
	const amounts = { balance: formatAmount(balance), min: formatWhole(min) };
	const text = balance < min ? m.earn_progress(amounts) : m.earn_withdraw_now();
	const percent = Math.min(100, Math.floor((100 * balance) / min));
	return (
		<div className="mb-3 text-sm text-soft">
			<div role="progressbar" aria-label={text} aria-valuenow={percent} className="mb-1.5 h-1.5 rounded-full bg-line">
				<div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
			</div>
			{text}
		</div>
	);
}

function HeldCredits({ pending: { total, items } }: { pending: PendingRewards }) {
	return (
		<div className="mb-5">
			<h3 className="flex items-baseline justify-between gap-4 font-semibold">
				{m.earn_on_hold()}
				<span className="figures">{formatAmount(total)}</span>
			</h3>
			<ul className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3 text-sm">
				{items.map((item) => (
					<li key={item.id}>
						<p className="flex justify-between gap-4">
							<span className="truncate">
								{isImported(item) ? m.earn_brought_over() : (item.name ?? item.earning_source ?? '-')}
							</span>
							<span className="whitespace-nowrap figures">{formatAmount(item.amount)}</span>
						</p>
						{!isImported(item) && <p className="text-soft">{releaseText(item.pending_until)}</p>}
					</li>
				))}
			</ul>
		</div>
	);
}

const releaseText = (untilMs: number | null): string =>
	untilMs === null ? m.earn_until_approved() : m.earn_yours_on({ time: shortMoment(untilMs) });

const parts = () => import('./earn-parts.ts').then(({ earnParts }) => earnParts);
const LatestRewards = optional(() => parts().then(({ LatestRewards }) => LatestRewards));

const NotServed = optional(() => import('./not-served.tsx').then(({ NotServed }) => NotServed));
const EarnStrip = optional(() => parts().then(({ EarnStrip }) => EarnStrip));
const PromoCode = optional(() => import('../ui/fields/promo-code.tsx').then(({ PromoCode }) => PromoCode));

export default function EarnPage() {
	const offerwalls = useOfferwalls();
	const history = useOfferHistory();
	const progress = useProgress();
	const hasCurrent = progress !== undefined && progress.current.length > 0;
	const title = m.common_earn_currency();
	const lead = m.earn_complete_offers_of_our_partners();
	return (
		<div className="mx-auto max-w-5xl px-4 py-6 sm:px-6">
			<PageTitle description={lead}>{title}</PageTitle>
			<div className="mb-3 flex items-center justify-between gap-4">
				<div>
					<h1 className="text-2xl font-extrabold tracking-tight sm:text-3xl">{title}</h1>
					<p className="text-soft max-sm:sr-only">{lead}</p>
				</div>
				{!hasCurrent && <TallLink to="/my-offers">{m.offers_mine()}</TallLink>}
			</div>
			{offerwalls.kind === 'ready' && offerwalls.walls.length === 0 && (
				<Suspense>
					<NotServed />
				</Suspense>
			)}
			{(hasCurrent || !progress?.hasWithdrawn) && (
				<Suspense fallback={<EarnStripFrame />}>
					<EarnStrip progress={progress} hasEarned={history.items && history.items.length > 0} />
				</Suspense>
			)}
			<div className="lg:hidden">
				<BalanceNote />
			</div>
			<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem] lg:gap-8">
				<section aria-labelledby="offers">
					<h2 id="offers" className="sr-only scroll-mt-24">
						{m.offers_offers()}
					</h2>
					<OfferList />
				</section>
				<div className="grid grid-cols-[minmax(0,1fr)] gap-10">
					<Earnings hasWithdrawn={progress?.hasWithdrawn} />
					<section aria-labelledby="offerwalls">
						<h2 id="offerwalls" className="text-lg font-bold tracking-tight">
							{m.earn_offerwalls()}
						</h2>
						<p className="mt-1 mb-4 text-sm text-soft">{m.earn_each_is_one_partners_list()}</p>
						<WallList offerwalls={offerwalls} />
					</section>
					<Suspense>
						<PromoCode />
					</Suspense>
				</div>
			</div>
			<Suspense>
				<LatestRewards history={history} />
			</Suspense>
		</div>
	);
}
