import { ActiveUsers } from '../active-users.tsx';
import { BusinessCharts } from '../business.tsx';
import { OfferwallEarnings } from '../offerwall-earnings.tsx';

export function ChartSection({ days }: { days: number }) {
	return (
		<BusinessCharts days={days}>
			<OfferwallEarnings />
			<ActiveUsers />
		</BusinessCharts>
	);
}
