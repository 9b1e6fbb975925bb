import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CallResult } from '../../../contract/calls.ts';
import type { DataAnswer } from '../../../contract/data.ts';
import { useCall, useReadData } from '../../lib/calls/clients.tsx';
import { inThousands, words } from '../../lib/format/formats.ts';
import { Skeleton } from '../../ui/basics.tsx';
import { firstDayOf } from '../ui/tables/date-range.tsx';
import { formatAmount, formatDays, formatDollars, formatShare, monthInWords } from '../ui/values.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';
import { timeZone } from './time-zone.ts';

type Business = CallResult<'adminGetBusiness'>;
type Visits = readonly { day: string; count: number }[];

type Compared = { now: number | null; before: number | null; series: readonly number[] };

type Overview = Record<'earned' | 'margin' | 'paidOut' | 'active' | 'conversion', Compared> & {
	/** UTC month such as `2026-11`. */
	conversionMonth: string | undefined;
};

const CONVERSION_DAYS = 30;

/** Both inputs also cover the previous period. Earned and margin are in $, paid out in R$. */
export function compare({ days, costOfThousand, cohorts }: Business, visits: Visits, now: number): Overview {
	const costOf = (robux: number) => (costOfThousand === null ? null : (robux / 1000) * costOfThousand);
	const margins = days.map(({ earned, paidOut }) => {
		const cost = costOf(paidOut);
		return cost === null ? null : earned - cost;
	});
	const active = compareSums(visits.map(({ count }) => count));
	const half = Math.max(visits.length / 2, 1);
	const known = cohorts.filter(({ month, users }) => users > 0 && isOver(month, now));
	const rates = known.map(({ users, paidIn30Days }) => paidIn30Days / users);
	return {
		earned: compareSums(days.map(({ earned }) => earned)),
		margin: margins.includes(null) ? { now: null, before: null, series: [] } : compareSums(margins.map(Number)),
		paidOut: compareSums(days.map(({ paidOut }) => paidOut)),
		active: { ...active, now: Number(active.now) / half, before: Number(active.before) / half },
		conversion: { now: rates.at(-1) ?? null, before: rates.at(-2) ?? null, series: rates.slice(-12) },
		conversionMonth: known.at(-1)?.month,
	};
}

function compareSums(values: readonly number[]): Compared {
	const half = Math.floor(values.length / 2);
	const sum = (some: readonly number[]) => some.reduce((total, value) => total + value, 0);
	return { now: sum(values.slice(half)), before: sum(values.slice(0, half)), series: values.slice(half) };
}

function isOver(month: string, now: number): boolean {
	const [year = 0, number = 0] = month.split('-').map(Number);
	return Date.UTC(year, number, 1 + CONVERSION_DAYS) <= now;
}

export function changeOf({ now, before }: Compared): number | undefined {
	return now === null || before === null || before <= 0 ? undefined : (now - before) / before;
}

const texts = {
	earned: 'Earned',
	margin: 'Margin',
	paidOut: 'Paid out',
	failed: "Couldn't load the amount owed.",
	active: 'Daily active users, average',
	conversion: 'Conversion',
	unknown: '–',
};

type Treasury = CallResult<'adminGetTreasury'>;
type Key = keyof Omit<Overview, 'conversionMonth'>;

const figures: readonly { key: Key; to: string | ((from: string) => string); format: (value: number) => string }[] = [
	{ key: 'earned', to: (from) => `/admin/books?account=partner&from=${from}`, format: formatDollars },
	{ key: 'margin', to: '/admin/business#margin', format: formatDollars },
	{ key: 'paidOut', to: (from) => `/admin/books?account=payouts:paid&from=${from}`, format: formatAmount },
	{
		key: 'active',
		to: (from) => `/admin/users?orderBy=last_access&from=${from}`,
		format: (people) => (people < 10 ? people.toFixed(1) : inThousands(Math.round(people))),
	},
	{ key: 'conversion', to: '/admin/business#cohorts', format: formatShare },
];

export function KeyFigures({ days }: { days: number }) {
	const overview = useOverview(days);
	const { data: treasury, error, retry } = useAdminQuery('adminGetTreasury', null, texts);
	const from = firstDayOf(days);
	return (
		<section aria-label="Key figures" aria-busy={!overview} className="chart mb-5">
			<ul className="grid gap-px overflow-hidden rounded-card border border-line bg-line raised grid-cols-2 md:grid-cols-3 xl:grid-cols-6">
				{/* Always the current amount, because past liabilities are not recorded. */}
				<Card label="Owed" to="/admin/treasury">
					{treasury ? <Now treasury={treasury} /> : error && <span className="mt-1 text-soft">{texts.unknown}</span>}
				</Card>
				{figures.map(({ key, to, format }) => (
					<Card key={key} label={texts[key]} to={typeof to === 'string' ? to : to(from)}>
						{overview && (
							<Figure compared={overview[key]} format={format}>
								{noteTo(key, overview)}
							</Figure>
						)}
					</Card>
				))}
			</ul>
			{error && !treasury && <RetryNotice error={error} onRetry={retry} />}
		</section>
	);
}

