import { useQuery } from '@tanstack/react-query';
import type { DataAnswer } from '../../../../contract/data.ts';
import { useReadData } from '../../../lib/calls/clients.tsx';
import { inThousands } from '../../../lib/format/formats.ts';
import { formatDollars, formatShare } from '../../ui/values.tsx';
import { timeZone } from '../time-zone.ts';
import { ChartCard } from './chart-card.tsx';
import { LineChart, ShareChart, type Slice, Swatch } from './charts.tsx';

const DAYS = 30;

function ActiveUsers() {
	const readData = useReadData();
	const zone = timeZone();
	const { data, error, refetch } = useQuery({
		queryKey: ['admin', 'active-users', zone],
		queryFn: async ({ signal }): Promise<DataAnswer<'GET /data/users/active'>> =>
			(await readData(`/data/users/active?days=${DAYS}&tz=${encodeURIComponent(zone)}`, signal)).json(),
	});
	return (
		<ChartCard
			title="Active users"
			lead="Unique users per day over the last 30 days. A day links to users last active on or after it."
			table={
				data && {
					head: ['Day', 'Users'],
					rows: data.map(({ day, count }) => [day, inThousands(count)]),
					links: data.map(({ day }) => [undefined, `/admin/users?orderBy=last_access&from=${day}`]),
				}
			}
			emptyText="No activity yet."
			error={error}
			onRetry={refetch}
		>
			{() => (
				<LineChart
					points={(data ?? []).map(({ day, count }) => ({ label: day, values: [count] }))}
					series={['Users']}
					format={inThousands}
					isCount
				/>
			)}
		</ChartCard>
	);
}

const SLICES_MAX = 6;

function OfferwallEarnings() {
	const readData = useReadData();
	const { data, error, refetch } = useQuery({
		queryKey: ['admin', 'earnings-by-offerwall'],
		queryFn: async ({ signal }): Promise<DataAnswer<'GET /data/earnings/by-offerwall'>> =>
			(await readData('/data/earnings/by-offerwall', signal)).json(),
	});
	const sum = data?.reduce((total, { total: of }) => total + of, 0) ?? 0;
	const rows = data?.map(({ name, total }) => [name, formatDollars(total), formatShare(sum > 0 ? total / sum : null)]);
	const links = data?.map(({ wall }) => [undefined, `/admin/books?account=partner:${wall}`]);
	return (
		<ChartCard
			title="Offerwall earnings"
			lead="Total earned from each offerwall, all time."
			table={rows && { head: ['Offerwall', 'Earnings', 'Share'], rows, links }}
			emptyText="No earnings yet."
			error={error}
			onRetry={refetch}
		>
			{() => (
				<div className="grid gap-3 sm:grid-cols-2 sm:items-center">
					<ShareChart slices={slicesOf(data ?? [])} format={formatDollars} />
					<ul className="grid gap-1.5 text-sm">
						{slicesOf(data ?? []).map(({ label, value }, index) => (
							<li key={label} className="flex items-center gap-2">
								<Swatch index={index} />
								<span className="min-w-0 flex-1 truncate">{label}</span>
								<span className="figures">{formatDollars(value)}</span>
							</li>
						))}
					</ul>
				</div>
			)}
		</ChartCard>
	);
}

function slicesOf(walls: DataAnswer<'GET /data/earnings/by-offerwall'>): Slice[] {
	const slices = walls.filter(({ total }) => total > 0).map(({ name, total }) => ({ label: name, value: total }));
	if (slices.length <= SLICES_MAX) return slices;
	const others = slices.slice(SLICES_MAX - 1).reduce((sum, { value }) => sum + value, 0);
	return [...slices.slice(0, SLICES_MAX - 1), { label: 'Other', value: others }];
}

export function ChartSection() {
	return (
		<div className="grid gap-4 lg:grid-cols-2">
			<OfferwallEarnings />
			<ActiveUsers />
		</div>
	);
}
