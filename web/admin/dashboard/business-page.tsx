import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { userActions } from '../../../contract/admin/lists.ts';
import type { CallResult } from '../../../contract/calls.ts';
import { messageOf } from '../../lib/calls/refusal.ts';
import { useCallQuery } from '../../lib/calls/use-call-query.ts';
import { inThousands, words } from '../../lib/format/formats.ts';
import { Skeleton } from '../../ui/basics.tsx';
import type { AdminPageProps } from '../pages.ts';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { firstDayOf } from '../ui/tables/date-range.tsx';
import { FigureLink, formatAmount, formatDollars, formatShare, monthInWords, TimeAgo } from '../ui/values.tsx';
import { RetryNotice } from '../use-admin-query.tsx';
import { ChartCard } from './charts/chart-card.tsx';
import { BarChart, Legend, LineChart, totalsOf } from './charts/charts.tsx';
import { usePeriod } from './period.tsx';
import { knownZone, timeZone } from './time-zone.ts';

export type Margin = {
	/** In $. */
	earned: number;
	/** In R$. */
	paidOut: number;
	/** In R$; its cost is in $. */
	boosted: number;
	boostCost: number | null;
	lost: number;
	/** In $; null while the cost of R$ is not configured. */
	cost: number | null;
	left: number | null;
	/** Margin as a share of the earnings. */
	rate: number | null;
	earnedPerThousand: number | null;
	conversion: number | null;
};

export function addUpMargin({ days, costOfThousand, cohorts }: CallResult<'adminGetBusiness'>): Margin {
	const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
	const earned = total(days.map((day) => day.earned));
	const paidOut = total(days.map((day) => day.paidOut));
	const boosted = total(days.map((day) => day.boosted));
	const costOf = (robux: number) => (costOfThousand === null ? null : (robux / 1000) * costOfThousand);
	const cost = costOf(paidOut);
	const left = cost === null ? null : earned - cost;
	const users = total(cohorts.map((cohort) => cohort.users));
	return {
		earned,
		paidOut,
		boosted,
		boostCost: costOf(boosted),
		lost: total(days.map((day) => day.lost)),
		cost,
		left,
		rate: left === null || earned <= 0 ? null : left / earned,
		earnedPerThousand: paidOut > 0 ? (earned / paidOut) * 1000 : null,
		conversion: users > 0 ? total(cohorts.map((cohort) => cohort.paid)) / users : null,
	};
}

function MarginCard({ margin, days }: { margin: Margin | undefined; days: number }) {
	const rowsOf = (account: string) => `/admin/books?account=${account}&from=${firstDayOf(days)}`;
	const figure = (text: (known: Margin) => string) => (margin ? text(margin) : <Skeleton className="h-5 w-20" />);
	const figures = [
		['Offerwall earnings', figure(({ earned }) => formatDollars(earned)), rowsOf('partner')],
		['Paid out', figure(({ paidOut }) => formatAmount(paidOut)), rowsOf('payouts:paid')],
		['Boosts', figure(boostsInWords), rowsOf('house:boosts')],
		['Losses from deleted accounts', figure(({ lost }) => formatAmount(lost)), rowsOf('house:losses')],
		['Margin', figure(marginInWords)],
		[
			`Earned per 1,000 ${words.currencySign} paid`,
			figure(({ earnedPerThousand: per }) => (per === null ? '–' : formatDollars(per))),
		],
		['Sign-ups below paid at least once', figure(({ conversion }) => formatShare(conversion)), '#cohorts'],
	] satisfies [string, ReactNode, string?][];
	return (
		<dl
			aria-busy={!margin}
			className="grid gap-x-6 gap-y-4 rounded-card border border-line bg-card p-5 raised sm:grid-cols-2 lg:grid-cols-4"
		>
			{figures.map(([label, value, to]) => (
				<div key={label}>
					<dt className="text-sm text-soft">{label}</dt>
					<dd className="mt-1 font-bold figures">{to && margin ? <FigureLink to={to}>{value}</FigureLink> : value}</dd>
				</div>
			))}
		</dl>
	);
}

function boostsInWords({ boosted, boostCost }: Margin): string {
	return boostCost === null ? formatAmount(boosted) : `${formatAmount(boosted)} (${formatDollars(boostCost)})`;
}

function marginInWords({ left, rate }: Margin): string {
	if (left === null) return `${words.currencySign} cost not set`;
	return rate === null ? formatDollars(left) : `${formatDollars(left)} (${(rate * 100).toFixed(0)}%)`;
}

type Business = CallResult<'adminGetBusiness'>;

const nothingText = 'No activity in this period.';

const WALLS_SHOWN = 5;

export default function BusinessPage({ heading, lead }: AdminPageProps) {
	const [days, period] = usePeriod();
	const { hash } = useLocation();
	// The router scrolls before this page is loaded.
	useEffect(() => document.getElementById(hash.slice(1))?.scrollIntoView(), [hash]);
	return (
		<>
			<AdminHeading heading={heading} lead={lead} actions={period} />
			<BusinessCharts days={days} />
		</>
	);
}

