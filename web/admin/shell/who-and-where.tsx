import { useStaff } from '../../lib/staff-role.tsx';
import { Badge } from '../../ui/basics.tsx';
import { idInWords } from '../ui/in-words.ts';
import { useAdminQuery } from '../use-admin-query.tsx';

/** Renders nothing until the environment is known. */
export function EnvironmentBadge() {
	const { data } = useAdminQuery('adminGetWorkplace', null, { failed: '' });
	if (!data) return null;
	const isSandbox = data.environment === 'sandbox';
	return (
		<span title={isSandbox ? 'Simulated partners and payouts. No real money moves.' : 'Real users and real money.'}>
			<Badge tone={isSandbox ? 'waiting' : 'good'}>{isSandbox ? 'Sandbox' : 'Live'}</Badge>
		</span>
	);
}

export function WhoIAm() {
	const { email, role } = useStaff();
	if (!email) return null;
	return (
		<p className="min-w-0 text-sm leading-tight">
			<span className="block truncate font-medium">{email}</span>
			<span className="block text-xs text-soft">{idInWords(role)}</span>
		</p>
	);
}
