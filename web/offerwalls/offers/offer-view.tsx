import { Suspense, useState } from 'react';
import { messageOf } from '../../lib/calls/refusal.ts';
import { formatAmount } from '../../lib/format/amount.ts';
import { optional } from '../../lib/optional.ts';
import { m } from '../../texts/messages.js';
import { Button, buttonLook } from '../../ui/button.tsx';
import { ExternalIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { categoryNames, deviceNames } from '../../ui/offers/category.tsx';
import { OfferPicture } from '../../ui/offers/offer-picture.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { BoostBadge } from '../boost-badge.tsx';
import { wasNoticeShown } from '../data-notice.ts';
import { OfferSteps } from './offer-steps.tsx';
import { ownDevice } from './own-device.ts';
import type { Offer } from './use-offers.ts';
import { useOpenOffer } from './use-open-offer.ts';
import { usuallyCredited } from './usually-credited.ts';

const PhoneCode = optional(() => import('./phone-code.tsx').then(({ PhoneCode }) => PhoneCode));

export function OfferView({ offer, onOpened }: { offer: Offer; onOpened: () => void }) {
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
						<OfferSteps goals={offer.goals_list} />
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
					<li>{offer.held_days === 0 ? m.offers_not_held() : m.offers_held({ count: offer.held_days })}</li>
				</ul>
				{isWrongDevice && reason === null && (
					<div className="mb-4">
						<Notice tone="info">{m.offers_wrong_device({ devices: namesOf(devices) })}</Notice>
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
					) : clickedAt !== null ? (
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
				<li>{m.offers_devices({ devices: namesOf(devices) })}</li>
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

function namesOf(devices: Offer['devices']): string {
	return devices.map((device) => deviceNames[device]).join(', ');
}