function BusinessCharts({ days }: { days: number }) {
	const tz = timeZone();
	const { data, error, refetch } = useCallQuery(
		'adminGetBusiness',
		{ days, tz },
		{ queryKey: ['admin', 'business', days, tz], placeholderData: (before) => before },
	);
	if (error && !data) return <RetryNotice error={messageOf(error, "Couldn't load the figures.")} onRetry={refetch} />;
	return (
		<>
			{knownZone() === undefined && (
				<p className="mb-4 text-sm text-soft">Days are in UTC, because your browser doesn't name its time zone.</p>
			)}
			<div className="grid gap-4 lg:grid-cols-2">
				<EarningsByDay business={data} />
				<PayoutsByDay business={data} />
			</div>
			<div id="margin" className="my-4 scroll-mt-24">
				<MarginCard margin={data && addUpMargin(data)} days={days} />
			</div>
			<div className="grid gap-4 2xl:grid-cols-2">
				<WallsTable business={data} days={days} />
				<div id="cohorts" className="grid scroll-mt-24">
					<Cohorts business={data} />
				</div>
			</div>
		</>
	);
}

type PartProps = { business: Business | undefined };

function EarningsByDay({ business }: PartProps) {
	const walls = business?.walls ?? [];
	const shown = walls.slice(0, WALLS_SHOWN);
	const rest = walls.slice(WALLS_SHOWN);
	const series = [...shown.map(({ name }) => name), ...(rest.length > 0 ? ['Other'] : [])];
	const points = (business?.days ?? []).map(({ day }, n) => {
		const values = shown.map(({ earnedByDay }) => earnedByDay[n] ?? 0);
		const others = rest.reduce((sum, { earnedByDay }) => sum + (earnedByDay[n] ?? 0), 0);
		return { label: day, values: rest.length > 0 ? [...values, others] : values };
	});
	const rows = business?.days.map(({ day, earned }, n) => [
		day,
		formatDollars(earned),
		...walls.map(({ earnedByDay }) => formatDollars(earnedByDay[n] ?? 0)),
	]);
	const head = ['Day', 'Total', ...walls.map(({ name }) => name)];
	const links = business?.days.map(({ day }) => [
		undefined,
		rowsOfDay('partner', day),
		...walls.map(({ wall }) => rowsOfDay(`partner:${wall}`, day)),
	]);
	return (
		<ChartCard
			title="Earnings by day"
			lead="What each offerwall owes us, after reversals."
			table={rows && { head, rows: walls.length > 0 ? rows : [], links }}
			emptyText={nothingText}
		>
			{() => (
				<>
					<Legend series={series} totals={totalsOf(points, series, formatDollars)} />
					<LineChart points={points} series={series} format={formatDollars} />
				</>
			)}
		</ChartCard>
	);
}

function PayoutsByDay({ business }: PartProps) {
	const days = business?.days ?? [];
	const series = ['Rewards', 'Paid out'];
	const isEmpty = days.every(({ credited, reversed, paidOut }) => credited === 0 && reversed === 0 && paidOut === 0);
	const points = days.map(({ day, credited, reversed, paidOut }) => ({
		label: day,
		values: [credited - reversed, paidOut],
	}));
	const rows = points.map(({ label, values }) => [label, ...values.map(formatAmount)]);
	const links = days.map(({ day }) => [undefined, rowsOfDay('partner', day), rowsOfDay('payouts:paid', day)]);
	return (
		<ChartCard
			title="Rewards and payouts by day"
			lead="Rewards credited, less reversals, and payouts sent."
			table={business && { head: ['Day', ...series], rows: isEmpty ? [] : rows, links }}
			emptyText={nothingText}
		>
			{() => (
				<>
					<Legend series={series} totals={totalsOf(points, series, formatAmount)} />
					<BarChart points={points} series={series} format={formatAmount} />
				</>
			)}
		</ChartCard>
	);
}

function WallsTable({ business, days }: PartProps & { days: number }) {
	const links = business?.walls.map(({ wall }) => {
		const moved = `/admin/books?account=partner:${wall}&from=${firstDayOf(days)}`;
		return [undefined, moved, moved, moved];
	});
	const rows = business?.walls.map(({ name, earned, credited, reversed, reversalRate }) => [
		name,
		formatDollars(earned),
		formatAmount(credited),
		formatAmount(reversed),
		formatShare(reversalRate),
	]);
	const head = ['Offerwall', 'Earnings', 'Rewards', 'Reversed', 'Reversal rate'];
	return (
		<ChartCard
			title="Offerwalls"
			lead="Reversal rate is the share of rewards that partners took back."
			table={rows && { head, rows, links }}
			emptyText={nothingText}
		/>
	);
}

function Cohorts({ business }: PartProps) {
	const rows = business?.cohorts
		.toReversed()
		.map(({ month, users, earners, paid, paidIn30Days }) => [
			monthInWords(month),
			inThousands(users),
			...[earners, paid, paidIn30Days].map(
				(count) => `${inThousands(count)} (${formatShare(users > 0 ? count / users : null)})`,
			),
		]);
	const head = ['Month', 'Signed up', 'Earned', 'Paid', 'Paid within 30 days'];
	const links = business?.cohorts.toReversed().map(({ month }) => {
		const joined = `/admin/users?${ofMonth(month)}`;
		return [undefined, joined, ...userActions.map((action) => `${joined}&did=${action}`)];
	});
	return (
		<ChartCard
			title="From sign-up to payout"
			lead="Users by sign-up month: earned, paid, and paid within 30 days. Counts include deleted accounts, lists don't."
			table={rows && { head, rows, links }}
			emptyText="No data yet. This updates every hour."
			action={
				business?.countedAt && (
					<p className="text-sm text-soft">
						Updated <TimeAgo timeMs={business.countedAt} />
					</p>
				)
			}
		/>
	);
}

function ofMonth(month: string): string {
	const [year = 0, number = 1] = month.split('-').map(Number);
	return `since=${Date.UTC(year, number - 1)}&until=${Date.UTC(year, number)}`;
}

const rowsOfDay = (account: string, day: string): string => `/admin/books?account=${account}&from=${day}&to=${day}`;
