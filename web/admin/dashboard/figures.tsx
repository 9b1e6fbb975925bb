import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useReadData } from '../../lib/calls/clients.tsx';
import { inThousands } from '../../lib/format/formats.ts';
import { SESSION_KEY_PREFIX } from '../../lib/session-storage.ts';
import { Icon } from '../../ui/icons.tsx';
import { nextMidnight, startOfDay, startOfMonth } from '../ui/local-time.ts';
import { firstDayOf } from '../ui/tables/date-range.tsx';
import { FigureLink, formatDollars } from '../ui/values.tsx';
import { forget, keep, readStored } from './stored-figure.ts';

type MetricSource = {
	load: () => Promise<number>;
	/** Storage key of a figure for today, which loads at start; others load on request. */
	storageKey?: string;
};

type MetricState = { value: number | undefined; isLoading: boolean; refresh: () => void };

function useMetric({ load, storageKey }: MetricSource): MetricState {
	const [value, setValue] = useState<number>();
	const [isLoading, setLoading] = useState(false);
	const source = useRef(load);
	source.current = load;
	const latest = useRef(0);

	const refresh = useCallback(async () => {
		latest.current += 1;
		const mine = latest.current;
		setLoading(true);
		try {
			const loaded = await source.current();
			if (mine !== latest.current) return;
			if (storageKey) keep(storageKey, loaded, Date.now());
			setValue(loaded);
		} catch (error) {
			if (mine !== latest.current) return;
			console.error('a figure could not be loaded', error);
			if (storageKey) forget(storageKey);
			setValue(undefined);
		}
		setLoading(false);
	}, [storageKey]);

	useEffect(() => {
		if (!storageKey) return;
		const stored = readStored(storageKey, Date.now());
		if (stored === undefined) void refresh();
		else setValue(stored);
		let timer: ReturnType<typeof setTimeout>;
		const awaitMidnight = () => {
			const now = Date.now();
			timer = setTimeout(() => {
				void refresh();
				awaitMidnight();
			}, nextMidnight(now) - now);
		};
		awaitMidnight();
		return () => {
			latest.current += 1;
			clearTimeout(timer);
		};
	}, [storageKey, refresh]);

	return { value, isLoading, refresh: () => void refresh() };
}

const LOAD = 'Load a figure with its refresh button.';

type MetricCardProps = {
	title: string;
	figures: readonly { label: string; figure: MetricState; to: string }[];
	format: (value: number) => string;
	placeholder?: string;
	caption?: string;
};

function MetricCard({ title, figures, format, placeholder, caption }: MetricCardProps) {
	const id = useId();
	return (
		<section aria-labelledby={id} className="rounded-card border border-line bg-card p-5 raised">
			<h2 id={id} className="font-bold tracking-tight">
				{title}
			</h2>
			<p className="mt-1 text-sm text-soft">{[caption, LOAD].filter(Boolean).join(' ')}</p>
			<dl className="mt-3 divide-y divide-line">
				{figures.map(({ label, to, figure: { value, isLoading, refresh } }) => (
					<div key={label} className="flex min-h-14 items-center gap-3 py-1">
						<dt className="w-24 shrink-0 text-sm text-soft">{label}</dt>
						<dd className="flex min-w-0 flex-1 items-center justify-between gap-2">
							{/* Always rendered, because some screen readers ignore inserted live regions. */}
							<span aria-live="polite" className="min-w-0">
								{value === undefined ? (
									<span className="text-soft">
										{placeholder && (
											<>
												<span className="font-semibold text-ink">{placeholder}</span>{' '}
											</>
										)}
										<span>Click refresh</span>
									</span>
								) : (
									<span className="text-xl font-extrabold tracking-tight figures">
										<FigureLink to={to}>{format(value)}</FigureLink>
									</span>
								)}
							</span>
							<button
								type="button"
								aria-label={`Refresh ${title}: ${label}`}
								aria-busy={isLoading}
								onClick={refresh}
								className="grid size-11 shrink-0 place-items-center rounded-control text-soft hover:bg-sunken hover:text-ink"
							>
								<Icon className={`size-5 ${isLoading ? 'motion-safe:animate-spin' : ''}`}>
									<path d="M20 11.500A8 8 0 0 0 5.500 7.500L4 9.500M4 5v4.500h4.500M4 12.500a8 8 0 0 0 14.500 4l1.500-2M20 19v-4.500h-4.500" />
								</Icon>
							</button>
						</dd>
					</div>
				))}
			</dl>
		</section>
	);
}

const EARNED = '/admin/books?account=partner';
const EARNINGS_KEY = `${SESSION_KEY_PREFIX}today-earnings`;
const USERS_KEY = `${SESSION_KEY_PREFIX}today-users`;

export function EarningsCard() {
	const readData = useReadData();
	const load = async (query: string) =>
		((await (await readData(`/data/earnings/total${query}`)).json()) as { total: number }).total;
	const today = useMetric({ storageKey: EARNINGS_KEY, load: () => load(`?since=${startOfDay(Date.now())}`) });
	const thisMonth = useMetric({ load: () => load(`?since=${startOfMonth(Date.now())}`) });
	const total = useMetric({ load: () => load('') });
	return (
		<MetricCard
			title="Earnings"
			// The specification shows a euro sign here, although the figures are in dollars.
			placeholder="€"
			caption="Figures are in US dollars."
			format={formatDollars}
			figures={[
				{ label: 'Today', figure: today, to: `${EARNED}&from=${firstDayOf(1)}` },
				{ label: 'This month', figure: thisMonth, to: `${EARNED}&from=${firstDayOf(new Date().getDate())}` },
				{ label: 'Total', figure: total, to: EARNED },
			]}
		/>
	);
}

export function UsersCard() {
	const readData = useReadData();
	const load = async (query: string) =>
		((await (await readData(`/data/users/count${query}`)).json()) as { count: number }).count;
	const today = useMetric({ storageKey: USERS_KEY, load: () => load(`?active_since=${startOfDay(Date.now())}`) });
	const total = useMetric({ load: () => load('') });
	return (
		<MetricCard
			title="Users"
			format={inThousands}
			figures={[
				{ label: 'Today', figure: today, to: `/admin/users?orderBy=last_access&from=${firstDayOf(1)}` },
				{ label: 'Total', figure: total, to: '/admin/users' },
			]}
		/>
	);
}
