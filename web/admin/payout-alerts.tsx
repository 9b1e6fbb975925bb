import { Notice } from '../ui/notice.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { useAdminQuery } from './use-admin-query.ts';

const texts = { failed: 'The alerts could not be read.' };

/** What needs a person now. Nothing is shown where nothing does. */
export function PayoutAlerts() {
	const { data, error } = useAdminQuery('adminGetPayoutAlerts', null, texts);
	const lines = error ? [error] : [];
	if (lines.length === 0 && !data?.length) return null;
	return (
		<div className="mb-6">
			<Notice tone="error">
				{lines.map((line) => (
					<p key={line}>{line}</p>
				))}
				{data?.map(({ kind, message, raised_at }) => (
					<p key={kind}>
						{message} <TimeAgo timeMs={raised_at} />
					</p>
				))}
			</Notice>
		</div>
	);
}
