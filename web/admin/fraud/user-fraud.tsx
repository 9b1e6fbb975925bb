import { Badge, Skeleton } from '../../ui/basics.tsx';
import { FactCard } from '../ui/fact-list.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';
import { FraudNotes } from './fraud-notes.tsx';
import { signalInWords } from './fraud-words.ts';

const states = { open: 'Open case', watching: 'Watching', closed: 'Closed case' };

export function UserFraud({ uid }: { uid: string }) {
	const failed = "Couldn't load the fraud check.";
	const { data, error, retry } = useAdminQuery('adminGetFraudCases', { uid, limit: 1 }, { failed });
	if (error && !data) return <RetryNotice error={error} onRetry={retry} />;
	if (!data) return <Skeleton className="h-40 w-full rounded-card" />;
	const [fraud] = data.items;
	if (!fraud) return <FactCard title="Fraud check" facts={[{ label: 'Signals', value: 'None' }]} />;
	return (
		<FactCard
			title="Fraud check"
			badge={
				<Badge tone={fraud.state === 'open' ? 'bad' : 'plain'}>
					{states[fraud.state]} · {`Score ${fraud.score}`}
				</Badge>
			}
			facts={fraud.signals.map((signal) => ({ label: signalInWords(signal), value: `+${signal.points}` }))}
		>
			{fraud.notes > 0 && (
				<div className="mt-3 text-sm">
					<FraudNotes uid={uid} count={fraud.notes} />
				</div>
			)}
		</FactCard>
	);
}
