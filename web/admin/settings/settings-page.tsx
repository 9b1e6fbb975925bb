import type { ProviderSettings } from '../../../contract/accounts/provider.ts';
import type { CallResult } from '../../../contract/calls.ts';
import { staffRoles } from '../../../contract/permissions.ts';
import { words } from '../../lib/format/formats.ts';
import { Notice, Skeleton } from '../../ui/basics.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { FactCard } from '../ui/fact-list.tsx';
import { ActionButton, SelectField, TextField, unlessProposed } from '../ui/forms.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';
import { siteTests, TrySite } from './try-site.tsx';

type Provider = CallResult<'adminGetProvider'>;

const texts = {
	title: 'Team sign-in',
	failed: "Couldn't load team sign-in.",
	off: 'Off. Everyone on the team signs in with a password.',
	redirect: 'Redirect address for the provider',
	issuer: 'Issuer (https)',
	client: 'Client ID',
	secret: 'Client secret (leave empty to keep it)',
	domain: 'Google Workspace domain (only for Google)',
	claim: 'Claim',
	roles: `Roles: one line for each value of the claim, such as Money = finance (${staffRoles.slice(1).join(', ')})`,
	factor: 'Values of acr or amr that count as a second factor, separated by spaces',
	test: 'Test settings',
	testConsequence: 'You sign in at the provider once. Nothing changes on this site.',
	opening: 'Opening the provider…',
	roundFailed: "Couldn't open the provider. Try again.",
	passed: 'Your test passed. Apply these settings within an hour.',
	unfinished: 'Your last test was not finished.',
	apply: 'Apply tested settings',
	applyConsequence:
		'Linked team members then sign in there. Owners keep their password. Sessions of the previous provider end.',
	applied: 'Team sign-in changed.',
	remove: 'Turn off',
	removeConsequence: 'Sessions of the provider end. The team signs in with passwords.',
	removed: 'Team sign-in is off.',
};

function TeamProvider() {
	const { data, error, retry } = useAdminQuery('adminGetProvider', null, texts);
	if (error && !data) return <RetryNotice error={error} onRetry={retry} />;
	if (!data) return <Skeleton className="h-64 w-full rounded-card" />;
	const { applied, tested, redirect_uri } = data;
	const facts = applied ? factsOf(applied) : [{ label: 'Status', value: texts.off }];
	return (
		<FactCard title={texts.title} facts={[...facts, { label: texts.redirect, value: redirect_uri }]}>
			{tested && <TestOutcome of={tested} />}
			<div className="mt-4 flex flex-wrap gap-2">
				{tested?.passed && <Apply of={tested} />}
				<TestSettings of={tested ?? applied} />
				{applied && (
					<ActionButton
						needs="change-settings"
						label={texts.remove}
						tone="danger"
						consequence={texts.removeConsequence}
						done={texts.removed}
						run={({ call, reason }) => call('adminRemoveProvider', { reason })}
					/>
				)}
			</div>
		</FactCard>
	);
}

function factsOf({ issuer, client_id, hosted_domain, claim, roles, second_factor }: ProviderSettings) {
	return [
		{ label: texts.issuer, value: issuer },
		{ label: texts.client, value: client_id },
		...(hosted_domain ? [{ label: 'Domain', value: hosted_domain }] : []),
		{ label: texts.claim, value: claim },
		{ label: 'Roles', value: linesOf(roles).join(', ') },
		{ label: 'Second factor', value: second_factor.join(', ') || 'Authenticator app here' },
	];
}

function TestOutcome({ of: { passed, problem, issuer, roles } }: { of: NonNullable<Provider['tested']> }) {
	const outcome = passed ? texts.passed : (problem ?? texts.unfinished);
	return (
		<div className="mt-4">
			<Notice tone={passed ? 'success' : 'info'}>{`${outcome} (${issuer}, ${linesOf(roles).join(', ')})`}</Notice>
		</div>
	);
}

function Apply({ of: { id: test, passed: _, problem: __, ...settings } }: { of: NonNullable<Provider['tested']> }) {
	return (
		<ActionButton
			needs="change-settings"
			label={texts.apply}
			tone="primary"
			consequence={texts.applyConsequence}
			run={async ({ call, reason }) =>
				unlessProposed(await call('adminSaveProvider', { ...settings, test, reason }), () => texts.applied)
			}
		/>
	);
}

function TestSettings({ of }: { of: ProviderSettings | null }) {
	return (
		<ActionButton
			needs="change-settings"
			label={texts.test}
			reason="none"
			consequence={texts.testConsequence}
			run={async ({ call, fields }) => {
				const { test } = await call('adminTestProvider', readSettings(fields));
				location.assign(await startTest(test));
				return texts.opening;
			}}
		>
			<TextField label={texts.issuer} name="issuer" type="url" required defaultValue={of?.issuer} />
			<TextField label={texts.client} name="client_id" required defaultValue={of?.client_id} />
			<TextField label={texts.secret} name="client_secret" type="password" autoComplete="new-password" />
			<TextField label={texts.domain} name="hosted_domain" defaultValue={of?.hosted_domain ?? ''} />
			<TextField label={texts.claim} name="claim" required defaultValue={of?.claim ?? 'groups'} />
			<TextArea
				label={texts.roles}
				name="roles"
				required
				rows={4}
				defaultValue={of ? linesOf(of.roles).join('\n') : ''}
			/>
			<TextField label={texts.factor} name="second_factor" defaultValue={of?.second_factor.join(' ')} />
		</ActionButton>
	);
}

function linesOf(roles: ProviderSettings['roles']): string[] {
	return Object.entries(roles).map(([value, role]) => `${value} = ${role}`);
}

