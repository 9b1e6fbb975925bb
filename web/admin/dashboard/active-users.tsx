import { useQuery } from '@tanstack/react-query';
import type { DataAnswer } from '../../../contract/data.ts';
import { useReadData } from '../../lib/calls/clients.tsx';
import { inThousands } from '../../lib/format/amount.ts';
import { ChartCard } from './charts/chart-card.tsx';
import { LineChart } from './charts/charts.tsx';
import { timeZone } from './time-zone.ts';

const DAYS = 30;

export function ActiveUsers() {
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
