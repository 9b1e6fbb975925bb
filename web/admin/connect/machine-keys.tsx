import { KEY_DAYS_MAX, keyPermissions } from '../../../contract/connect/key-access.ts';
import type { MachineKey } from '../../../contract/connect/keys.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { unlessProposed } from '../ui/actions/second-person.ts';
import { Check, Checks, chosen } from '../ui/checks.tsx';
import { ExactTime } from '../ui/exact-time.tsx';
import { idInWords } from '../ui/in-words.ts';
import { type DataColumn, DataTable } from '../ui/tables/data-table.tsx';
import { NumberField, TextField } from '../ui/tables/filter-fields.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { copyNow, TakeSecret } from './take-secret.tsx';

const texts = {
	caption: 'Machine keys',
	empty: 'No machine keys yet.',
	failed: "Couldn't load machine keys.",
	name: 'Name',
	permissions: 'Permissions',
	personal: 'Names, addresses and texts of people (needs a second admin)',
	withPersonal: 'Includes personal data',
	addresses: 'Allowed IP addresses or ranges, separated by spaces (empty: any)',
	days: `Valid for days (at most ${KEY_DAYS_MAX})`,
	state: 'Status',
	expires: 'Expires',
	lastUsed: 'Last used',
	never: 'Never',
	act: 'Action',
	create: 'Create key',
	consequence: 'A program with this key can read and export, and change nothing. The key is shown once.',
	revoke: 'Revoke',
	revokeConsequence: 'The key stops working immediately.',
	revoked: 'Key revoked.',
};

const columns: DataColumn<MachineKey>[] = [
	{ title: texts.name, cell: ({ name }) => name },
	{ title: texts.permissions, cell: permissionsOf },
	{ title: texts.state, cell: ({ state }) => idInWords(state) },
	{ title: texts.expires, cell: ({ expires_at }) => <ExactTime timeMs={expires_at} /> },
	{ title: texts.lastUsed, cell: (key) => <LastUse of={key} /> },
	{ title: texts.act, cell: (key) => <KeyActions of={key} /> },
];

export function MachineKeys() {
	const { data, error, retry } = useAdminQuery('adminGetKeys', null, texts);
	return (
		<section aria-label={texts.caption}>
			<div className="mb-3 flex flex-wrap items-center justify-between gap-3">
				<h2 className="font-bold">{texts.caption}</h2>
				<NewKey />
			</div>
			<DataTable columns={columns} rows={data} texts={texts} error={error} onRetry={retry} keyOf={({ id }) => id} />
		</section>
	);
}

function permissionsOf({ permissions, personal_data, addresses }: MachineKey): string {
	const shown = permissions.map(idInWords).join(', ');
	return [shown, ...(personal_data ? [texts.withPersonal] : []), ...addresses].join(' · ');
}

function LastUse({ of: { last_used_at, last_address } }: { of: MachineKey }) {
	if (last_used_at === null) return texts.never;
	return (
		<>
			<TimeAgo timeMs={last_used_at} /> {last_address}
		</>
	);
}

function NewKey() {
	return (
		<ActionButton
			needs="change-connect"
			label={texts.create}
			tone="primary"
			reason="none"
			consequence={texts.consequence}
			run={async ({ call, fields }) => {
				const made = await call('adminCreateKey', {
					name: String(fields.get('name')),
					permissions: chosen(fields, 'permission', keyPermissions),
					expires_at: Date.now() + Number(fields.get('days')) * DAY_MS - 60_000,
					addresses: String(fields.get('addresses')).split(/\s+/).filter(Boolean),
					personal_data: fields.has('personal'),
				});
				return unlessProposed(made, ({ key }) => copyNow(key));
			}}
		>
			<TextField label={texts.name} name="name" required maxLength={100} />
			<Checks legend={texts.permissions} name="permission" options={keyPermissions} />
			<Check label={texts.personal} name="personal" />
			<NumberField label={texts.days} name="days" min={1} max={KEY_DAYS_MAX} defaultValue={90} required />
			<TextField label={texts.addresses} name="addresses" />
		</ActionButton>
	);
}

function KeyActions({ of: { id, state, proposal } }: { of: MachineKey }) {
	return (
		<div className="flex flex-wrap gap-2 max-md:justify-end">
			<TakeSecret proposal={proposal} />
			{state === 'active' && (
				<ActionButton
					needs="change-connect"
					label={texts.revoke}
					tone="danger"
					consequence={texts.revokeConsequence}
					done={texts.revoked}
					run={({ call, reason }) => call('adminRevokeKey', { id, reason })}
				/>
			)}
		</div>
	);
}
