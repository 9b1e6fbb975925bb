import type { CallResult } from '../../../contract/calls.ts';
import { words } from '../../lib/format/formats.ts';
import { Skeleton } from '../../ui/basics.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { FactCard } from '../ui/fact-list.tsx';
import { ActionButton, SelectField, TextField, unlessProposed } from '../ui/forms.tsx';
import { wrapping } from '../ui/values.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';
import { TeamProvider } from './team-provider.tsx';
import { siteTests, TrySite } from './try-site.tsx';

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
		OFFER_CLAIMS_MAX_PERCENT: 'Hide offers above this % of claims (100: never)',
		OFFER_REVERSALS_MAX_PERCENT: 'Hide offers above this % of reversals (100: never)',
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

const anchorOf = (title: string): string => title.toLowerCase().replaceAll(/\W+/g, '-');

export default function SettingsPage() {
	const { data, error, retry } = useAdminQuery('adminGetSettings', null, { failed });
	const found = new Map(data?.items.map((item) => [item.name, item]));
	return (
		<>
			{error && !data && <RetryNotice error={error} onRetry={retry} />}
			<nav aria-label="Sections" className="mb-4 flex flex-wrap gap-x-5">
				{Object.keys(groups).map((title) => (
					<a key={title} href={`#${anchorOf(title)}`} className="inline-flex min-h-11 items-center text-sm underline">
						{title}
					</a>
				))}
			</nav>
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
	const fixed = settings.filter(({ source }) => source === 'environment').map(({ name }) => labels[name]);
	const textOf = (setting: Setting) => String(setting.value ?? '');
	return (
		<FactCard
			title={title}
			anchor={anchorOf(title)}
			facts={[
				...settings.map((setting) => ({
					label: `${labels[setting.name]}${setting.source === 'database' ? ' (changed here)' : ''}`,
					value: <Value text={textOf(setting)} />,
				})),
				...(fixed.length > 0 ? [{ label: 'Set on the server', value: fixed.join(', ') }] : []),
			]}
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

function Value({ text }: { text: string }) {
	const lines = text.split('\n').filter(Boolean);
	if (lines.length < 2) return text ? wrapping(text) : 'Not set';
	return (
		<details>
			<summary className="cursor-pointer">{`${lines.length} lines`}</summary>
			<span className="mt-2 block text-start whitespace-pre-line">{text}</span>
		</details>
	);
}

function Field({ setting: { name, value }, label }: { setting: Setting; label: string }) {
	const given = { label, name, defaultValue: value ?? '' };
	const options = choices[name]?.map((choice) => [choice, choice] as const);
	if (options) return <SelectField {...given} options={options} />;
	return /COLOURS|CANNED/.test(name) ? <TextArea {...given} rows={8} /> : <TextField {...given} />;
}
