import { Link } from 'react-router';
import { Notice } from '../../ui/basics.tsx';
import { TimeAgo } from '../ui/values.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';

const EVERY_MS = 60_000;
const texts = { failed: "Couldn't load alerts." };

export const useAlerts = () => useAdminQuery('adminGetPayoutAlerts', null, texts, { everyMs: EVERY_MS });

export const PayoutAlerts = () => <Alerts {...useAlerts()} isShort />;

type AlertsProps = ReturnType<typeof useAlerts> & { isShort?: boolean };

export function Alerts({ data, error, retry, isShort }: AlertsProps) {
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
				{isShort ? (
					<p className="flex flex-wrap justify-between gap-x-3 gap-y-1">
						<strong>{data[0]?.message}</strong>
						<Link to="/admin" className="underline max-sm:w-full">
							{data.length > 1 ? `See ${data.length} alerts` : 'See what to do'}
						</Link>
					</p>
				) : (
					data.map(({ kind, message, raised_at, todo, page }) => (
						<p key={kind} className="not-first:mt-2">
							<strong>{message}</strong> {todo}
							<span className="mt-0.5 flex gap-3">
								{page !== '/admin' && (
									<Link to={page} className="font-semibold underline" aria-label={`Open page: ${message}`}>
										Open page
									</Link>
								)}
								<TimeAgo timeMs={raised_at} />
							</span>
						</p>
					))
				)}
			</Notice>
		</div>
	);
}
