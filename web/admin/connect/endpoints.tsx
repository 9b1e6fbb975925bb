import { eventTypes } from '../../../contract/connect/event-types.ts';
import type { EventEndpoint } from '../../../contract/connect/events.ts';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { unlessProposed } from '../ui/actions/second-person.ts';
import { Check, Checks, chosen } from '../ui/checks.tsx';
import { ExactTime } from '../ui/exact-time.tsx';
import { idInWords } from '../ui/in-words.ts';
import { type DataColumn, DataTable } from '../ui/tables/data-table.tsx';
import { TextField } from '../ui/tables/filter-fields.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { copyNow, TakeSecret } from './take-secret.tsx';

const texts = {
	caption: 'Event endpoints',
	empty: 'No event endpoints yet.',
	failed: "Couldn't load event endpoints.",
	url: 'Address (https)',
	events: 'Events',
	enabled: 'Send events',
	state: 'Status',
	waiting: 'Waiting',
	latest: 'Latest deliveries',
	none: 'None',
	act: 'Action',
	add: 'Add endpoint',
	edit: 'Edit',
	consequence:
		'Needs approval by a second admin. Then you can see a new signing secret once. The previous one stays valid for 24 hours.',
	remove: 'Remove',
	removeConsequence: 'Needs approval by a second admin. Events that wait are not sent.',
	removed: 'Endpoint removed.',
	replay: 'Send again',
	from: 'Events since',
	replayConsequence: 'Sends events since this time again, with the same IDs.',
	queued: (count: number) => `${count} events queued.`,
};

const columns: DataColumn<EventEndpoint>[] = [
	{ title: texts.url, cell: ({ url }) => <span className="[overflow-wrap:anywhere]">{url}</span> },
	{ title: texts.events, cell: ({ events }) => events.map((type) => idInWords(type.replace('.', ' '))).join(', ') },
	{ title: texts.state, cell: ({ state, problem }) => [idInWords(state), ...(problem ? [problem] : [])].join(': ') },
	{ title: texts.waiting, isNumber: true, cell: ({ waiting }) => waiting },
	{ title: texts.latest, cell: (endpoint) => <Latest of={endpoint} /> },
	{ title: texts.act, cell: (endpoint) => <EndpointActions of={endpoint} /> },
];

export function Endpoints() {
	const { data, error, retry } = useAdminQuery('adminGetEndpoints', null, texts);
	return (
		<section aria-label={texts.caption} className="mt-8">
			<div className="mb-3 flex flex-wrap items-center justify-between gap-3">
				<h2 className="font-bold">{texts.caption}</h2>
				<Save label={texts.add} />
			</div>
			<DataTable columns={columns} rows={data} texts={texts} error={error} onRetry={retry} keyOf={({ id }) => id} />
		</section>
	);
}

function Latest({ of: { deliveries } }: { of: EventEndpoint }) {
	if (deliveries.length === 0) return texts.none;
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
			consequence={texts.consequence}
			run={async ({ call, reason, fields }) => {
				const saved = await call('adminSaveEndpoint', {
					...(of && { id: of.id }),
					url: String(fields.get('url')).trim(),
					events: chosen(fields, 'event', eventTypes),
					enabled: fields.has('enabled'),
					reason,
				});
				return unlessProposed(saved, ({ secret }) => copyNow(secret));
			}}
		>
			<TextField label={texts.url} name="url" type="url" required defaultValue={of?.url} maxLength={2_000} />
			<Checks legend={texts.events} name="event" options={eventTypes} on={of?.events ?? eventTypes} />
			<Check label={texts.enabled} name="enabled" isOn={of?.enabled ?? true} />
		</ActionButton>
	);
}

function EndpointActions({ of: endpoint }: { of: EventEndpoint }) {
	const { id, proposal } = endpoint;
	return (
		<div className="flex flex-wrap gap-2 max-md:justify-end">
			<TakeSecret proposal={proposal} />
			<Save label={texts.edit} of={endpoint} />
			<ActionButton
				needs="change-connect"
				label={texts.replay}
				reason="none"
				consequence={texts.replayConsequence}
				run={async ({ call, fields }) => {
					const from = new Date(String(fields.get('from'))).getTime();
					return texts.queued((await call('adminReplayEvents', { id, from })).queued);
				}}
			>
				<TextField label={texts.from} name="from" type="datetime-local" required />
			</ActionButton>
			<ActionButton
				needs="change-connect"
				label={texts.remove}
				tone="danger"
				consequence={texts.removeConsequence}
				done={texts.removed}
				run={({ call, reason }) => call('adminRemoveEndpoint', { id, reason })}
			/>
		</div>
	);
}
