import type { ReactNode } from 'react';
import { SelectField, TextField } from '../forms.tsx';
import { ExactTime } from '../values.tsx';
import { type AddressFilter, useAddressFilter } from './use-address-filter.ts';

const texts = { from: 'From', to: 'To', orders: { newest: 'Newest first', oldest: 'Oldest first' } };

type TimeOrder = keyof typeof texts.orders;

export const dateRange = ['from', 'to'] as const;
type DateRange = Partial<Record<(typeof dateRange)[number], string>>;

export const byTime = { falling: 'newest', rising: 'oldest' } as const;

type TimeList<Name extends string> = AddressFilter<Name> & {
	order: TimeOrder;
	times: { from?: number; until?: number; order?: TimeOrder };
	fields: ReactNode;
};

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
			{/* Phones sort with this field, larger screens with the table's header. */}
			<SelectField
				label="Order by"
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

export function useDateRange(labels: Required<DateRange> = texts): Pick<TimeList<never>, 'bar' | 'fields'> & {
	range: { from?: number; until?: number };
	/** Text of an empty table; differs if a range is set. */
	emptyText: (ofAllDays: string) => string;
} {
	const { filter, bar } = useAddressFilter(dateRange);
	const range = timesOf(filter);
	const emptyText = (ofAllDays: string) => (Object.keys(range).length > 0 ? 'Nothing in this date range.' : ofAllDays);
	return { bar, range, emptyText, fields: <DateRangeFields filter={filter} labels={labels} /> };
}

type DateRangeFieldsProps<Name extends string> = {
	filter: Partial<Record<Name, string>>;
	/** Names of the URL parameters, needed for a second range on a page. */
	names?: readonly [from: Name, to: Name];
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
			// The server's limits; some browsers would let users exceed them.
			min="2000-01-01"
			max="9998-12-31"
			defaultValue={filter[name]}
			className="w-40 max-sm:col-span-1!"
		/>
	));
}

/** URL parameters in ms since the epoch, for days in another time zone. */
export const exactRange = ['since', 'until'] as const;
type Range = DateRange & Partial<Record<(typeof exactRange)[number], string>>;

export function rangeOf(filter: Range): { from?: number; until?: number } {
	const [from, until] = [momentIn(filter.since), momentIn(filter.until)];
	if (from === undefined && until === undefined) return timesOf(filter);
	return { ...(from !== undefined && { from }), ...(until !== undefined && { until }) };
}

function momentIn(text: string | undefined): number | undefined {
	return text && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Shows the filter's exact times, because a partner's day may have other bounds than the local day. */
export function ExactRange({ filter: { since, until }, begin = texts.from }: { filter: Range; begin?: string }) {
	const { from, until: to } = rangeOf({ ...(since && { since }), ...(until && { until }) });
	if (from === undefined && to === undefined) return null;
	return (
		<p className="order-last basis-full text-sm text-soft">
			{from !== undefined && [begin, ' ', <ExactTime key="from" timeMs={from} />, ' ']}
			{to !== undefined && ['until ', <ExactTime key="to" timeMs={to} />]}
		</p>
	);
}

/** Returns the bounds in local time, in ms since the epoch. Ignores invalid days. */
export function timesOf({ from, to }: DateRange): { from?: number; until?: number } {
	const [begins, ends] = [startOf(from, 0), startOf(to, 1)];
	return { ...(begins !== undefined && { from: begins }), ...(ends !== undefined && { until: ends }) };
}

function startOf(day: string | undefined, later: number): number | undefined {
	const [, year, month, date] = /^([2-9]\d{3})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? [];
	return date ? new Date(Number(year), Number(month) - 1, Number(date) + later).getTime() : undefined;
}

/** Returns the first of the last `days` days including today, as a local `YYYY-MM-DD`. */
export function firstDayOf(days: number): string {
	const now = new Date();
	const time = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1);
	const digits = (number: number) => String(number).padStart(2, '0');
	return `${time.getFullYear()}-${digits(time.getMonth() + 1)}-${digits(time.getDate())}`;
}
