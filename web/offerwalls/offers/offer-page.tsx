import { useParams } from 'react-router';
import { CallError } from '../../../contract/errors.ts';
import { messageOf } from '../../lib/calls/refusal.ts';
import { m } from '../../texts/messages.js';
import { BackIcon, Button, ButtonLink, PageTitle, Skeleton, TallLink } from '../../ui/basics.tsx';
import { Message } from '../message.tsx';
import { OfferView } from './offer-view.tsx';
import { useOffer } from './use-offers.ts';

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
