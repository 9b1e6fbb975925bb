import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import type { AccountAnswer } from '../../../contract/accounts/identity.ts';
import { onApplicationEvent, sendApplicationEvent } from '../../lib/application-events.ts';
import { useReadAccount } from '../../lib/calls/clients.tsx';
import { useRequest } from '../../lib/calls/use-request.ts';
import { part } from '../../lib/optional.ts';
import { StaffProvider } from '../../lib/staff-role.tsx';
import { m } from '../../texts/messages.js';
import { PageTitle } from '../../ui/basics.tsx';

const SecondFactorForm = part(() => import('../sign-in/second-factor-form.tsx'), 'SecondFactorForm');

const RecentSignInDialog = part(() => import('./recent-sign-in-dialog.tsx'), 'RecentSignInDialog');

const ProviderButton = part(() => import('../sign-in/round-buttons.tsx'), 'ProviderButton');

type SecondFactorGateProps = { isRoleKnown: boolean; waiting: ReactNode; children: ReactNode };

/** Asks for the second factor, which sessions from Google or the app have not passed. */
export function SecondFactorGate({ isRoleKnown, waiting, children }: SecondFactorGateProps) {
	const { answer: account, error, reload } = useRequest(useReadAccount());
	const [isFreshWanted, setFreshWanted] = useState(false);
	useEffect(() => onApplicationEvent('second-factor-wanted', () => void reload()), [reload]);
	useEffect(() => onApplicationEvent('second-factor-needed', () => setFreshWanted(true)), []);

	if (!isRoleKnown || (!account && error === undefined)) return waiting;
	// If the account cannot be read, the server still requires the second factor.
	switch (account && missingStep(account)) {
		case 'provider':
			return <ProviderWanted />;
		case 'code':
			return <CodeWanted onDone={() => void reload()} />;
		case 'set-up':
			return <Navigate to="/account#authenticator" replace />;
		default:
			return account?.staffRole ? (
				<StaffProvider role={account.staffRole} email={account.email}>
					{children}
					{isFreshWanted && (
						<Suspense>
							<RecentSignInDialog
								question={{ account, step: 'second-factor', isStepUp: true, place: undefined }}
								onClose={async (isGiven) => {
									setFreshWanted(false);
									if (isGiven) sendApplicationEvent('second-factor-given');
								}}
							/>
						</Suspense>
					)}
				</StaffProvider>
			) : (
				children
			);
	}
}

function missingStep({ twoFactor, provider }: AccountAnswer): 'provider' | 'code' | 'set-up' | undefined {
	if (provider?.isRequired) return 'provider';
	if (twoFactor.verified) return undefined;
	if (twoFactor.enabled) return 'code';
	return twoFactor.required ? 'set-up' : undefined;
}

function CodeWanted({ onDone }: { onDone: () => void }) {
	return (
		<GateCard title={m.identity_second_step()} lead={m.refusal_totp_required()}>
			<SecondFactorForm onDone={onDone} />
		</GateCard>
	);
}

function ProviderWanted() {
	return (
		<GateCard title={m.identity_provider_title()} lead={m.refusal_provider_required()}>
			<ProviderButton next={location.pathname} />
		</GateCard>
	);
}

function GateCard({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
	return (
		<div className="mx-auto max-w-sm px-4 py-12 sm:py-20">
			<PageTitle>{title}</PageTitle>
			<h1 className="text-3xl font-extrabold tracking-tight">{title}</h1>
			<p className="mt-3 text-balance text-soft">{lead}</p>
			<div className="mt-6 rounded-card border border-line bg-card p-5 raised sm:p-6">
				<Suspense>{children}</Suspense>
			</div>
		</div>
	);
}
