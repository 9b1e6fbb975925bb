import type { ProviderSettings } from '../../../contract/accounts/provider.ts';
import type { CallResult } from '../../../contract/calls.ts';
import { staffRoles } from '../../../contract/permissions.ts';
import { Notice, Skeleton } from '../../ui/basics.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { FactCard } from '../ui/fact-list.tsx';
import { ActionButton, TextField, textIn } from '../ui/forms.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';

type Provider = CallResult<'adminGetProvider'>;

export const teamTitle = 'Team sign-in';

const texts = { failed: "Couldn't load team sign-in.", issuer: 'Issuer (https)', client: 'Client ID', claim: 'Claim' };

export function TeamProvider() {
	const { data, error, retry } = useAdminQuery('adminGetProvider', null, texts);
	if (error && !data) return <RetryNotice error={error} onRetry={retry} />;
	if (!data) return <Skeleton className="h-64 w-full rounded-card" />;
	const { applied, tested, redirect_uri } = data;
	const facts = applied
		? factsOf(applied)
		: [{ label: 'Status', value: 'Off. Everyone on the team signs in with a password.' }];
	return (
		<FactCard title={teamTitle} facts={[...facts, { label: 'Redirect address for the provider', value: redirect_uri }]}>
			{tested && <TestOutcome of={tested} />}
			<div className="mt-4 flex flex-wrap gap-2">
				{tested?.passed && <Apply of={tested} />}
				<TestSettings of={tested ?? applied} />
				{applied && (
					<ActionButton
						needs="change-settings"
						label="Turn off"
						tone="danger"
						consequence="Sessions of the provider end. The team signs in with passwords."
						done="Team sign-in is off."
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
	const outcome = passed
		? 'Your test passed. Apply these settings within an hour.'
		: (problem ?? 'Your last test was not finished.');
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
			label="Apply tested settings"
			tone="primary"
			consequence="Linked team members then sign in there. Owners keep their password. Sessions of the previous provider end."
			done="Team sign-in changed."
			run={({ call, reason }) => call('adminSaveProvider', { ...settings, test, reason })}
		/>
	);
}

function TestSettings({ of }: { of: ProviderSettings | null }) {
	return (
		<ActionButton
			needs="change-settings"
			label="Test settings"
			reason="none"
			consequence="You sign in at the provider once. Nothing changes on this site."
			run={async ({ call, fields }) => {
				const { test } = await call('adminTestProvider', readSettings(fields));
				location.assign(await startTest(test));
				return 'Opening the provider…';
			}}
		>
			<TextField label={texts.issuer} name="issuer" type="url" required defaultValue={of?.issuer} />
			<TextField label={texts.client} name="client_id" required defaultValue={of?.client_id} />
			<TextField
				label="Client secret (leave empty to keep it)"
				name="client_secret"
				type="password"
				autoComplete="new-password"
			/>
			<TextField
				label="Google Workspace domain (only for Google)"
				name="hosted_domain"
				defaultValue={of?.hosted_domain ?? ''}
			/>
			<TextField label={texts.claim} name="claim" required defaultValue={of?.claim ?? 'groups'} />
			<TextArea
				label={`Roles: one line for each value of the claim, such as Money = finance (${staffRoles.slice(1).join(', ')})`}
				name="roles"
				required
				rows={4}
				defaultValue={of ? linesOf(of.roles).join('\n') : ''}
			/>
			<TextField
				label="Values of acr or amr that count as a second factor, separated by spaces"
				name="second_factor"
				defaultValue={of?.second_factor.join(' ')}
			/>
		</ActionButton>
	);
}

function linesOf(roles: ProviderSettings['roles']): string[] {
	return Object.entries(roles).map(([value, role]) => `${value} = ${role}`);
}

/** The server refuses roles that don't exist. */
function readSettings(fields: FormData) {
	const text = (name: string) => textIn(fields, name);
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
	if (!response.ok) throw new Error("Couldn't open the provider. Try again.");
	return (await response.json()).url;
}
