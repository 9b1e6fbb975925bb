import { type FormEvent, useDeferredValue, useState } from 'react';
import {
	OFFER_SEARCH_LENGTH_MAX,
	type OfferDevice,
	type OfferOrder,
	offerCategories,
	offerDevices,
	offerOrders,
} from '../../../contract/offerwalls/offer-filters.ts';
import type { OfferItem } from '../../../contract/offerwalls/offers.ts';
import { messageOf } from '../../lib/calls/refusal.ts';
import { m } from '../../texts/messages.js';
import { Button, controlLook, RetryNotice, Select } from '../../ui/basics.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { CategoryDrawing, categoryNames, deviceNames, devicesInWords, orderNames } from '../../ui/offers/category.tsx';
import { OfferCard, OfferCardSkeleton } from '../../ui/offers/offer-card.tsx';
import { BoostBadge } from '../boost-badge.tsx';
import { aboutTime } from './offer-times.ts';
import { ownDevice } from './own-device.ts';
import { type OfferFilters, useOffers } from './use-offers.ts';

type Props = { filters: OfferFilters; onChange: (changed: OfferFilters) => void };

function OfferFilterBar({ filters, onChange }: Props) {
	const [isOpen, setIsOpen] = useState(false);
	const { device } = filters;
	const order = filters.order ?? 'recommended';
	const count = Number(Boolean(device) && device !== ownDevice()) + Number(order !== 'recommended');
	return (
		<div className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-2">
			<div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0">
				<OwnDevice filters={filters} onChange={onChange} />
				<Categories filters={filters} onChange={onChange} />
			</div>
			<div className="flex flex-wrap gap-3">
				<Search key={filters.search} {...{ filters, onChange }} />
				<Button
					look="quiet"
					className="sm:hidden"
					aria-expanded={isOpen}
					aria-controls="offer-filters"
					onClick={() => setIsOpen(!isOpen)}
				>
					{m.offers_filters()}
					{count > 0 && ` (${count})`}
				</Button>
				<div
					id="offer-filters"
					className={`${isOpen ? 'grid' : 'hidden'} basis-full grid-cols-[4fr_5fr] gap-3 sm:grid sm:basis-96`}
				>
					<Select
						aria-label={m.offers_device()}
						value={device ?? ''}
						onChange={({ target }) => onChange({ ...filters, device: (target.value || undefined) as OfferDevice })}
						choices={[
							['', m.offers_all_devices()],
							...offerDevices.map((device) => [device, deviceNames[device]] as const),
						]}
					/>
					<Select
						aria-label={m.offers_order()}
						value={order}
						onChange={({ target }) => onChange({ ...filters, order: target.value as OfferOrder })}
						choices={offerOrders.map((order) => [order, orderNames[order]])}
					/>
				</div>
			</div>
		</div>
	);
}

const chipLook =
	'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full border px-4 text-sm font-semibold whitespace-nowrap';

const ownDeviceNames: Record<OfferDevice, string> = {
	android: m.offers_own_android(),
	ios: m.offers_own_ios(),
	desktop: m.offers_own_desktop(),
};

function OwnDevice({ filters: { device, ...others }, onChange }: Props) {
	if (!device || device !== ownDevice()) return null;
	return (
		<button
			type="button"
			// The button disappears, so the focus moves on.
			onClick={({ currentTarget }) => {
				currentTarget.nextElementSibling?.querySelector('button')?.focus();
				onChange(others);
			}}
			className={`${chipLook} border-transparent bg-tint text-accent sm:hidden`}
		>
			{ownDeviceNames[device]}
			<span className="sr-only">{m.identity_remove()}</span>
			<CloseIcon className="size-4" />
		</button>
	);
}

