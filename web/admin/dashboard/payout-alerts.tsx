import { Notice } from '../../ui/notice.tsx';
import { RetryNotice } from '../ui/retry-notice.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { useAdminQuery } from '../use-admin-query.ts';

const texts = { failed: "Couldn't load alerts." };

export function PayoutAlerts() {
	const { data, error, retry } = useAdminQuery('adminGetPayoutAlerts', null, texts);
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
				{data.map(({ kind, message, raised_at }) => (
					<p key={kind} className="not-first:mt-2">
						{message}
						<span className="block text-xs">
							<TimeAgo timeMs={raised_at} />
						</span>
					</p>
				))}
			</Notice>
		</div>
	);
}
