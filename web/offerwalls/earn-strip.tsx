import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { MyOffer } from '../../contract/offerwalls/offers.ts';
import { sendApplicationEvent } from '../lib/application-events.ts';
import { useReadAccount, useUserDocument } from '../lib/calls/clients.tsx';
import { m } from '../texts/messages.js';
import { Button, ButtonLink, TallLink } from '../ui/basics.tsx';
import { formatReward } from '../ui/offers/offer-card.tsx';
import type { Progress } from './api.ts';
import { EarnStripFrame } from './earn-strip-frame.tsx';
import { completeBy } from './offers/offer-times.ts';

type Props = { progress: Progress | undefined; hasEarned: boolean | undefined };

export function EarnStrip({ progress, hasEarned }: Props) {
	if (!progress) return <EarnStripFrame />;
	if (progress.current.length > 0) return <KeepGoing offers={progress.current} />;
	return <FirstSteps hasEarned={hasEarned} />;
}

function FirstSteps({ hasEarned }: Pick<Props, 'hasEarned'>) {
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
	const done = steps.filter(({ isDone }) => isDone).length;
	const { text = '', to } = steps.find(({ isDone }) => !isDone) ?? {};
	const action = { look: 'quiet', className: 'min-h-11', 'aria-label': `${m.common_continue()}: ${text}` } as const;
	return (
		<EarnStripFrame title={`${m.offers_step_of({ number: done + 1, count: steps.length })}: ${text}`}>
			<div className="mt-1 flex flex-wrap items-center justify-between gap-4 text-sm">
				{to ? (
					<ButtonLink to={to} {...action}>
						{m.common_continue()}
					</ButtonLink>
				) : (
					<Button {...action} onClick={() => sendApplicationEvent('username-wanted')}>
						{m.common_continue()}
					</Button>
				)}
				<ol className="flex gap-1.5">
					{steps.map(({ isDone, text }, step) => (
						<li key={text} className={`size-3 rounded-full ${step <= done ? 'bg-accent' : 'border border-edge'}`}>
							<span className="sr-only">
								{isDone ? m.earn_step_done() : m.earn_step_open()} {text}
							</span>
						</li>
					))}
				</ol>
			</div>
		</EarnStripFrame>
	);
}

function KeepGoing({ offers }: { offers: MyOffer[] }) {
	return (
		<section aria-labelledby="earn-strip" className="mb-2">
			<div className="flex items-center justify-between gap-4">
				<h2 id="earn-strip" className="font-bold tracking-tight">
					{m.common_continue()}
				</h2>
				<TallLink to="/my-offers">{m.offers_mine()}</TallLink>
			</div>
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
	// The only step of an offer is named like the offer.
	const step = next?.title === title ? offer?.summary : next && m.offers_next_step({ step: next.title });
	return (
		<Link
			to={offer ? `/earn/offer/${offer_id}` : '/my-offers'}
			className="grid h-full content-center rounded-card border border-line bg-card px-4 py-2 text-sm raised hover:bg-sunken motion-safe:transition-colors"
		>
			<span className="flex justify-between gap-3 font-semibold">
				<bdi className="line-clamp-2">{title}</bdi>
				{next && <span className="whitespace-nowrap text-accent figures">+{formatReward(next.reward)}</span>}
			</span>
			{step && <span className="line-clamp-2">{step}</span>}
			<span className="text-soft">
				{completeBy({ complete_by }) ?? (next && next.count > 1 && m.offers_step_of(next))}
			</span>
		</Link>
	);
}