function Categories({ filters, onChange }: Props) {
	const chosen = filters.category ?? undefined;
	return (
		<fieldset className="contents">
			<legend className="sr-only">{m.offers_category()}</legend>
			{[undefined, ...offerCategories].map((category) => (
				<button
					key={category ?? 'all'}
					type="button"
					aria-pressed={category === chosen}
					onClick={() => onChange({ ...filters, category })}
					className={`${chipLook} ${category === chosen ? 'border-transparent bg-accent text-on-accent' : 'border-edge bg-card hover:bg-sunken'}`}
				>
					{category && <CategoryDrawing category={category} />}
					{category ? categoryNames[category] : m.offers_category_all()}
				</button>
			))}
		</fieldset>
	);
}

function Search({ filters, onChange }: Props) {
	const [text, setText] = useState(filters.search ?? '');
	function submit(event: FormEvent): void {
		event.preventDefault();
		onChange({ ...filters, search: text.trim() || undefined });
	}
	return (
		<search className="min-w-0 flex-1">
			<form onSubmit={submit}>
				<input
					type="search"
					enterKeyHint="search"
					aria-label={m.offers_search()}
					placeholder={m.offers_search()}
					maxLength={OFFER_SEARCH_LENGTH_MAX}
					value={text}
					onChange={({ target }) => {
						setText(target.value);
						if (target.value === '') onChange({ ...filters, search: undefined });
					}}
					className={controlLook}
				/>
			</form>
		</search>
	);
}

function factsOf({ is_new, usually_credited_minutes: minutes, goals, devices, partner }: OfferItem): string {
	const device = ownDevice();
	return [
		is_new && m.offers_new(),
		minutes !== null && aboutTime(minutes),
		goals > 1 && m.offers_steps({ count: goals }),
		devices.length < offerDevices.length && !(device && devices.includes(device)) && devicesInWords(devices),
		partner,
	]
		.filter(Boolean)
		.join(' · ');
}

const SKELETON_CARDS = 6;
const gridLook = 'grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2';

export function OfferList() {
	const [filters, setFilters] = useState<OfferFilters>(() => ({ order: 'recommended', device: ownDevice() }));
	const { items, error, retry, more } = useOffers(filters);
	const isFiltered = Boolean(filters.category || filters.device || filters.search);
	return (
		<>
			<OfferFilterBar filters={filters} onChange={setFilters} />
			{error && <RetryNotice error={messageOf(error, m.offers_failed_to_load())} onRetry={retry} />}
			{!items && !error && (
				<div aria-busy="true" className={gridLook}>
					<span className="sr-only">{m.offers_loading()}</span>
					{Array.from({ length: SKELETON_CARDS }, (_, card) => (
						<OfferCardSkeleton key={card} hasSummary />
					))}
				</div>
			)}
			{items?.length === 0 && (
				<div className="grid min-h-48 content-center justify-items-center gap-3 rounded-card border border-dashed border-line p-6 text-center">
					<p className="max-w-[46ch]">{isFiltered ? m.offers_none_found() : m.offers_none()}</p>
					{isFiltered && (
						<Button look="quiet" onClick={() => setFilters({ order: filters.order })}>
							{m.offers_show_all()}
						</Button>
					)}
				</div>
			)}
			{items && items.length > 0 && <Offers items={items} />}
			{more && (
				<div className="mt-5 text-center">
					<Button look="quiet" aria-disabled={more.isLoading} onClick={more.isLoading ? undefined : more.load}>
						{more.isLoading ? m.common_loading() : m.offers_more()}
					</Button>
				</div>
			)}
		</>
	);
}

/** Slow phones show the first screen before they have rendered the other cards. */
function Offers({ items }: { items: readonly OfferItem[] }) {
	const shown = useDeferredValue(items, items.slice(0, SKELETON_CARDS));
	return (
		<ul className={gridLook} aria-label={m.offers_offers()}>
			{shown.map((offer) => (
				<li key={offer.id}>
					<OfferCard
						to={`/earn/offer/${offer.id}`}
						offer={offer}
						summary={offer.summary}
						badge={<BoostBadge boost={offer.boost} />}
						facts={factsOf(offer)}
					/>
				</li>
			))}
		</ul>
	);
}
