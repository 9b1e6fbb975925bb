import { CLAIM_DAYS } from '../../../contract/limits.ts';
import { FactCard } from '../ui/fact-list.tsx';
import { ActionButton, TextField, timeIn } from '../ui/forms.tsx';
import { ExactTime } from '../ui/values.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';

export default function WindDownPage() {
	const { data, error, retry } = useAdminQuery('getWindDown', null, { failed: "Couldn't load the end of service." });
	const endsAt = data?.ends_at ?? null;
	return (
		<>
			{error && !data && <RetryNotice error={error} onRetry={retry} />}
			{data && (
				<FactCard
					title="Service"
					facts={[{ label: 'Withdrawals until', value: endsAt ? <ExactTime timeMs={endsAt} /> : 'No end announced' }]}
				>
					<div className="mt-4 flex flex-wrap gap-3">
						<ActionButton
							needs="change-wind-down"
							label={endsAt ? 'Change date' : 'Announce the end'}
							tone="danger"
							consequence="Needs approval by a second admin. Users can't earn any more, can withdraw small amounts, and are notified if they have a balance. Withdrawals close on the date you choose. You can only change it to a later date."
							done="Saved."
							run={({ reason, fields, call }) =>
								call('adminSetWindDown', { ends_at: timeIn(fields, 'ends_at'), reason })
							}
						>
							<TextField
								label={`Withdrawals until (at least ${CLAIM_DAYS} days after approval)`}
								name="ends_at"
								type="datetime-local"
								required
							/>
						</ActionButton>
						{endsAt && endsAt > Date.now() && (
							<ActionButton
								needs="change-wind-down"
								label="Cancel the end"
								consequence="Users can earn again immediately. They aren't notified."
								done="Cancelled. The service continues."
								run={({ reason, call }) => call('adminSetWindDown', { ends_at: null, reason })}
							/>
						)}
					</div>
				</FactCard>
			)}
		</>
	);
}
