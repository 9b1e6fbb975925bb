import { lazy, Suspense, useMemo } from 'react';
import type { CallResult } from '../../../contract/calls.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { RetryNotice } from '../ui/retry-notice.tsx';
import { DateRangeFields, dateRange } from '../ui/tables/date-range.tsx';
import { FilterBar } from '../ui/tables/filter-bar.tsx';
import { useAddressFilter } from '../ui/tables/use-address-filter.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { Differences } from './differences.tsx';

const WallReports = lazy(() => import('./wall-reports.tsx').then(({ WallReports }) => ({ default: WallReports })));

const texts = {
	failed: "Couldn't load the reconciliation.",
	ordersTold: ({ ended, compared }: Orders) =>
		ended === 0 ? 'No closed orders.' : `${compared} of ${ended} closed orders compared.`,
	differences: (count: number) => (count === 1 ? '1 open difference' : `${count} open differences`),
};

type Orders = CallResult<'adminGetReconciliation'>['orders'];

const SHOWN_DAYS = 60;

export default function ReconciliationPage() {
	const { filter, bar } = useAddressFilter(dateRange);
	const usual = useMemo(() => {
		const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
		return { from: day(SHOWN_DAYS), to: day(0) };
	}, []);
	const { from = usual.from, to = usual.to } = filter;
	const { data, error, retry } = useAdminQuery('adminGetReconciliation', { from, to }, texts);
	return (
		<>
			<FilterBar {...bar}>
				<DateRangeFields filter={{ from, to }} />
			</FilterBar>
			{error && !data && <RetryNotice error={error} onRetry={retry} />}
			{!data && !error && <Skeleton className="h-64 w-full rounded-card" />}
			{data && (
				<div className="grid gap-8">
					<Differences items={data.items} walls={data.walls} />
					<Suspense fallback={<Skeleton className="h-40 w-full rounded-card" />}>
						<WallReports walls={data.walls} span={{ from, to }} />
					</Suspense>
					<OrdersCompared orders={data.orders} />
				</div>
			)}
		</>
	);
}

function OrdersCompared({ orders }: { orders: Orders }) {
	return (
		<section aria-labelledby="orders">
			<h2 id="orders" className="mb-2 text-lg font-bold">
				Vendor orders
			</h2>
			<p className="rounded-card border border-line bg-card p-5 text-sm raised">
				{texts.ordersTold(orders)}{' '}
				{orders.differences === 0 ? (
					'No differences.'
				) : (
					<TextLink to="/admin/withdrawals?show=differences">{texts.differences(orders.differences)}</TextLink>
				)}
			</p>
		</section>
	);
}