/** The server refuses roles that don't exist. */
function readSettings(fields: FormData) {
	const text = (name: string) => String(fields.get(name)).trim();
	const lines = text('roles')
		.split('\n')
		.filter((line) => line.trim());
	const pairs = lines.map((line) => [/^(.*)=/.exec(line)?.[1]?.trim() ?? '', line.split('=').at(-1)?.trim()]);
	return {
		...{ issuer: text('issuer'), client_id: text('client_id'), claim: text('claim') },
		hosted_domain: text('hosted_domain') || null,
		...(text('client_secret') && { client_secret: text('client_secret') }),
		roles: Object.fromEntries(pairs) as ProviderSettings['roles'],
		second_factor: text('second_factor').split(/\s+/).filter(Boolean),
	};
}

async function startTest(test: string): Promise<string> {
	const response = await fetch('/auth/sign-in/provider', {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ purpose: 'test', test, callbackURL: '/admin/settings' }),
	});
	if (!response.ok) throw new Error(texts.roundFailed);
	return (await response.json()).url;
}

type Setting = CallResult<'adminGetSettings'>['items'][number];

const failed = "Couldn't load the settings.";
const sign = words.currencySign;
const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	'Names and links': {
		...{ BRAND_FIRST: 'Logo, first part', BRAND_SECOND: 'Logo, second part', PLATFORM_NAME: 'Game platform' },
		...{ CURRENCY_NAME: 'Currency', CURRENCY_SIGN: 'Sign after amounts', LEGAL_CONTACT: 'Contact address' },
		...{ COMMUNITY_CHAT_URL: 'Community chat', GAME_CREATION_URL: 'Page for game passes', LOGO: 'Logo' },
		COLOURS: 'Colours (name, light, dark)',
	},
	Money: {
		...{ PAYOUT_USD_PER_THOUSAND: `Cost of 1,000 ${sign} in $`, MARGIN_FLOOR_PERCENT: 'Lowest margin in %' },
		APPROVAL_LIMIT: `${sign} one admin may move in 24 hours`,
	},
	Withdrawals: {
		...{ WITHDRAW_DAILY_CAP: `${sign} per user and day`, STOCK_POLICY: 'Above the stock' },
		...{ PAYOUT_REVIEW_HOURS: 'Hours on hold', GAME_ACCOUNT_PROOF: 'Proof of the game account' },
		GAME_ACCOUNT_PROOF_FROM: `Proof from (${sign})`,
	},
	'Accounts and privacy': {
		...{ SIGN_UPS_A_DAY: 'Sign-ups per network and day', COUNTRIES_NOT_SERVED: 'Countries not served' },
		DELETED_ACCOUNT_MEMORY_DAYS: 'Days to remember deleted accounts',
	},
	Team: { ADMIN_BANNER: 'Text on the dashboard', ALERT_URLS: 'Alert channels', CANNED_ANSWERS: 'Reply templates' },
};
const choices: Readonly<Record<string, readonly string[]>> = {
	STOCK_POLICY: ['queue', 'refuse'],
	GAME_ACCOUNT_PROOF: ['off', 'withdraw', 'always'],
};
const sources = { default: '', environment: ' (set on the server)', database: ' (changed here)' };

export default function SettingsPage() {
	const { data, error, retry } = useAdminQuery('adminGetSettings', null, { failed });
	const found = new Map(data?.items.map((item) => [item.name, item]));
	return (
		<>
			{error && !data && <RetryNotice error={error} onRetry={retry} />}
			{!data && !error && <Skeleton className="h-96 w-full rounded-card" />}
			<div className="grid items-start gap-4 lg:grid-cols-2">
				{data &&
					Object.entries(groups).map(([title, labels]) => (
						<Group
							key={title}
							title={title}
							labels={labels}
							settings={Object.keys(labels).flatMap((name) => found.get(name) ?? [])}
						/>
					))}
				<TeamProvider />
				<FactCard title="Check the site" facts={[]}>
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
	const textOf = (setting: Setting) => String(setting.value ?? '');
	return (
		<FactCard
			title={title}
			facts={settings.map((setting) => {
				const text = textOf(setting);
				const look = `whitespace-pre-line ${text.includes('\n') ? 'block text-start' : ''}`;
				return {
					label: (labels[setting.name] ?? '') + sources[setting.source],
					value: <span className={look}>{text || 'Not set'}</span>,
				};
			})}
		>
			{open.length > 0 && (
				<div className="mt-4">
					<ActionButton
						needs="change-settings"
						label={`Edit ${title.toLowerCase()}`}
						tone="primary"
						consequence="Applies to the whole site within a minute. Clear a field to restore its default. Fields marked * may need a second person, and then all changes wait together."
						run={async ({ call, reason, fields }) => {
							const changes = Object.fromEntries(
								open.flatMap((setting) => {
									const text = String(fields.get(setting.name)).replaceAll('\r', '').trim();
									return text === textOf(setting) ? [] : [[setting.name, text || null]];
								}),
							);
							return unlessProposed(await call('adminChangeSettings', { changes, reason }), () => 'Saved.');
						}}
					>
						{open.map((setting) => (
							<Field
								key={setting.name}
								setting={setting}
								label={`${labels[setting.name]}${setting.takes_two ? ' *' : ''}`}
							/>
						))}
					</ActionButton>
				</div>
			)}
		</FactCard>
	);
}

function Field({ setting: { name, value }, label }: { setting: Setting; label: string }) {
	const given = { label, name, defaultValue: value ?? '' };
	const options = choices[name]?.map((choice) => [choice, choice] as const);
	if (options) return <SelectField {...given} options={options} />;
	return /COLOURS|CANNED/.test(name) ? <TextArea {...given} rows={8} /> : <TextField {...given} />;
}
