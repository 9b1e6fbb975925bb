import { type FormEvent, useState } from 'react';
import {
	OFFER_SEARCH_LENGTH_MAX,
	type OfferCategory,
	type OfferDevice,
	type OfferOrder,
	offerCategories,
	offerDevices,
	offerOrders,
} from '../../../contract/offerwalls/offer-filters.ts';
import { m } from '../../texts/messages.js';
import { controlLook } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { CategoryDrawing, categoryNames, deviceNames, orderNames } from '../../ui/offers/category.tsx';
import type { OfferFilters } from './use-offers.ts';

type Props = { filters: OfferFilters; onChange: (changed: OfferFilters) => void };

export function OfferFilterBar({ filters, onChange }: Props) {
	return (
		<div className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-3">
			<Categories chosen={filters.category ?? undefined} onChoose={(category) => onChange({ ...filters, category })} />
			<div className="grid grid-cols-2 gap-3">
				<Search key={filters.search} {...{ filters, onChange }} />
				<Select
					aria-label={m.offers_device()}
					value={filters.device ?? ''}
					onChange={({ target }) => onChange({ ...filters, device: (target.value || undefined) as OfferDevice })}
					choices={[
						['', m.offers_all_devices()],
						...offerDevices.map((device) => [device, deviceNames[device]] as const),
					]}
				/>
				<Select
					aria-label={m.offers_order()}
					value={filters.order ?? 'recommended'}
					onChange={({ target }) => onChange({ ...filters, order: target.value as OfferOrder })}
					choices={offerOrders.map((order) => [order, orderNames[order]])}
				/>
			</div>
		</div>
	);
}

const chipLook =
	'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full border px-4 text-sm font-semibold whitespace-nowrap';

function Categories(props: { chosen: OfferCategory | undefined; onChoose: (category?: OfferCategory) => void }) {
	const { chosen, onChoose } = props;
	return (
		<fieldset className="-mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0">
			<legend className="sr-only">{m.offers_category()}</legend>
			{[undefined, ...offerCategories].map((category) => (
				<button
					key={category ?? 'all'}
					type="button"
					aria-pressed={category === chosen}
					onClick={() => onChoose(category)}
					className={`${chipLook} ${category === chosen ? 'border-transparent bg-stub text-on-stub' : 'border-edge bg-card hover:bg-sunken'}`}
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
		<search className="col-span-2">
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
