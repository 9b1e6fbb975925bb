import type { ReactNode } from 'react';
import { eventTypes } from '../../../contract/connect/event-types.ts';
import type { EventEndpoint } from '../../../contract/connect/events.ts';
import { KEY_DAYS_MAX, keyPermissions } from '../../../contract/connect/key-access.ts';
import type { MachineKey } from '../../../contract/connect/keys.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { Check, Checks, chosen } from '../ui/checks.tsx';
import { ActionButton, NumberField, TextField, textIn, unlessProposed } from '../ui/forms.tsx';
import { idInWords } from '../ui/in-words.ts';
import { type DataColumn, DataTable } from '../ui/tables/data-table.tsx';
import { ExactTime, TimeAgo } from '../ui/values.tsx';
import { type AdminQuery, useAdminQuery } from '../use-admin-query.tsx';

const copyNow = (secret: string) => `Copy it now. You can't see it again: ${secret}`;

function TakeSecret({ proposal }: { proposal: string | null }) {
	if (proposal === null) return null;
	return (
		<ActionButton
			needs="change-connect"
			label="Show secret"
			tone="primary"
			reason="none"
			consequence="Only you can see this secret, once, within 7 days of the approval."
			run={async ({ call }) => copyNow((await call('adminTakeSecret', { proposal })).secret)}
		/>
	);
}

const keyTexts = { caption: 'Machine keys', empty: 'No machine keys yet.', failed: "Couldn't load machine keys." };

const keyColumns: DataColumn<MachineKey>[] = [
	{ title: 'Name', cell: ({ name }) => name },
	{ title: 'Permissions', cell: permissionsOf },
	{ title: 'Status', cell: ({ state }) => idInWords(state) },
	{ title: 'Expires', cell: ({ expires_at }) => <ExactTime timeMs={expires_at} /> },
	{ title: 'Last used', cell: (key) => <LastUse of={key} /> },
	{ title: 'Action', cell: (key) => <KeyActions of={key} /> },
];

function permissionsOf({ permissions, personal_data, addresses }: MachineKey): string {
	const shown = permissions.map(idInWords).join(', ');
	return [shown, ...(personal_data ? ['Includes personal data'] : []), ...addresses].join(' · ');
}

function LastUse({ of: { last_used_at, last_address } }: { of: MachineKey }) {
	if (last_used_at === null) return 'Never';
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
			label="Create key"
			tone="primary"
			reason="none"
			consequence="A program with this key can read and export, and change nothing. The key is shown once."
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
			<TextField label="Name" name="name" required maxLength={100} />
			<Checks legend="Permissions" name="permission" options={keyPermissions} />
			<Check label="Names, addresses and texts of people (needs a second admin)" name="personal" />
			<NumberField
				label={`Valid for days (at most ${KEY_DAYS_MAX})`}
				name="days"
				min={1}
				max={KEY_DAYS_MAX}
				defaultValue={90}
				required
			/>
			<TextField label="Allowed IP addresses or ranges, separated by spaces (empty: any)" name="addresses" />
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
					label="Revoke"
					tone="danger"
					consequence="The key stops working immediately."
					done="Key revoked."
					run={({ call, reason }) => call('adminRevokeKey', { id, reason })}
				/>
			)}
		</div>
	);
}

const endpointTexts = {
	caption: 'Event endpoints',
	empty: 'No event endpoints yet.',
	failed: "Couldn't load event endpoints.",
};

const endpointColumns: DataColumn<EventEndpoint>[] = [
	{ title: 'Address (https)', cell: ({ url }) => <span className="[overflow-wrap:anywhere]">{url}</span> },
	{ title: 'Events', cell: ({ events }) => events.map((type) => idInWords(type.replace('.', ' '))).join(', ') },
	{ title: 'Status', cell: ({ state, problem }) => [idInWords(state), ...(problem ? [problem] : [])].join(': ') },
	{ title: 'Waiting', isNumber: true, cell: ({ waiting }) => waiting },
	{ title: 'Latest deliveries', cell: (endpoint) => <Latest of={endpoint} /> },
	{ title: 'Action', cell: (endpoint) => <EndpointActions of={endpoint} /> },
];

