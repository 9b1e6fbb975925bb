import { CLAIM_DAYS } from '../../../contract/limits.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import type { AdminPageProps } from '../pages.ts';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { unlessProposed } from '../ui/actions/second-person.ts';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { ExactTime } from '../ui/exact-time.tsx';
import { FactCard } from '../ui/fact-list.tsx';
import { RetryNotice } from '../ui/retry-notice.tsx';
import { TextField } from '../ui/tables/filter-fields.tsx';
import { useAdminQuery } from '../use-admin-query.ts';

const texts = {
	failed: "Couldn't load the end of service.",
	card: 'Service',
	ends: 'Withdrawals until',
	none: 'No end announced',
	announce: 'Announce the end',
	move: 'Change date',
	consequence:
		"Needs approval by a second admin. Users can't earn any more, can withdraw small amounts, and are notified if they have a balance. Withdrawals close on the date you choose. You can only change it to a later date.",
	until: `Withdrawals until (at least ${CLAIM_DAYS} days after approval)`,
	takeBack: 'Cancel the end',
	takeBackConsequence: "Users can earn again immediately. They aren't notified.",
	done: 'Saved.',
	takenBack: 'Cancelled. The service continues.',
};

export default function WindDownPage({ heading, lead }: AdminPageProps) {
	const call = useCall();
	const { data, error, retry } = useAdminQuery('getWindDown', null, texts);
	const endsAt = data?.ends_at ?? null;
	return (
		<>
			<AdminHeading lead={lead}>{heading}</AdminHeading>
			{error && !data && <RetryNotice error={error} onRetry={retry} />}
			{data && (
				<FactCard
					title={texts.card}
					facts={[{ label: texts.ends, value: endsAt ? <ExactTime timeMs={endsAt} /> : texts.none }]}
				>
					<div className="mt-4 flex flex-wrap gap-3">
						<ActionButton
							needs="change-wind-down"
							label={endsAt ? texts.move : texts.announce}
							tone="danger"
							consequence={texts.consequence}
							run={async ({ reason, fields }) => {
								const ends_at = new Date(String(fields.get('ends_at'))).getTime();
								return unlessProposed(await call('adminSetWindDown', { ends_at, reason }), () => texts.done);
							}}
						>
							<TextField label={texts.until} name="ends_at" type="datetime-local" required />
						</ActionButton>
						{endsAt && endsAt > Date.now() && (
							<ActionButton
								needs="change-wind-down"
								label={texts.takeBack}
								consequence={texts.takeBackConsequence}
								done={texts.takenBack}
								run={({ reason }) => call('adminSetWindDown', { ends_at: null, reason })}
							/>
						)}
					</div>
				</FactCard>
			)}
		</>
	);
}
