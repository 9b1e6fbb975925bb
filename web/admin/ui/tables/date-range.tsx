import type { ReactNode } from 'react';
import { SelectField, TextField } from './filter-fields.tsx';
import { type AddressFilter, useAddressFilter } from './use-address-filter.ts';

const texts = {
	from: 'From',
	to: 'To',
	orderBy: 'Order by',
	orders: { newest: 'Newest first', oldest: 'Oldest first' },
};

type TimeOrder = keyof typeof texts.orders;

/** What a range of days is called in an address: both days belong to it. */
export const dateRange = ['from', 'to'] as const;
type DateRange = Partial<Record<(typeof dateRange)[number], string>>;

/** How a column of times orders its table ({@link DataColumn}). */
export const byTime = { falling: 'newest', rising: 'oldest' } as const;

type TimeList<Name extends string> = AddressFilter<Name> & {
	order: TimeOrder;
	/** As the calls take them. */
	times: { from?: number; until?: number; order?: TimeOrder };
	/** For the `FilterBar`. */
	fields: ReactNode;
};

/** A list by time as the address asks for it, `names` beside its range. @param first how it is ordered by itself */
export function useTimeList<Name extends string = never>(
	names: readonly Name[] = [],
	first: TimeOrder = 'newest',
): TimeList<Name> {
	const { filter, bar } = useAddressFilter<string>([...names, ...dateRange, 'orderBy']);
	const { from, to, orderBy, ...named } = filter;
	const order = orderBy === 'newest' || orderBy === 'oldest' ? orderBy : first;
	const fields = (
		<>
			<DateRangeFields filter={filter} />
			{/* Elsewhere the head of the table does it. */}
			<SelectField
				label={texts.orderBy}
				name="orderBy"
				defaultValue={order}
				className="md:hidden"
				options={Object.entries(texts.orders)}
			/>
		</>
	);
	const times = { ...timesOf({ ...(from && { from }), ...(to && { to }) }), ...(order !== first && { order }) };
	return { filter: named as AddressFilter<Name>['filter'], bar, order, times, fields };
}

/** A list that has an order of its own, of a range of days. */
export function useDateRange(): Pick<TimeList<never>, 'bar' | 'fields'> & { range: { from?: number; until?: number } } {
	const { filter, bar } = useAddressFilter(dateRange);
	return { bar, range: timesOf(filter), fields: <DateRangeFields filter={filter} /> };
}

/** @param labels where the range is not of what the table tells first */
export function DateRangeFields({ filter, labels = texts }: { filter: DateRange; labels?: Required<DateRange> }) {
	return dateRange.map((name) => (
		<TextField
			key={name}
			label={labels[name]}
			name={name}
			type="date"
			// As the server takes it, whatever a person could type into some browsers.
			min="2000-01-01"
			max="9998-12-31"
			defaultValue={filter[name]}
			className="w-40"
		/>
	));
}

/** When such days begin and are over for whoever looks, in ms since the epoch. What is no day is left out. */
export function timesOf({ from, to }: DateRange): { from?: number; until?: number } {
	const [begins, ends] = [startOf(from, 0), startOf(to, 1)];
	return { ...(begins !== undefined && { from: begins }), ...(ends !== undefined && { until: ends }) };
}

function startOf(day: string | undefined, later: number): number | undefined {
	const [, year, month, date] = /^([2-9]\d{3})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? [];
	return date ? new Date(Number(year), Number(month) - 1, Number(date) + later).getTime() : undefined;
}
