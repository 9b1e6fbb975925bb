import type { Colleague, StaffInvite } from '../../../contract/accounts/staff.ts';
import { type StaffRole, staffRoles } from '../../../contract/permissions.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import type { AdminPageProps } from '../pages.ts';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { QuickAction } from '../ui/actions/quick-action.tsx';
import { unlessProposed } from '../ui/actions/second-person.ts';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { ExactTime } from '../ui/exact-time.tsx';
import { idInWords } from '../ui/in-words.ts';
import { type DataColumn, DataTable } from '../ui/tables/data-table.tsx';
import { listedBy, useDateRange } from '../ui/tables/date-range.tsx';
import { FilterBar } from '../ui/tables/filter-bar.tsx';
import { SelectField, TextField } from '../ui/tables/filter-fields.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { UserLink } from '../ui/user-link.tsx';
import { useAdminQuery } from '../use-admin-query.ts';

const texts = {
	caption: 'Staff',
	empty: 'No team members.',
	failed: "Couldn't load staff.",
	invites: 'Invitations',
	noInvites: 'No open invitations.',
	email: 'Email',
	role: 'Role',
	state: 'Status',
	lastAccess: 'Last active',
	visited: { from: 'Last active from', to: 'Last active to' },
	until: 'Expires',
	act: 'Action',
	never: 'Never',
	banned: 'Banned',
	withoutCode: 'No authenticator app',
	ready: 'Ready',
	roles: {
		owner: 'Owner: everything',
		finance: 'Finance: payouts, adjustments, promo codes, offerwalls',
		support: 'Support: messages, sessions',
		fraud: 'Fraud: bans, pauses, cases',
		viewer: 'Viewer: read-only',
	} satisfies Record<StaffRole, string>,
	invite: 'Invite',
	inviteConsequence:
		'Sends a link that works once, for 48 hours. The person must sign in with this email address and an authenticator app. Invitations to roles that can approve your requests need a second admin.',
	invited: (email: string) => `Invitation sent to ${email}.`,
	resend: 'Resend',
	withdraw: 'Withdraw',
	withdrawConsequence: 'The link stops working.',
	withdrawn: 'Invitation withdrawn.',
	change: 'Change role',
	changeConsequence: 'Signs them out everywhere. The new role applies when they sign in again.',
	changed: 'Role changed.',
	remove: 'Remove',
	removeConsequence: 'Signs them out everywhere. They keep a normal user account.',
	removed: 'Removed from the team.',
};

const roleOptions = staffRoles.map((role) => [role, texts.roles[role]] as const);

const columns: DataColumn<Colleague>[] = [
	{ title: texts.email, cell: ({ uid, email }) => <UserLink user={{ uid, name: email }} /> },
	{ title: texts.role, cell: ({ role }) => idInWords(role) },
	{ title: texts.state, cell: stateOf },
	{
		title: texts.lastAccess,
		cell: ({ last_access }) => (last_access === null ? texts.never : <TimeAgo timeMs={last_access} />),
	},
	{ title: texts.act, cell: (colleague) => <StaffActions colleague={colleague} /> },
];

const inviteColumns: DataColumn<StaffInvite>[] = [
	{ title: texts.email, cell: ({ email }) => email },
	{ title: texts.role, cell: ({ role }) => idInWords(role) },
	{ title: texts.until, cell: ({ expires_at }) => <ExactTime timeMs={expires_at} /> },
	{ title: texts.act, cell: (invite) => <InviteActions invite={invite} /> },
];

const inviteTexts = { caption: texts.invites, empty: texts.noInvites };

export default function StaffPage({ heading, lead }: AdminPageProps) {
	const { data, error, retry } = useAdminQuery('adminGetStaff', null, texts);
	const { bar, fields, range, emptyText } = useDateRange(texts.visited);
	const staff = listedBy(data?.staff, ({ last_access }) => last_access ?? Number.NEGATIVE_INFINITY, range);
	const table = { error, onRetry: retry };
	return (
		<>
			<AdminHeading lead={lead}>{heading}</AdminHeading>
			<div className="mb-5">
				<Invite />
			</div>
			<FilterBar {...bar}>{fields}</FilterBar>
			<DataTable columns={columns} rows={staff} texts={{ ...texts, empty: emptyText(texts.empty) }} {...table} />
			{data && (
				<>
					<h2 className="mt-8 mb-3 font-bold">{texts.invites}</h2>
					<DataTable columns={inviteColumns} rows={data.invites} texts={inviteTexts} {...table} />
				</>
			)}
		</>
	);
}

function stateOf({ banned, two_factor_enabled }: Colleague): string {
	if (banned) return texts.banned;
	return two_factor_enabled ? texts.ready : texts.withoutCode;
}

function Invite() {
	const call = useCall();
	return (
		<ActionButton
			needs="change-staff"
			label={texts.invite}
			tone="primary"
			reason="none"
			consequence={texts.inviteConsequence}
			run={async ({ fields }) => {
				const [email, role] = [String(fields.get('email')).trim(), fields.get('role') as StaffRole];
				return unlessProposed(await call('adminInviteStaff', { email, role }), () => texts.invited(email));
			}}
		>
			<TextField label={texts.email} name="email" type="email" required maxLength={254} />
			<SelectField label={texts.role} name="role" defaultValue="viewer" options={roleOptions} />
		</ActionButton>
	);
}

function InviteActions({ invite: { email, role } }: { invite: StaffInvite }) {
	const call = useCall();
	return (
		<div className="flex flex-wrap gap-2 max-md:justify-end">
			<QuickAction
				needs="change-staff"
				label={texts.resend}
				done={texts.invited(email)}
				run={() => call('adminInviteStaff', { email, role })}
			/>
			<ActionButton
				needs="change-staff"
				label={texts.withdraw}
				tone="danger"
				consequence={texts.withdrawConsequence}
				done={texts.withdrawn}
				run={({ reason }) => call('adminWithdrawInvite', { email, reason })}
			/>
		</div>
	);
}

function StaffActions({ colleague: { uid, role: now } }: { colleague: Colleague }) {
	const call = useCall();
	return (
		<div className="flex flex-wrap gap-2 max-md:justify-end">
			<ActionButton
				needs="change-staff"
				label={texts.change}
				consequence={texts.changeConsequence}
				done={texts.changed}
				run={({ reason, fields }) =>
					call('adminChangeStaffRole', { uid, role: fields.get('role') as StaffRole, reason })
				}
			>
				<SelectField label={texts.role} name="role" defaultValue={now} options={roleOptions} />
			</ActionButton>
			<ActionButton
				needs="change-staff"
				label={texts.remove}
				tone="danger"
				consequence={texts.removeConsequence}
				done={texts.removed}
				run={({ reason }) => call('adminRemoveStaff', { uid, reason })}
			/>
		</div>
	);
}
