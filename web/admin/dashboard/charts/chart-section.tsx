import { ActiveUsers } from '../active-users.tsx';
import { OfferwallEarnings } from '../offerwall-earnings.tsx';

export function ChartSection() {
	return (
		<div className="grid gap-4 lg:grid-cols-2">
			<OfferwallEarnings />
			<ActiveUsers />
		</div>
	);
}