function Card({ label, to, children }: { label: string; to: string; children: ReactNode }) {
	return (
		<li className="bg-card">
			<Link to={to} className="flex h-full min-h-36 flex-col p-4 hover:bg-sunken">
				<span className="text-sm text-soft">{label}</span>
				{children || <Skeleton className="mt-2 h-7 w-24" />}
			</Link>
		</li>
	);
}

function figureLook(figure: string): string {
	const size =
		figure.length > 14
			? 'text-lg max-2xl:xl:text-base max-sm:text-xs'
			: figure.length > 12
				? 'text-xl max-2xl:xl:text-lg max-sm:text-base'
				: 'text-2xl max-2xl:xl:text-xl max-sm:text-lg';
	return `mt-0.5 font-extrabold tracking-tight md:whitespace-nowrap figures ${size}`;
}

function Now({ treasury: { spendable, held_back, on_its_way, days_of_cover } }: { treasury: Treasury }) {
	const owed = formatAmount(spendable + held_back + on_its_way);
	return (
		<>
			<span className={figureLook(owed)}>{owed}</span>
			<span className="text-xs text-soft">To all users</span>
			{days_of_cover !== null && (
				<span className="text-xs font-semibold">{`${formatDays(days_of_cover)} days of cover`}</span>
			)}
		</>
	);
}

/** `than` names the comparison; undefined means the previous period. */
type Note = { unknown: string; than?: string; below?: string | undefined };

function noteTo(key: Key, { conversionMonth }: Overview): Note {
	if (key !== 'conversion') return { unknown: `${words.currencySign} cost not set` };
	const below = conversionMonth && `Joined ${monthInWords(conversionMonth)}, paid within 30 days`;
	return { unknown: 'After 30 full days', than: 'vs. previous month', below };
}

type FigureProps = { compared: Compared; format: (value: number) => string; children: Note };

function Figure({ compared, format, children: { unknown, than, below } }: FigureProps) {
	const { now, series } = compared;
	const text = now === null ? texts.unknown : format(now);
	return (
		<>
			<span className={figureLook(text)}>{text}</span>
			{now === null ? (
				<span className="text-xs text-soft">{unknown}</span>
			) : (
				<Change change={changeOf(compared)} than={than} />
			)}
			{below && <span className="text-xs text-soft">{below}</span>}
			<Sparkline values={series} />
		</>
	);
}

function Change({ change, than }: { change: number | undefined; than: string | undefined }) {
	if (change === undefined) return <span className="text-xs text-soft">No earlier figures</span>;
	const percent = Math.round(Math.abs(change) * 100);
	return (
		<span className="text-xs text-soft">
			{percent === 0 ? (
				'No change'
			) : (
				<>
					<span className="font-semibold text-ink">
						{change > 0 ? '▲' : '▼'} {percent}%
					</span>{' '}
					{than}
				</>
			)}
		</span>
	);
}

function Sparkline({ values }: { values: readonly number[] }) {
	if (values.length < 2) return null;
	const [most, least] = [Math.max(...values, 0), Math.min(...values, 0)];
	const yOf = (value: number) => 27 - ((value - least) / (most - least || 1)) * 25;
	const line = values.map((value, n) => `${n ? 'L' : 'M'}${(n / (values.length - 1)) * 100} ${yOf(value).toFixed(1)}`);
	return (
		<svg aria-hidden="true" viewBox="0 0 100 28" preserveAspectRatio="none" className="mt-auto h-7 w-full pt-1">
			<path d={line.join('')} fill="none" stroke="var(--chart-1)" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
		</svg>
	);
}

function useOverview(days: number): Overview | undefined {
	const call = useCall();
	const readData = useReadData();
	const tz = timeZone();
	const { data } = useQuery({
		queryKey: ['admin', 'overview', days, tz],
		queryFn: async ({ signal }) => {
			const address = `/data/users/active?days=${days * 2}&tz=${encodeURIComponent(tz)}`;
			const [business, visits] = await Promise.all([
				call('adminGetBusiness', { days: days * 2, tz }, signal),
				readData(address, signal).then((answer): Promise<DataAnswer<'GET /data/users/active'>> => answer.json()),
			]);
			return compare(business, visits, Date.now());
		},
		placeholderData: (before) => before,
	});
	return data;
}
