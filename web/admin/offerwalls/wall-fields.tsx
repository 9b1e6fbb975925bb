import { type ReactNode, useState } from 'react';
import { CallError } from '../../../contract/errors.ts';
import { AGE_MIN_YEARS, WALL_HOLD_HOURS_MAX, WALL_MIN_AGE_MAX, WALL_RATE_MAX } from '../../../contract/limits.ts';
import type { Certainty, SavedWallEntry, WallPartner } from '../../../contract/offerwalls/wall-entries.ts';
import { words } from '../../lib/format/formats.ts';
import { Button, controlLook } from '../../ui/basics.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { Check } from '../ui/checks.tsx';
import { NumberField, numberIn, SelectField, TextField, textIn } from '../ui/forms.tsx';

const certainties = {
	vendor: ['documented', "Verified against the partner's documentation."],
	integrations: ['several integrations', 'Verified against several public integrations.'],
	'one-integration': ['one integration', 'Verified against one public integration.'],
	memory: ['unverified', "Unverified. Compare the postback format with the partner's dashboard."],
} satisfies Record<Certainty, [short: string, long: string]>;
const strengths = {
	full: 'The signature covers all values.',
	part: "The signature doesn't cover all values. Add a path key.",
	weak: "The signature covers few values or none. Add a path key and the partner's IPs.",
};

export function WallFields({ partners, before }: { partners: readonly WallPartner[]; before: SavedWallEntry | null }) {
	const [first] = partners;
	const [partner, setPartner] = useState(partners.find(({ id }) => id === before?.partner) ?? first);
	if (!partner) return null;
	return (
		<div className="grid gap-4">
			<SelectField
				label="Partner"
				name="partner"
				value={partner.id}
				disabled={before !== null}
				onChange={({ currentTarget }) => setPartner(partners.find(({ id }) => id === currentTarget.value) ?? partner)}
				options={partners.map(({ id, name, certainty }) => [id, `${name} (${certainties[certainty][0]})`] as const)}
			/>
			<About partner={partner} />
			{before === null && (
				<TextField
					label="ID (permanent, part of the callback URL)"
					name="id"
					required
					maxLength={40}
					pattern="[a-z0-9][a-z0-9_\-]*"
				/>
			)}
			<TextField label="Display name" name="name" required maxLength={60} defaultValue={before?.name} />
			<Verified key={`verified ${partner.id}`} partner={partner} before={before} />
			<Shown key={`shown ${partner.id}`} partner={partner} before={before} />
			{partner.feeds.length > 0 && <Feed key={`feed ${partner.id}`} partner={partner} before={before} />}
			<details>
				<summary className="min-h-8 cursor-pointer text-sm font-semibold text-accent">Overrides (JSON)</summary>
				<textarea
					name="override"
					rows={4}
					aria-label="Overrides (JSON)"
					defaultValue={before?.override ? JSON.stringify(before.override, null, 2) : ''}
					className={`${controlLook} mt-2 py-3 font-mono text-sm`}
				/>
			</details>
			<Check name="enabled" label="Turned on" defaultChecked={before?.enabled ?? true} />
		</div>
	);
}

function About({ partner: { certainty, strength, uncertain } }: { partner: WallPartner }) {
	return (
		<ul className="list-disc rounded-card bg-sunken py-3 pe-4 ps-8 text-sm text-soft">
			<li>{certainties[certainty][1]}</li>
			<li>{strengths[strength]}</li>
			{uncertain && <li>{`Check in the partner's dashboard: ${uncertain}.`}</li>}
		</ul>
	);
}

const secretField = { type: 'password', autoComplete: 'new-password', maxLength: 500 } as const;
const smallLook = 'px-3! text-sm';

type PartProps = { partner: WallPartner; before: SavedWallEntry | null };

function Verified({ partner, before }: PartProps) {
	const [pathKey, setPathKey] = useState('');
	const [ips, setIps] = useState((before?.allowedIps ?? []).join('\n'));
	const stays = before === null ? undefined : 'Unchanged';
	return (
		<Part title="Verification">
			<TextField label="Secret" name="secret" {...secretField} required={before === null} placeholder={stays} />
			<div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
				<TextField
					label="Path key (at least 16 characters)"
					name="pathKey"
					maxLength={200}
					pattern="[\w\-]+"
					placeholder={stays}
					value={pathKey}
					onChange={({ currentTarget }) => setPathKey(currentTarget.value)}
				/>
				<Button look="quiet" className={smallLook} onClick={() => setPathKey(randomKey())}>
					Generate
				</Button>
			</div>
			{before !== null && <Check name="withoutPathKey" label="Remove the path key" />}
			<div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
				<TextArea
					label="Allowed IPs, one per line"
					name="allowedIps"
					rows={3}
					value={ips}
					onChange={({ currentTarget }) => setIps(currentTarget.value)}
				/>
				{partner.known_ips.length > 0 && (
					<Button look="quiet" className={smallLook} onClick={() => setIps(partner.known_ips.join('\n'))}>
						Use known IPs
					</Button>
				)}
			</div>
		</Part>
	);
}

