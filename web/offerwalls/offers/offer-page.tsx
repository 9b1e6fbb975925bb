import { Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { CallError } from '../../../contract/errors.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { messageOf } from '../../lib/calls/refusal.ts';
import { formatAmount } from '../../lib/format/formats.ts';
import { optional } from '../../lib/optional.ts';
import { m } from '../../texts/messages.js';
import {
	Badge,
	type BadgeTone,
	Button,
	ButtonLink,
	buttonLook,
	Notice,
	PageTitle,
	Skeleton,
	TallLink,
	TextLink,
} from '../../ui/basics.tsx';
import { BackIcon, ExternalIcon } from '../../ui/icons.tsx';
import { categoryNames, devicesInWords } from '../../ui/offers/category.tsx';
import { OfferPicture } from '../../ui/offers/offer-picture.tsx';
import { BoostBadge } from '../boost-badge.tsx';
import { markNoticeShown, wasNoticeShown } from '../data-notice.ts';
import { Message } from '../message.tsx';
import { completeBy, completeWithin, hasEnded, shortMoment, usuallyCredited } from './offer-times.ts';
import { ownDevice } from './own-device.ts';
import { type Offer, useOffer } from './use-offers.ts';

type Goal = Offer['goals_list'][number];

const tones: Record<Goal['state'], BadgeTone> = {
	open: 'plain',
	held: 'waiting',
	credited: 'good',
	'taken-back': 'bad',
};

function OfferSteps({ offer: { goals_list: goals, complete_within_hours: hours } }: { offer: Offer }) {
	return (
		<ol className="grid grid-cols-[minmax(0,1fr)]">
			{goals.map((goal, index) => (
				<li key={goal.id} className="flex items-start gap-3 border-t border-line py-3">
					<span
						aria-hidden="true"
						className={`grid size-8 shrink-0 place-items-center rounded-full text-sm font-bold figures ${goal.state === 'credited' ? 'bg-stub text-on-stub' : 'bg-sunken text-soft'}`}
					>
						{goal.state === 'credited' ? '✓' : index + 1}
					</span>
					<span className="min-w-0 flex-1 pt-1">
						<bdi className="block [overflow-wrap:anywhere]">{goal.title}</bdi>
						{goal.state === 'open' &&
							goal.complete_within_hours &&
							goal.complete_within_hours < (hours ?? Infinity) && (
								<span className="text-sm text-soft">{completeWithin(goal.complete_within_hours)}</span>
							)}
						{goal.state !== 'open' && (
							<span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft">
								<Badge tone={tones[goal.state]}>{stateOf(goal)}</Badge>
								{goal.at !== null && shortMoment(goal.at)}
							</span>
						)}
					</span>
					<strong className={`pt-1 whitespace-nowrap figures ${goal.state === 'taken-back' ? 'text-danger' : ''}`}>
						{goal.reward > 0 ? formatAmount(goal.reward) : '–'}
					</strong>
				</li>
			))}
		</ol>
	);
}

function stateOf({ state, until }: Goal): string {
	if (state === 'credited') return m.offers_state_credited();
	if (state === 'taken-back') return m.offers_state_taken_back();
	return until === null ? m.earn_until_approved() : m.offers_state_held_until({ time: shortMoment(until) });
}

type Opening = { kind: 'idle' | 'opening' } | { kind: 'failed'; error: unknown } | { kind: 'blocked'; url: string };

/** Opens the tab during the tap, because phones block later ones. It navigates once the click is stored. */
function useOpenOffer(
	{ id, wall_id: wallId }: Pick<Offer, 'id' | 'wall_id'>,
	onOpened: () => void,
): { opening: Opening; open: () => Promise<void> } {
	const call = useCall();
	const [opening, setOpening] = useState<Opening>({ kind: 'idle' });

	async function open(): Promise<void> {
		if (opening.kind === 'opening') return;
		markNoticeShown(wallId);
		const tab = window.open('', '_blank');
		// Stops the partner's page from navigating ours.
		if (tab) tab.opener = null;
		setOpening({ kind: 'opening' });
		try {
			const { url } = await call('openOffer', { id });
			if (tab && !tab.closed) {
				tab.location.replace(url);
				setOpening({ kind: 'idle' });
			} else {
				setOpening({ kind: 'blocked', url });
			}
			onOpened();
		} catch (error) {
			tab?.close();
			setOpening({ kind: 'failed', error });
		}
	}
	return { opening, open };
}

const PhoneCode = optional(() => import('./phone-code.tsx').then(({ PhoneCode }) => PhoneCode));

function OfferView({ offer, onOpened }: { offer: Offer; onOpened: () => void }) {
	return (
		<>
			<header className="mb-6 flex items-center gap-4">
				<OfferPicture offer={offer} className="size-16" />
				<div className="min-w-0">
					<p className="text-sm text-soft">{categoryNames[offer.category]}</p>
					<h1 className="text-2xl font-extrabold tracking-tight [overflow-wrap:anywhere] sm:text-3xl">
						<bdi>{offer.title}</bdi>
					</h1>
				</div>
			</header>
			<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8">
				<Pass offer={offer} onOpened={onOpened} />
				<div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:order-first">
					<section aria-labelledby="what-to-do">
						<h2 id="what-to-do" className="mb-3 text-lg font-bold tracking-tight">
							{m.offers_what_to_do()}
						</h2>
						{offer.summary && <p className="mb-3 text-soft">{offer.summary}</p>}
						<OfferSteps offer={offer} />
					</section>
					<WhatCounts offer={offer} />
				</div>
			</div>
		</>
	);
}

function Pass({ offer, onOpened }: { offer: Offer; onOpened: () => void }) {
	const [isNoticeShown] = useState(() => wasNoticeShown(offer.wall_id));
	const { opening, open } = useOpenOffer(offer, onOpened);
	const { usually_credited_minutes: minutes, clicked_at: clickedAt, reason, boost, devices } = offer;
	const { complete_within_hours: hours, credited_percent: credited } = offer;
	const time = completeBy(offer) ?? (hours === null ? undefined : completeWithin(hours));
	const device = ownDevice();
	const isWrongDevice = device !== undefined && devices.length > 0 && !devices.includes(device);
	return (
		<section aria-labelledby="reward" className="paper-shadow">
			<div className="ticket-stub rounded-t-card bg-stub p-5 pb-7 text-on-stub">
				<h2 id="reward" className="text-sm text-on-stub-soft">
					{m.earn_reward()}
				</h2>
				<p className="mt-1 text-3xl font-extrabold tracking-tight figures">{formatAmount(offer.reward)}</p>
				{boost && (
					<p className="mt-2">
						<BoostBadge boost={boost} />
					</p>
				)}
			</div>
			<div className="ticket-body rounded-b-card bg-card p-5 pt-0">
				<div className="perforation -mx-1 mb-4 h-1" />
				<ul className="mb-4 grid gap-1 text-sm text-soft">
					{minutes !== null && <li>{usuallyCredited(minutes)}</li>}
					{time && <li>{time}</li>}
					{credited !== null && <li>{m.offers_credited_for({ people: credited })}</li>}
					<li>{offer.held_days === 0 ? m.offers_not_held() : m.offers_held({ count: offer.held_days })}</li>
				</ul>
				{isWrongDevice && reason === null && (
					<div className="mb-4">
						<Notice tone="info">{m.offers_wrong_device({ devices: devicesInWords(devices) })}</Notice>
						{device === 'desktop' && (
							<Suspense>
								<PhoneCode offerId={offer.id} />
							</Suspense>
						)}
					</div>
				)}
				{reason === 'other-country' ? (
					<Notice tone="info">{m.offers_elsewhere()}</Notice>
				) : opening.kind === 'blocked' ? (
					<a href={opening.url} target="_blank" rel="noopener noreferrer" className={`${buttonLook()} w-full`}>
						{m.offers_open_here()}
						<ExternalIcon className="size-4" />
					</a>
				) : (
					<Button className="w-full" aria-disabled={opening.kind === 'opening'} onClick={open}>
						{opening.kind === 'opening'
							? m.common_one_moment()
							: clickedAt === null
								? m.offers_start()
								: m.offers_go_on()}
						<ExternalIcon className="size-4" />
					</Button>
				)}
				{!isNoticeShown && <p className="mt-3 text-sm text-soft">{m.earn_who_gets_what({ partner: offer.partner })}</p>}
				<p aria-live="polite" className="mt-3 text-sm text-soft">
					{opening.kind === 'failed' ? (
						<span className="text-danger">{messageOf(opening.error, m.offers_cannot_be_opened())}</span>
					) : reason === 'done' ? (
						m.offers_done()
					) : clickedAt !== null && !hasEnded(offer) ? (
						m.offers_started()
					) : (
						m.offers_opens_in_tab()
					)}
				</p>
				{clickedAt !== null && (
					<TextLink to={`/claims/new?offer=${offer.id}`} className="mt-3 inline-block text-sm">
						{m.claims_missing()}
					</TextLink>
				)}
			</div>
		</section>
	);
}

function WhatCounts({
	offer: { requirements, devices, countries, held_days: heldDays, taken_back_share: share },
}: {
	offer: Offer;
}) {
	return (
		<section aria-labelledby="what-counts">
			<h2 id="what-counts" className="mb-2 text-lg font-bold tracking-tight">
				{m.offers_what_counts()}
			</h2>
			<ul className="grid gap-2">
				{requirements.map((text) => (
					<li key={text} className="[overflow-wrap:anywhere]">
						{text}
					</li>
				))}
				<li>{m.offers_first_time()}</li>
				<li>{m.offers_devices({ devices: devicesInWords(devices) })}</li>
				<li>
					{countries.length === 0 ? m.offers_every_country() : m.offers_countries({ countries: countries.join(', ') })}
				</li>
				<li>{heldDays === 0 ? m.offers_why_not_held() : m.offers_why_held({ count: heldDays })}</li>
				{share !== null && share > 0 && (
					<li>{m.offers_taken_back_share({ percent: Math.max(1, Math.round(share * 100)) })}</li>
				)}
			</ul>
		</section>
	);
}

export default function OfferPage() {
	const { offerId = '' } = useParams();
	const { offer, error, retry } = useOffer(offerId);
	if (error instanceof CallError && error.code === 'not-found') {
		return (
			<Message title={m.offers_gone()} text={messageOf(error, m.offers_gone())}>
				<ButtonLink to="/earn">{m.offers_see_others()}</ButtonLink>
			</Message>
		);
	}
	if (error) {
		return (
			<Message title={m.offers_cannot_be_shown()} text={messageOf(error, m.offers_failed_to_load())}>
				<Button onClick={retry}>{m.common_try_again()}</Button>
			</Message>
		);
	}
	return (
		<div className="mx-auto max-w-5xl px-4 py-6 sm:px-6">
			<PageTitle>{offer?.title ?? m.offers_offer()}</PageTitle>
			<TallLink to="/earn" className="mb-4 gap-1 text-sm">
				<BackIcon className="size-4 rtl:-scale-x-100" />
				{m.offers_all_offers()}
			</TallLink>
			{offer ? <OfferView key={offer.id} offer={offer} onOpened={retry} /> : <Loading />}
		</div>
	);
}

function Loading() {
	return (
		<div aria-busy="true" className="flex items-center gap-5">
			<h1 className="sr-only">{m.offers_loading()}</h1>
			<Skeleton className="size-24 rounded-control" />
			<span className="grid flex-1 gap-3">
				<Skeleton className="h-4 w-28" />
				<Skeleton className="h-4 w-20" />
			</span>
		</div>
	);
}
