import { TextField } from './filter-fields.tsx';

const texts = { from: 'From', to: 'To' };

/** What a range of days is called in an address: both days belong to it. */
export const dateRange = ['from', 'to'] as const;
type DateRange = Partial<Record<(typeof dateRange)[number], string>>;

export function DateRangeFields({ filter }: { filter: DateRange }) {
	return dateRange.map((name) => (
		<TextField
			key={name}
			label={texts[name]}
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
