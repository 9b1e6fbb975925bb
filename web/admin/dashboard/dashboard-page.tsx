import { useEffect, useState } from 'react';
import type { AdminPageProps } from '../admin-pages.route.tsx';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { AccountFunds } from './account-funds.tsx';
import { ActiveUsers } from './active-users.tsx';
import { BusinessSection } from './business.tsx';
import { EarningsCard, UsersCard } from './figures.tsx';
import { OfferwallEarnings } from './offerwall-earnings.tsx';
import { WaitingWork } from './waiting-work.tsx';

export default function DashboardPage({ heading }: AdminPageProps) {
	// What stands further down is drawn, and asks for its figures, when the beginning is there.
	const [isBegun, setBegun] = useState(false);
	useEffect(() => setBegun(true), []);
	return (
		<>
			<AdminHeading>{heading}</AdminHeading>
			<WaitingWork />
			<AccountFunds />
			<div className="mb-4 grid gap-4 sm:grid-cols-2">
				<EarningsCard />
				<UsersCard />
			</div>
			{isBegun && (
				<>
					<div className="grid gap-4 lg:grid-cols-2">
						<OfferwallEarnings />
						<ActiveUsers />
					</div>
					<BusinessSection />
				</>
			)}
		</>
	);
}
