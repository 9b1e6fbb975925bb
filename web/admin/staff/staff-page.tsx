import type { Colleague, StaffInvite } from '../../../contract/accounts/staff.ts';
import { type StaffRole, staffRoles } from '../../../contract/permissions.ts';
import { useDataClient } from '../../lib/calls/clients.tsx';
import { useMay } from '../../lib/staff-role.tsx';
import { QuickAction } from '../ui/actions/quick-action.tsx';
import { ActionButton, SelectField, TextField, textIn, unlessProposed } from '../ui/forms.tsx';
import { idInWords } from '../ui/in-words.ts';
import { type DataColumn, DataTable, FilterBar } from '../ui/tables/data-table.tsx';
import { listedBy, useDateRange } from '../ui/tables/date-range.tsx';
import { ExactTime, TimeAgo, UserLink } from '../ui/values.tsx';
import { useAdminQuery } from '../use-admin-query.tsx';

const texts = {
	caption: 'Staff',
	empty: 'No team members.',
	failed: "Couldn't load staff.",
	roles: {
		owner: 'Everything',
		finance: 'Payouts, adjustments, claims, promo codes, offerwalls',
		support: 'Messages, claims, sessions',
		fraud: 'Bans, pauses, fraud cases, held withdrawals',
		viewer: 'Read-only',
	} satisfies Record<StaffRole, string>,
	onlyOwner: 'A site needs one owner. Invite a second one first.',
	invited: (email: string) => `Invitation sent to ${email}.`,
};

const roleOptions = staffRoles.map((role) => [role, `${idInWords(role)}: ${texts.roles[role]}`] as const);

const roleCell = ({ role }: { role: StaffRole }) => (
	<>
		{idInWords(role)}
		<span className="block text-xs text-soft">{texts.roles[role]}</span>
	</>
);

type Listed = Colleague & { isOnlyOwner: boolean; isOwn: boolean };

const columns: DataColumn<Listed>[] = [
	{
		title: 'Email',
		cell: ({ uid, email, isOwn }) => (
			<>
				<UserLink user={{ uid, name: email }} isWide />
				{isOwn && <span className="block text-xs text-soft">You</span>}
			</>
		),
	},
	{ title: 'Role', width: 'min-w-24', cell: roleCell },
	{ title: 'Status', cell: stateOf },
	{
		title: 'Last active',
		cell: ({ last_access }) => (last_access === null ? 'Never' : <TimeAgo timeMs={last_access} />),
	},
	{ title: 'Action', cell: (colleague) => <StaffActions {...colleague} /> },
];

const inviteColumns: DataColumn<StaffInvite>[] = [
	{ title: 'Email', cell: ({ email }) => email },
	{ title: 'Role', cell: roleCell },
	{ title: 'Expires', cell: ({ expires_at }) => <ExactTime timeMs={expires_at} /> },
	{ title: 'Action', cell: (invite) => <InviteActions invite={invite} /> },
];

const inviteTexts = { caption: 'Invitations', empty: 'No open invitations.' };

export default function StaffPage() {
	const { data, error, retry } = useAdminQuery('adminGetStaff', null, texts);
	const own = useDataClient()?.uid;
	const { bar, fields, range, emptyText } = useDateRange({ from: 'Last active from', to: 'Last active to' });
	const isOwner = ({ role, banned }: Colleague) => role === 'owner' && !banned;
	const isAlone = data?.staff.filter(isOwner).length === 1;
	const all = data?.staff.map((one) => ({ ...one, isOnlyOwner: isAlone && isOwner(one), isOwn: one.uid === own }));
	const staff = listedBy(all, ({ last_access }) => last_access ?? Number.NEGATIVE_INFINITY, range);
	const table = { error, onRetry: retry };
	return (
		<>
			<div className="mb-5">
				<Invite />
			</div>
			<FilterBar {...bar}>{fields}</FilterBar>
			<DataTable columns={columns} rows={staff} texts={{ ...texts, empty: emptyText(texts.empty) }} {...table} />
			{data && (
				<>
					<h2 className="mt-8 mb-3 font-bold">Invitations</h2>
					<DataTable columns={inviteColumns} rows={data.invites} texts={inviteTexts} {...table} />
				</>
			)}
		</>
	);
}

function stateOf({ banned, two_factor_enabled }: Colleague): string {
	if (banned) return 'Banned';
	return two_factor_enabled ? 'Ready' : 'No authenticator app';
}

function Invite() {
	return (
		<ActionButton
			needs="change-staff"
			label="Invite"
			tone="primary"
			reason="none"
			consequence="Sends a link that works once, for 48 hours. The person must sign in with this email address and an authenticator app. Invitations to roles that can approve your requests need a second admin."
			run={async ({ fields, call }) => {
				const [email, role] = [textIn(fields, 'email'), fields.get('role') as StaffRole];
				return unlessProposed(await call('adminInviteStaff', { email, role }), () => texts.invited(email));
			}}
		>
			<TextField label="Email" name="email" type="email" required maxLength={254} />
			<SelectField label="Role" name="role" defaultValue="viewer" options={roleOptions} />
		</ActionButton>
	);
}

function InviteActions({ invite: { email, role } }: { invite: StaffInvite }) {
	return (
		<div className="flex flex-wrap gap-2 max-md:justify-end">
			<QuickAction
				needs="change-staff"
				label="Resend"
				done={texts.invited(email)}
				run={({ call }) => call('adminInviteStaff', { email, role })}
			/>
			<ActionButton
				needs="change-staff"
				label="Withdraw"
				tone="danger"
				consequence="The link stops working."
				done="Invitation withdrawn."
				run={({ reason, call }) => call('adminWithdrawInvite', { email, reason })}
			/>
		</div>
	);
}

function StaffActions({ uid, role: now, isOnlyOwner: disabled }: Listed) {
	const may = useMay();
	return (
		<div className="flex flex-wrap items-center gap-2 max-md:justify-end">
			<ActionButton
				needs="change-staff"
				disabled={disabled}
				label="Change role"
				consequence="Signs them out everywhere. The new role applies when they sign in again."
				done="Role changed."
				run={({ reason, fields, call }) =>
					call('adminChangeStaffRole', { uid, role: fields.get('role') as StaffRole, reason })
				}
			>
				<SelectField label="Role" name="role" defaultValue={now} options={roleOptions} />
			</ActionButton>
			<ActionButton
				needs="change-staff"
				disabled={disabled}
				label="Remove"
				tone="danger"
				consequence="Signs them out everywhere. They keep a normal user account."
				done="Removed from the team."
				run={({ reason, call }) => call('adminRemoveStaff', { uid, reason })}
			/>
			{disabled && may('change-staff') && <span className="text-xs text-soft md:max-w-44">{texts.onlyOwner}</span>}
		</div>
	);
}
