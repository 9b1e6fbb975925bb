import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { MyOffer } from '../../contract/offerwalls/offers.ts';
import { sendApplicationEvent } from '../lib/application-events.ts';
import { useCall, useReadAccount, useUserDocument } from '../lib/calls/clients.tsx';
import { useCallQuery } from '../lib/calls/use-call-query.ts';
import { m } from '../texts/messages.js';
import { TallLink, TextButton } from '../ui/basics.tsx';
import { formatReward } from '../ui/offers/offer-card.tsx';
import { EarnStripFrame } from './earn-strip-frame.tsx';
import { completeBy, hasEnded } from './offers/offer-times.ts';

const CURRENT_SHOWN = 3;

export function EarnStrip({ hasEarned }: { hasEarned: boolean | undefined }) {
	const call = useCall();
	const { data: hasWithdrawn } = useQuery({
		queryKey: ['first-steps', 'withdrawn'],
		queryFn: async ({ signal }) => (await call('getWithdrawHistory', { limit: 1 }, signal)).items.length > 0,
	});
	const started = useCallQuery('getMyOffers', { state: 'started', limit: 5 });
	const current = started.data?.items.filter((offer) => !hasEnded(offer)).slice(0, CURRENT_SHOWN);
	if (current?.length) return <KeepGoing offers={current} />;
	if (hasWithdrawn === undefined || started.isPending) return <EarnStripFrame />;
	if (!hasWithdrawn) return <FirstSteps hasEarned={hasEarned} />;
	return (
		<EarnStripFrame title={m.offers_go_on_with()}>
			<TallLink to="/my-offers">{m.offers_mine()}</TallLink>
		</EarnStripFrame>
	);
}

function FirstSteps({ hasEarned }: { hasEarned: boolean | undefined }) {
	const user = useUserDocument();
	const readAccount = useReadAccount();
	const { data: isVerified } = useQuery({
		queryKey: ['first-steps', 'verified'],
		queryFn: async () => (await readAccount()).emailVerified,
	});
	if (isVerified === undefined || hasEarned === undefined || user.kind !== 'ready') return <EarnStripFrame />;
	const steps = [
		{ isDone: isVerified, text: m.earn_step_confirm_email(), to: '/account' },
		{ isDone: hasEarned, text: m.earn_step_first_offer(), to: '#offers' },
		{ isDone: user.document.roblox_username !== null, text: m.earn_step_link_account() },
		{ isDone: false, text: m.earn_step_make_pass(), to: '/withdraw' },
	];
	const place = steps.findIndex(({ isDone }) => !isDone);
	const next = steps[place];
	return (
		<EarnStripFrame title={m.earn_first_steps()}>
			<div className="flex items-center justify-between gap-4 text-sm">
				{next?.to ? (
					<TallLink to={next.to}>{next.text}</TallLink>
				) : (
					<TextButton className="min-h-11 text-start" onClick={() => sendApplicationEvent('username-wanted')}>
						{next?.text}
					</TextButton>
				)}
				<div className="grid shrink-0 justify-items-end gap-1">
					<span className="text-soft">{m.offers_step_of({ number: place + 1, count: steps.length })}</span>
					<ol className="flex gap-1.5">
						{steps.map(({ isDone, text }) => (
							<li key={text} className={`size-3 rounded-full ${isDone ? 'bg-accent' : 'border border-edge'}`}>
								<span className="sr-only">
									{isDone ? m.earn_step_done() : m.earn_step_open()} {text}
								</span>
							</li>
						))}
					</ol>
				</div>
			</div>
		</EarnStripFrame>
	);
}

function KeepGoing({ offers }: { offers: MyOffer[] }) {
	return (
		<section aria-labelledby="earn-strip" className="mb-2">
			<h2 id="earn-strip" className="sr-only">
				{m.offers_go_on_with()}
			</h2>
			<ul className="-mx-4 flex gap-3 overflow-x-auto px-4 py-1 sm:mx-0 sm:px-0">
				{offers.map((offer) => (
					<li key={offer.offer_id} className="min-w-[min(100%,18rem)] flex-1">
						<CurrentOffer {...offer} />
					</li>
				))}
			</ul>
		</section>
	);
}

function CurrentOffer({ offer, offer_id, title, next_step: next, complete_by }: MyOffer) {
	return (
		<Link
			to={offer ? `/earn/offer/${offer_id}` : '/my-offers'}
			className="grid min-h-22 content-center rounded-card border border-line bg-card px-4 py-2 text-sm raised hover:bg-sunken motion-safe:transition-colors"
		>
			<span className="flex justify-between gap-3 font-semibold">
				<bdi className="truncate">{title}</bdi>
				{next && <span className="whitespace-nowrap text-accent figures">{formatReward(next.reward)}</span>}
			</span>
			{next && <span className="truncate">{m.offers_next_step({ step: next.title })}</span>}
			<span className="truncate text-soft">
				{completeBy({ complete_by }) ?? (next && next.count > 1 && m.offers_step_of(next))}
			</span>
		</Link>
	);
}