const paramsOf = ({ address_needs: needs }: WallPartner) => needs?.filter((name) => name !== 'appId') ?? [];

function Shown({ partner, before }: PartProps) {
	return (
		<Part title="Display">
			<TextField label="App ID" name="appId" maxLength={200} defaultValue={before?.appId ?? ''} />
			{paramsOf(partner).map((name) => (
				<TextField key={name} label={name} name={`param.${name}`} defaultValue={before?.wallParams?.[name] ?? ''} />
			))}
			<TextField
				label="Country codes (empty: all)"
				name="countries"
				defaultValue={(before?.countries ?? []).join(', ')}
			/>
			<div className="grid items-end gap-4 sm:grid-cols-2">
				<NumberField
					label="Minimum age"
					name="minAge"
					min={AGE_MIN_YEARS}
					max={WALL_MIN_AGE_MAX}
					defaultValue={before?.minAge ?? AGE_MIN_YEARS}
				/>
				<NumberField
					label="Hold credits for (hours)"
					name="holdHours"
					min={0}
					max={WALL_HOLD_HOURS_MAX}
					defaultValue={before?.holdHours ?? 0}
				/>
			</div>
			{partner.tells_payout && (
				<NumberField
					label={`${words.currencySign} per $1 (empty: partner's amount)`}
					name="rate"
					min={0.01}
					max={WALL_RATE_MAX}
					step={0.01}
					defaultValue={before?.rate ?? ''}
				/>
			)}
			<TextField label="Picture URL" name="picture" type="url" defaultValue={before?.picture ?? ''} />
			<TextField label="Support URL, with {uid}" name="supportUrl" defaultValue={before?.supportUrl ?? ''} />
		</Part>
	);
}

function Feed({ partner, before }: PartProps) {
	const [kind, setKind] = useState(String(before?.feed?.kind ?? ''));
	const feed = partner.feeds.find((one) => one.kind === kind);
	const stays = before?.feed?.kind === kind ? 'Unchanged' : undefined;
	return (
		<Part title="Offer feed">
			<SelectField
				label="Offer feed"
				name="feed"
				value={kind}
				onChange={({ currentTarget }) => setKind(currentTarget.value)}
				options={[
					['', "None: show only the partner's page"] as const,
					...partner.feeds.map((one) => [one.kind, partner.name] as const),
				]}
			/>
			{feed?.credentials.map((name) => (
				<TextField
					key={name}
					{...{ label: name, name: `feed.${name}`, ...secretField, required: !stays, placeholder: stays }}
				/>
			))}
			{feed && <TextField label="Feed URL (empty: default)" name="feed.url" defaultValue={before?.feed?.url ?? ''} />}
		</Part>
	);
}

function Part({ title, children }: { title: string; children: ReactNode }) {
	return (
		<fieldset className="grid gap-4 border-t border-line pt-4">
			<legend className="float-start mb-1 w-full font-bold">{title}</legend>
			{children}
		</fieldset>
	);
}

function randomKey(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(24));
	return btoa(String.fromCharCode(...bytes))
		.replaceAll('+', '-')
		.replaceAll('/', '_');
}

/** Fields without a control and empty secrets (null) keep their stored value. */
export function entryIn(
	fields: FormData,
	{ id, partner, before }: { id: string; partner: WallPartner; before: SavedWallEntry | null },
): SavedWallEntry {
	const text = (name: string) => textIn(fields, name);
	const feed = text('feed');
	const params = paramsOf(partner).map((name) => [name, text(`param.${name}`)] as const);
	return {
		...before,
		id,
		partner: partner.id,
		name: text('name'),
		enabled: fields.get('enabled') !== null,
		secret: text('secret') || null,
		pathKey: fields.get('withoutPathKey') === null ? text('pathKey') || null : '',
		appId: text('appId') || null,
		allowedIps: listIn(text('allowedIps')),
		countries: listIn(text('countries').toUpperCase()),
		minAge: numberIn(fields, 'minAge'),
		holdHours: numberIn(fields, 'holdHours'),
		rate: numberIn(fields, 'rate'),
		wallParams: { ...before?.wallParams, ...Object.fromEntries(params.filter(([, value]) => value)) },
		picture: text('picture') || null,
		supportUrl: text('supportUrl') || null,
		feed: feed ? feedIn(partner, { kind: feed, text }) : null,
		override: overrideIn(text('override')),
	};
}

function feedIn(partner: WallPartner, { kind, text }: { kind: string; text: (name: string) => string }) {
	const credentials = partner.feeds.find((one) => one.kind === kind)?.credentials ?? [];
	const url = text('feed.url');
	return {
		kind,
		...(url && { url }),
		...Object.fromEntries(credentials.map((name) => [name, text(`feed.${name}`) || null])),
	};
}

function overrideIn(text: string): SavedWallEntry['override'] {
	if (text === '') return null;
	try {
		const parsed: unknown = JSON.parse(text);
		if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
			return parsed as Record<string, unknown>;
	} catch {}
	const message = 'Overrides must be a JSON object. Check the syntax.';
	throw new CallError('invalid-argument', { message });
}

const listIn = (text: string): string[] => text.split(/[\s,;]+/).filter((each) => each !== '');
