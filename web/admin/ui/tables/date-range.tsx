import type { ReactNode } from 'react';
import { ExactTime } from '../exact-time.tsx';
import { SelectField, TextField } from './filter-fields.tsx';
import { type AddressFilter, useAddressFilter } from './use-address-filter.ts';

const texts = {
	from: 'From',
	to: 'To',
	until: 'until',
	notThen: 'Nothing in this date range.',
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

/** For tables below one filter. */
export type OrderedTimes = Pick<TimeList<never>, 'times' | 'order'>;

/**
 * A list by time as the address asks for it, `names` beside its range.
 * @param first how it is ordered by itself
 * @param words where its time is one that comes
 */
export function useTimeList<Name extends string = never>(
	names: readonly Name[] = [],
	first: TimeOrder = 'newest',
	words: { range?: Required<DateRange>; orders: Record<TimeOrder, string> } = texts,
): TimeList<Name> {
	const { filter, bar } = useAddressFilter<string>([...names, ...exactRange, ...dateRange, 'orderBy']);
	const { from, to, since, until, orderBy, ...named } = filter;
	const order = orderBy === 'newest' || orderBy === 'oldest' ? orderBy : first;
	const fields = (
		<>
			<DateRangeFields filter={filter} labels={words.range ?? texts} />
			<ExactRange filter={filter} />
			{/* Elsewhere the head of the table does it. */}
			<SelectField
				label={texts.orderBy}
				name="orderBy"
				defaultValue={order}
				className="md:hidden"
				options={Object.entries(words.orders)}
			/>
		</>
	);
	const times = { ...rangeOf(filter), ...(order !== first && { order }) };
	return { filter: named as AddressFilter<Name>['filter'], bar, order, times, fields };
}

/** The same of rows that came all at once. */
export function listedBy<Row>(
	rows: readonly Row[] | undefined,
	timeOf: (row: Row) => number,
	{ from = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY }: TimeList<never>['times'],
	order?: TimeOrder,
): Row[] | undefined {
	const way = order === 'newest' ? -1 : 1;
	const found = rows?.filter((row) => timeOf(row) >= from && timeOf(row) < until);
	return order ? found?.sort((a, b) => way * (timeOf(a) - timeOf(b))) : found;
}

/** A list that has an order of its own, of a range of days. @param labels as {@link DateRangeFields} */
export function useDateRange(labels: Required<DateRange> = texts): Pick<TimeList<never>, 'bar' | 'fields'> & {
	range: { from?: number; until?: number };
	/** What an empty table says: not that there is nothing at all, where it shows some days only. */
	emptyText: (ofAllDays: string) => string;
} {
	const { filter, bar } = useAddressFilter(dateRange);
	const range = timesOf(filter);
	const emptyText = (ofAllDays: string) => (Object.keys(range).length > 0 ? texts.notThen : ofAllDays);
	return { bar, range, emptyText, fields: <DateRangeFields filter={filter} labels={labels} /> };
}

type DateRangeFieldsProps<Name extends string> = {
	filter: Partial<Record<Name, string>>;
	/** In the address, where there are two ranges. */
	names?: readonly [from: Name, to: Name];
	/** Where the range is not of what the table tells first. */
	labels?: Required<DateRange>;
};

export function DateRangeFields<Name extends string = 'from' | 'to'>({
	filter,
	names = dateRange as readonly string[] as readonly [Name, Name],
	labels = texts,
}: DateRangeFieldsProps<Name>) {
	return names.map((name, n) => (
		<TextField
			key={name}
			label={n === 0 ? labels.from : labels.to}
			name={name}
			type="date"
			// As the server takes it, whatever a person could type into some browsers.
			min="2000-01-01"
			max="9998-12-31"
			defaultValue={filter[name]}
			// Both in one line of a phone.
			className="w-40 max-sm:col-span-1!"
		/>
	));
}

/** In the address beside days: moments, in ms since the epoch, where a day of somebody else is meant. */
export const exactRange = ['since', 'until'] as const;
type Range = DateRange & Partial<Record<(typeof exactRange)[number], string>>;

/** A range that a link has set to the moment; else its days. */
export function rangeOf(filter: Range): { from?: number; until?: number } {
	const [from, until] = [momentIn(filter.since), momentIn(filter.until)];
	if (from === undefined && until === undefined) return timesOf(filter);
	return { ...(from !== undefined && { from }), ...(until !== undefined && { until }) };
}

function momentIn(text: string | undefined): number | undefined {
	return text && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** A partner's own day does not begin when ours does: it is said in words. @param from how it is begun */
export function ExactRange({ filter: { since, until }, begin = texts.from }: { filter: Range; begin?: string }) {
	const { from, until: to } = rangeOf({ ...(since && { since }), ...(until && { until }) });
	if (from === undefined && to === undefined) return null;
	return (
		<p className="order-last basis-full text-sm text-soft">
			{from !== undefined && (
				<>
					{begin} <ExactTime timeMs={from} />
				</>
			)}{' '}
			{to !== undefined && (
				<>
					{texts.until} <ExactTime timeMs={to} />
				</>
			)}
		</p>
	);
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

/** The first of the last `days` for whoever looks, today among them, as an address names it. */
export function firstDayOf(days: number): string {
	const now = new Date();
	const time = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1);
	const digits = (number: number) => String(number).padStart(2, '0');
	return `${time.getFullYear()}-${digits(time.getMonth() + 1)}-${digits(time.getDate())}`;
}
