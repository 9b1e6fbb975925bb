import { AccountFunds } from './account-funds.tsx';
import { ActiveUsers } from './active-users.tsx';
import { AdminHeading } from './admin-heading.tsx';
import { BusinessSection } from './business.tsx';
import { EarningsCard, UsersCard } from './figures.tsx';
import { OfferwallEarnings } from './offerwall-earnings.tsx';

const texts = { heading: 'Dashboard' };

export default function DashboardPage() {
	return (
		<>
			<AdminHeading>{texts.heading}</AdminHeading>
			<AccountFunds />
			<div className="mb-4 grid gap-4 sm:grid-cols-2">
				<EarningsCard />
				<UsersCard />
			</div>
			<div className="grid gap-4 lg:grid-cols-2">
				<OfferwallEarnings />
				<ActiveUsers />
			</div>
			<BusinessSection />
		</>
	);
}
