import { RetryNotice } from '../ui/retry-notice.tsx';
import { useAdminQuery } from '../use-admin-query.ts';

const texts = {
	failed: "Couldn't load the confirmation rate.",
	share: (confirmed: number, opened: number, days: number) =>
		`${confirmed} of ${opened} cases opened in the last ${days} days led to a ban or a pause.`,
};

export function FraudPrecision() {
	const { data, error, retry } = useAdminQuery('adminGetFraudPrecision', null, texts);
	if (error && !data) return <RetryNotice error={error} onRetry={retry} />;
	if (!data || data.opened === 0) return null;
	return <p className="mb-4 text-sm text-soft">{texts.share(data.confirmed, data.opened, data.days)}</p>;
}
