import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { CallResult } from '../../contract/calls.ts';
import { useLiveEvent, useUserDocument } from '../lib/calls/clients.tsx';
import { useCallQuery } from '../lib/calls/use-call-query.ts';
import { formatAmount, language } from '../lib/format/formats.ts';
import { optional } from '../lib/optional.ts';
import { refetchQuery } from '../lib/refetch-query.ts';
import { m } from '../texts/messages.js';
import { ButtonLink, linkTo, Page, TallLink, withParts } from '../ui/basics.tsx';
import { useOfferHistory } from './api.ts';
import { EarnStripFrame } from './earn-strip-frame.tsx';
import { isImported } from './offer-columns.tsx';
import { OfferList } from './offers/offer-list.tsx';
import { useOfferwalls } from './use-offerwalls.ts';
import { WallList } from './wall-list.tsx';

type PendingRewards = CallResult<'getPendingRewards'>;

const queryKey = ['pending-rewards'];

function usePendingRewards(): PendingRewards | undefined {
	const queries = useQueryClient();
	useLiveEvent((event) => {
		if (event.kind === 'offer') void refetchQuery(queries, queryKey);
	});
	return useCallQuery('getPendingRewards', null, { queryKey }).data;
}

function Earnings() {
	const user = useUserDocument();
	const pending = usePendingRewards();
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
				{user.kind === 'ready' && user.document.robux < 0 && <BelowZero />}
				{pending && pending.count > 0 && <HeldCredits pending={pending} />}
				<ButtonLink to="/withdraw" look="quiet" className="w-full">
					{m.common_withdraw_currency()}
				</ButtonLink>
			</div>
		</section>
	);
}

function BelowZero() {
	return <p className="mb-5 text-sm">{withParts(m.earn_below_zero(), { link: linkTo('/offer-history') })}</p>;
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

function releaseText(untilMs: number | null): string {
	if (untilMs === null) return m.earn_until_approved();
	const time = new Date(untilMs).toLocaleString(language, {
		month: 'short',
		day: 'numeric',
		hour: 'numeric',
		minute: '2-digit',
	});
	return m.earn_yours_on({ time });
}

const parts = () => import('./earn-parts.ts').then(({ earnParts }) => earnParts);
const LatestRewards = optional(() => parts().then(({ LatestRewards }) => LatestRewards));

const NotServed = optional(() => import('./not-served.tsx').then(({ NotServed }) => NotServed));
const EarnStrip = optional(() => parts().then(({ EarnStrip }) => EarnStrip));
const PromoCode = optional(() => import('../ui/fields/promo-code.tsx').then(({ PromoCode }) => PromoCode));

export default function EarnPage() {
	const offerwalls = useOfferwalls();
	const history = useOfferHistory();
	const title = m.common_earn_currency();
	return (
		<Page title={title} lead={m.earn_complete_offers_of_our_partners()}>
			{offerwalls.kind === 'ready' && offerwalls.walls.length === 0 && (
				<Suspense>
					<NotServed />
				</Suspense>
			)}
			<Suspense fallback={<EarnStripFrame />}>
				<EarnStrip hasEarned={history.items && history.items.length > 0} />
			</Suspense>
			<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem] lg:gap-8">
				<section aria-labelledby="offers">
					<div className="mb-1 flex items-center justify-between gap-4">
						<h2 id="offers" className="text-lg font-bold tracking-tight">
							{m.offers_offers()}
						</h2>
						<TallLink to="/my-offers">{m.offers_mine()}</TallLink>
					</div>
					<OfferList />
				</section>
				<div className="grid grid-cols-[minmax(0,1fr)] gap-10">
					<Earnings />
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
		</Page>
	);
}
