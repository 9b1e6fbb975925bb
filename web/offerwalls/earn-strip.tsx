import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { sendApplicationEvent } from '../lib/application-events.ts';
import { useCall, useReadAccount, useUserDocument } from '../lib/calls/clients.tsx';
import { useCallQuery } from '../lib/calls/use-call-query.ts';
import { formatAmount } from '../lib/format/formats.ts';
import { m } from '../texts/messages.js';
import { TextButton, textLinkLook } from '../ui/basics.tsx';
import { CheckIcon } from '../ui/icons.tsx';
import { EarnStripFrame } from './earn-strip-frame.tsx';
import { hasEnded } from './offers/offer-times.ts';

const linkLook = `${textLinkLook} inline-flex min-h-11 items-center`;

export function EarnStrip({ hasEarned }: { hasEarned: boolean | undefined }) {
	const call = useCall();
	const user = useUserDocument();
	const { data: hasWithdrawn } = useQuery({
		queryKey: ['first-steps', 'withdrawn'],
		queryFn: async ({ signal }) => (await call('getWithdrawHistory', { limit: 1 }, signal)).items.length > 0,
	});
	const readAccount = useReadAccount();
	const { data: isVerified } = useQuery({
		queryKey: ['first-steps', 'verified'],
		queryFn: async () => (await readAccount()).emailVerified,
		enabled: hasWithdrawn === false,
	});
	if (hasWithdrawn) return <Current />;
	if (isVerified === undefined || hasEarned === undefined || user.kind !== 'ready') return <EarnStripFrame />;
	const steps = [
		{
			isDone: isVerified,
			text: (
				<Link to="/account" className={linkLook}>
					{m.earn_step_confirm_email()}
				</Link>
			),
		},
		{ isDone: hasEarned, text: m.earn_step_first_offer() },
		{
			isDone: user.document.roblox_username !== null,
			text: (
				<TextButton className="min-h-11 text-start" onClick={() => sendApplicationEvent('username-wanted')}>
					{m.earn_step_link_account()}
				</TextButton>
			),
		},
		{
			isDone: false,
			text: (
				<Link to="/withdraw" className={linkLook}>
					{m.earn_step_make_pass()}
				</Link>
			),
		},
	];
	const next = steps.findIndex(({ isDone }) => !isDone);
	return (
		<EarnStripFrame title={m.earn_first_steps()}>
			<ol className="flex gap-x-6 text-sm lg:justify-between">
				{steps.map(({ isDone, text }, step) => (
					<Step key={step} isDone={isDone} isNext={step === next}>
						{text}
					</Step>
				))}
			</ol>
		</EarnStripFrame>
	);
}

/** A phone shows only the next step. */
function Step({ isDone, isNext, children }: { isDone: boolean; isNext: boolean; children: ReactNode }) {
	return (
		<li className={`flex min-h-11 items-center gap-2 ${isNext ? '' : 'max-lg:sr-only'}`}>
			<span
				className={`grid size-6 shrink-0 place-items-center rounded-full ${isDone ? 'bg-tint text-accent' : 'border border-edge'}`}
			>
				{isDone && <CheckIcon className="size-4" />}
				<span className="sr-only">{isDone ? m.earn_step_done() : m.earn_step_open()}</span>
			</span>
			<span className={`min-w-0 ${isDone ? 'text-soft' : ''}`}>{children}</span>
		</li>
	);
}

function Current() {
	const { data } = useCallQuery('getMyOffers', { state: 'started', limit: 5 });
	if (!data) return <EarnStripFrame />;
	const current = data.items.find((offer) => !hasEnded(offer));
	return (
		<EarnStripFrame title={m.offers_go_on_with()}>
			<Link to={current?.offer ? `/earn/offer/${current.offer_id}` : '/my-offers'} className={`${linkLook} text-sm`}>
				<span className="truncate">
					{current ? <bdi>{current.title}</bdi> : m.offers_mine()}
					{current?.next_step &&
						` · ${m.offers_next_step({ step: current.next_step.title, reward: formatAmount(current.next_step.reward) })}`}
				</span>
			</Link>
		</EarnStripFrame>
	);
}
