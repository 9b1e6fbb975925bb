import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { CallResult } from '../../../contract/calls.ts';
import { Skeleton } from '../../ui/basics.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { FactCard } from '../ui/fact-list.tsx';
import { ActionButton, adminButtonLook, SelectField, TextField } from '../ui/forms.tsx';
import { wrapping } from '../ui/values.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';
import { anchorOf, choices, fieldLabelOf, settingGroups, settingInWords } from './setting-groups.ts';
import { TeamProvider, teamTitle } from './team-provider.tsx';
import { siteTests, TrySite } from './try-site.tsx';

type Setting = CallResult<'adminGetSettings'>['items'][number];

const failed = "Couldn't load the settings.";
const checkTitle = 'Check the site';

export default function SettingsPage() {
	const { data, error, retry } = useAdminQuery('adminGetSettings', null, { failed });
	const { hash } = useLocation();
	useEffect(() => document.getElementById(hash.slice(1))?.scrollIntoView(), [hash, !data]);
	const found = new Map(data?.items.map((item) => [item.name, item]));
	return (
		<>
			{error && !data && <RetryNotice error={error} onRetry={retry} />}
			<nav
				aria-label="Sections"
				className="-mx-4 mb-4 flex gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0"
			>
				{[...Object.keys(settingGroups), teamTitle, checkTitle].map((title) => (
					<a key={title} href={`#${anchorOf(title)}`} className={`${adminButtonLook} shrink-0`}>
						{title}
					</a>
				))}
			</nav>
			{!data && !error && <Skeleton className="h-96 w-full rounded-card" />}
			<div className="gap-4 *:mb-4 *:break-inside-avoid lg:columns-2">
				{data &&
					Object.entries(settingGroups).map(([title, labels]) => (
						<Group
							key={title}
							title={title}
							labels={labels}
							settings={Object.keys(labels).flatMap((name) => found.get(name) ?? [])}
						/>
					))}
				<div id={anchorOf(teamTitle)} className="scroll-mt-20">
					<TeamProvider />
				</div>
				<FactCard title={checkTitle} anchor={anchorOf(checkTitle)} facts={[]}>
					<div className="flex flex-wrap gap-2">
						{siteTests.map((test) => (
							<TrySite key={test} test={test} />
						))}
					</div>
				</FactCard>
			</div>
		</>
	);
}

type GroupProps = { title: string; labels: Readonly<Record<string, string>>; settings: readonly Setting[] };

function Group({ title, labels, settings }: GroupProps) {
	const open = settings.filter(({ name, value, editable }) => editable && (name !== 'LOGO' || value !== null));
	const fixed = settings.filter(({ source }) => source === 'environment').map(({ name }) => labels[name]);
	const textOf = (setting: Setting) => String(setting.value ?? '');
	return (
		<FactCard
			title={title}
			anchor={anchorOf(title)}
			facts={[
				...settings.map((setting) => ({
					label: `${labels[setting.name]}${setting.source === 'database' ? ' (changed here)' : ''}`,
					value: <Value text={settingInWords(setting.name, setting.value)} />,
				})),
				...(fixed.length > 0 ? [{ label: 'Set on the server', value: fixed.join(', ') }] : []),
			]}
		>
			{open.length > 0 && (
				<div className="mt-4">
					<ActionButton
						needs="change-settings"
						label={`Edit ${title.toLowerCase()}`}
						consequence="Applies to the whole site within a minute. Clear a field to restore its default. Fields marked * may need a second person, and then all changes wait together."
						done="Saved."
						run={({ call, reason, fields }) => {
							const changes = Object.fromEntries(
								open.flatMap((setting) => {
									const text = String(fields.get(setting.name)).replaceAll('\r', '').trim();
									return text === textOf(setting) ? [] : [[setting.name, text || null]];
								}),
							);
							return call('adminChangeSettings', { changes, reason });
						}}
					>
						{open.map((setting) => (
							<Field
								key={setting.name}
								setting={setting}
								label={`${fieldLabelOf(setting.name, labels[setting.name] ?? '')}${setting.takes_two ? ' *' : ''}`}
							/>
						))}
					</ActionButton>
				</div>
			)}
		</FactCard>
	);
}

function Value({ text }: { text: string }) {
	const lines = text.split('\n').filter(Boolean);
	if (lines.length < 2) return wrapping(text);
	return (
		<details>
			<summary className="cursor-pointer">{`${lines.length} lines`}</summary>
			<span className="mt-2 block text-start whitespace-pre-line">{text}</span>
		</details>
	);
}

function Field({ setting: { name, value }, label }: { setting: Setting; label: string }) {
	const given = { label, name, defaultValue: value ?? '' };
	if (choices[name]) return <SelectField {...given} options={choices[name]} />;
	return /COLOURS|CANNED/.test(name) ? <TextArea {...given} rows={8} /> : <TextField {...given} />;
}
