import { useState } from 'react';
import type { PartnerCode } from '../../../contract/growth.ts';
import { Badge } from '../../ui/basics.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { Check } from '../ui/checks.tsx';
import { ActionButton, TextField, textIn, unlessProposed } from '../ui/forms.tsx';
import { type DataColumn, DataTable } from '../ui/tables/data-table.tsx';
import { CopyChip, ExactTime, UserLink } from '../ui/values.tsx';
import { useAdminQuery } from '../use-admin-query.tsx';
import { BountyFields, termsIn } from './bounties.tsx';
import { SwitchSource } from './switch-source.tsx';

type Version = PartnerCode['versions'][number];
type Row = Version & { enabled: boolean; versions: Version[] };

const texts = { caption: 'Partner codes', empty: 'No partner codes yet.', failed: "Couldn't load the partner codes." };

const columns: DataColumn<Row>[] = [
	{ title: 'Link', cell: ({ code }) => <CopyChip text={`${location.origin}/?via=${code}`} /> },
	{ title: 'Name', cell: ({ name }) => name },
	{ title: 'Is paid', cell: ({ uid }) => <UserLink user={{ uid, name: null }} /> },
	{ title: 'Bounties', cell: ({ bounties }) => (bounties ? 'Own' : 'As for all users') },
	{ title: 'On record', cell: ({ versions }) => <OnRecord versions={versions} /> },
	{ title: 'Status', cell: ({ enabled }) => <Badge tone={enabled ? 'good' : 'bad'}>{enabled ? 'On' : 'Off'}</Badge> },
	{
		title: 'Action',
		cell: (row) => (
			<div className="flex flex-wrap gap-2 max-md:justify-end">
				<Save label="Edit" now={row} />
				<SwitchSource of={{ kind: 'partner', source: row.code, enabled: row.enabled }} />
			</div>
		),
	},
];

export function PartnerCodes() {
	const { data, error, retry } = useAdminQuery('adminGetPartnerCodes', null, texts);
	const rows = data?.items.flatMap(({ versions, enabled }) =>
		versions.slice(0, 1).map((now) => ({ ...now, enabled, versions })),
	);
	return (
		<>
			<div className="mb-3 flex justify-end">
				<Save label="Add partner code" />
			</div>
			<DataTable columns={columns} rows={rows} texts={texts} error={error} onRetry={retry} />
		</>
	);
}

function OnRecord({ versions }: { versions: Version[] }) {
	return (
		<details className="max-w-prose text-start">
			<summary>{versions.length === 1 ? '1 version' : `${versions.length} versions`}</summary>
			{versions.map(({ set_at, hash, name, landing, terms }) => (
				<div key={`${hash} ${set_at}`} className="mt-3 [overflow-wrap:anywhere] whitespace-pre-line">
					<ExactTime timeMs={set_at} /> <span className="font-mono text-xs">{hash}</span>
					<p className="mt-1 font-semibold">{name}</p>
					<p>{landing}</p>
					<p className="mt-1 text-soft">{terms}</p>
				</div>
			))}
		</details>
	);
}

function Save({ label, now }: { label: string; now?: Version }) {
	const [hasOwn, setOwn] = useState(Boolean(now?.bounties));
	return (
		<ActionButton
			needs="change-promotions"
			label={label}
			tone={now ? undefined : 'primary'}
			action="Save"
			consequence="Every version stays on record with its date and SHA-256 hash. It applies to users who join from now on. Own bounties need approval by a second admin."
			run={async ({ call, reason, fields }) => {
				const text = (name: string) => textIn(fields, name);
				const saved = await call('adminSavePartnerCode', {
					...{ code: now?.code ?? text('code'), uid: text('uid'), name: text('name'), landing: text('landing') },
					...{ terms: text('terms'), bounties: hasOwn ? termsIn(fields) : null, reason },
				});
				return unlessProposed(saved, ({ hash }) => `Saved. Hash: ${hash}`);
			}}
		>
			<div className="grid items-end gap-4 sm:grid-cols-2">
				{!now && (
					<TextField
						label="Code (small letters, digits, dashes)"
						name="code"
						required
						pattern="[a-z0-9\-]{3,40}"
						maxLength={40}
					/>
				)}
				<TextField label="Name that visitors read" name="name" required maxLength={100} defaultValue={now?.name} />
				<TextField label="ID of the user who is paid" name="uid" required maxLength={36} defaultValue={now?.uid} />
			</div>
			<TextArea label="Text for visitors" name="landing" rows={3} maxLength={1_000} defaultValue={now?.landing} />
			<TextArea
				label="Terms agreed with the partner"
				name="terms"
				rows={5}
				maxLength={20_000}
				defaultValue={now?.terms}
			/>
			<Check
				label="Bounties of its own"
				checked={hasOwn}
				onChange={({ currentTarget }) => setOwn(currentTarget.checked)}
			/>
			{hasOwn && <BountyFields now={now?.bounties ?? null} />}
		</ActionButton>
	);
}
