import type { ReactNode } from 'react';
import { words } from '../../lib/format/branding.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { formatAmount, formatShare } from '../ui/amount.ts';
import { formatDollars } from '../ui/dollars.ts';
import { FigureLink } from '../ui/figure-link.tsx';
import { firstDayOf } from '../ui/tables/date-range.tsx';
import type { Margin } from './margin.ts';

export function MarginCard({ margin, days }: { margin: Margin | undefined; days: number }) {
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
		['Sign-ups paid at least once', figure(({ conversion }) => formatShare(conversion)), '#cohorts'],
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
