import { RetryNotice } from '../ui/retry-notice.tsx';
import { useAdminQuery } from '../use-admin-query.ts';

export function FraudPrecision() {
	const { data, error, retry } = useAdminQuery('adminGetFraudPrecision', null, {
		failed: "Couldn't load the confirmation rate.",
	});
	if (error && !data) return <RetryNotice error={error} onRetry={retry} />;
	if (!data || data.opened === 0) return null;
	return (
		<p className="mb-4 text-sm text-soft">{`${data.confirmed} of ${data.opened} cases opened in the last ${data.days} days led to a ban or a pause.`}</p>
	);
}
