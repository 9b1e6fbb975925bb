import type { FirstStep } from '../../../contract/admin/proposals.ts';
import { Skeleton } from '../../ui/basics.tsx';
import { TrySite } from '../settings/try-site.tsx';
import { FactCard } from '../ui/fact-list.tsx';
import { ActionButton } from '../ui/forms.tsx';
import { FigureLink, formatAmount } from '../ui/values.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';

const steps = {
	email: ['Email', 'Set SMTP_URL on the server, so that users and owners get important emails.', '/admin/logs'],
	partner: ['First partner', 'Add an offerwall, send a test postback and turn it on.', '/admin/offerwalls'],
	vendor: ['Payout vendor', 'Set PAYOUT_VENDOR and its key on the server.', '/admin/withdrawals?show=controls'],
	'second-person': ['Second person', 'Two who may approve make this site a team. Invite one.', '/admin/staff'],
	backup: ['Backup', 'Set BACKUP_DIR on the server.', '/admin'],
} satisfies Record<FirstStep, [title: string, what: string, page: string]>;
const modes = {
	team: 'Team mode: a second person approves them.',
	solo: 'Solo mode: they are applied after 24 hours unless you stop them. All owners get an email first.',
};
const modeChoices = { team: 'Switch to team mode', solo: 'Switch to solo mode' };
const consequenceTexts = {
	team: 'Changes that take two then wait for a second person.',
	solo: 'For a site with one owner. Requests ask for your authenticator code. You can choose this until money is booked.',
};

export default function FirstRunPage() {
	const { data, error, retry } = useAdminQuery('adminGetFirstRun', null, { failed: "Couldn't load the first steps." });
	const other = data?.mode === 'solo' ? 'team' : 'solo';
	return (
		<>
			{error && !data && <RetryNotice error={error} onRetry={retry} />}
			{!data && !error && <Skeleton className="h-96 w-full rounded-card" />}
			{data && (
				<div className="grid gap-4 md:grid-cols-2">
					<FactCard title="Changes that take two people" facts={[]}>
						<p className="mb-4 text-sm">
							{modes[data.mode]} {`One admin can move up to ${formatAmount(data.limit)} in 24 hours.`}
						</p>
						<p className="mb-4 text-sm text-soft">{`You can also change it on the server: npm run cli -- site-mode ${other}`}</p>
						{(data.may_choose || other === 'team') && (
							<ActionButton
								needs="change-staff"
								label={modeChoices[other]}
								consequence={consequenceTexts[other]}
								done="Mode changed."
								run={({ reason, call }) => call('adminSetSiteMode', { mode: other, reason })}
							/>
						)}
					</FactCard>
					<FactCard
						title="Steps"
						facts={data.steps.map(({ step, is_done }) => {
							const [label, what, page] = steps[step];
							return {
								label,
								value: (
									<div className="grid justify-items-end gap-1">
										{is_done ? 'Done' : <FigureLink to={page}>{what}</FigureLink>}
										<TrySite test={step} />
									</div>
								),
							};
						})}
					/>
				</div>
			)}
		</>
	);
}
