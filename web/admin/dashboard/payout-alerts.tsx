import { Link, useLocation } from 'react-router';
import { Notice } from '../../ui/basics.tsx';
import { TimeAgo } from '../ui/values.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';

const EVERY_MS = 60_000;
const texts = { failed: "Couldn't load alerts." };

export const useAlerts = () => useAdminQuery('adminGetPayoutAlerts', null, texts, { everyMs: EVERY_MS });

export const PayoutAlerts = () => <Alerts {...useAlerts()} />;

export function Alerts({ data, error, retry }: ReturnType<typeof useAlerts>) {
	const { pathname, search } = useLocation();
	if (error && !data) {
		return (
			<div className="mb-6">
				<RetryNotice error={error} onRetry={retry} />
			</div>
		);
	}
	if (!data?.length) return null;
	return (
		<div className="mb-6">
			<Notice tone="error">
				{data.map(({ kind, message, raised_at, todo, page }) => (
					<p key={kind} className="not-first:mt-2">
						<strong>{message}</strong> {todo}{' '}
						{page !== pathname + search && (
							<Link to={page} className="underline" aria-label={`Open page: ${message}`}>
								Open page
							</Link>
						)}
						<span className="block text-xs">
							<TimeAgo timeMs={raised_at} />
						</span>
					</p>
				))}
			</Notice>
		</div>
	);
}