function Latest({ of: { deliveries } }: { of: EventEndpoint }) {
	if (deliveries.length === 0) return null;
	return (
		<details>
			<summary>{deliveries.length}</summary>
			{deliveries.map(({ id, type, at, state, attempts, outcome }) => (
				<div key={id}>
					{type} <ExactTime timeMs={at} /> {idInWords(state)} ({attempts}) {outcome}
				</div>
			))}
		</details>
	);
}

function Save({ label, of }: { label: string; of?: EventEndpoint }) {
	return (
		<ActionButton
			needs="change-connect"
			label={label}
			tone="primary"
			consequence="Needs approval by a second admin. Then you can see a new signing secret once. The previous one stays valid for 24 hours."
			run={async ({ call, reason, fields }) => {
				const saved = await call('adminSaveEndpoint', {
					...(of && { id: of.id }),
					url: textIn(fields, 'url'),
					events: chosen(fields, 'event', eventTypes),
					enabled: fields.has('enabled'),
					reason,
				});
				return unlessProposed(saved, ({ secret }) => copyNow(secret));
			}}
		>
			<TextField label="Address (https)" name="url" type="url" required defaultValue={of?.url} maxLength={2_000} />
			<Checks legend="Events" name="event" options={eventTypes} on={of?.events ?? eventTypes} />
			<Check label="Send events" name="enabled" defaultChecked={of?.enabled ?? true} />
		</ActionButton>
	);
}

function EndpointActions({ of: endpoint }: { of: EventEndpoint }) {
	const { id, proposal } = endpoint;
	return (
		<div className="flex flex-wrap gap-2 max-md:justify-end">
			<TakeSecret proposal={proposal} />
			<Save label="Edit" of={endpoint} />
			<ActionButton
				needs="change-connect"
				label="Send again"
				reason="none"
				consequence="Sends events since this time again, with the same IDs."
				run={async ({ call, fields }) => {
					const from = new Date(String(fields.get('from'))).getTime();
					return `${(await call('adminReplayEvents', { id, from })).queued} events queued.`;
				}}
			>
				<TextField label="Events since" name="from" type="datetime-local" required />
			</ActionButton>
			<ActionButton
				needs="change-connect"
				label="Remove"
				tone="danger"
				consequence="Needs approval by a second admin. Events that wait are not sent."
				done="Endpoint removed."
				run={({ call, reason }) => call('adminRemoveEndpoint', { id, reason })}
			/>
		</div>
	);
}

export default function ConnectPage() {
	const keys = useAdminQuery('adminGetKeys', null, keyTexts);
	const endpoints = useAdminQuery('adminGetEndpoints', null, endpointTexts);
	return (
		<>
			<Section query={keys} columns={keyColumns} texts={keyTexts} action={<NewKey />} />
			<Section
				query={endpoints}
				columns={endpointColumns}
				texts={endpointTexts}
				action={<Save label="Add endpoint" />}
			/>
		</>
	);
}

type SectionProps<Row> = {
	query: AdminQuery<Row[]>;
	columns: DataColumn<Row>[];
	texts: typeof keyTexts;
	action: ReactNode;
};

function Section<Row extends object>({ query: { data, error, retry }, texts, action, columns }: SectionProps<Row>) {
	return (
		<section aria-label={texts.caption} className="not-first:mt-8">
			<div className="mb-3 flex flex-wrap items-center justify-between gap-3">
				<h2 className="font-bold">{texts.caption}</h2>
				{action}
			</div>
			<DataTable columns={columns} rows={data} texts={texts} error={error} onRetry={retry} />
		</section>
	);
}
