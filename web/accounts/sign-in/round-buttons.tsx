import { type ReactNode, useEffect, useState } from 'react';
import { messageOf } from '../../lib/calls/refusal.ts';
import { m } from '../../texts/messages.js';
import { Button, Notice } from '../../ui/basics.tsx';
import { googleRound } from './google-round.ts';
import { startGoogleRound, startProviderRound } from './sign-in-requests.ts';

export function GoogleButton({ next }: { next: string }) {
	return (
		<RoundButton
			label={m.identity_continue_with_google()}
			busy={m.identity_going_to_google()}
			start={() => startGoogleRound(next)}
		/>
	);
}

type ProviderButtonProps = { next: string; purpose?: 'sign-in' | 'link'; isAgain?: boolean };

export function ProviderButton({ next, purpose = 'sign-in', isAgain }: ProviderButtonProps) {
	return (
		<RoundButton
			label={purpose === 'link' ? m.identity_provider_link() : m.identity_provider_sign_in()}
			busy={m.identity_provider_going()}
			start={() => startProviderRound({ purpose, callbackURL: next, ...(isAgain && { again: true }) })}
		/>
	);
}

function RoundButton({ label, busy, start }: { label: string; busy: string; start: () => Promise<{ url: string }> }) {
	const [isLeaving, setLeaving] = useState(false);
	const [problem, setProblem] = useState<string>();

	useEffect(() => {
		const onBack = ({ persisted }: PageTransitionEvent) => {
			if (!persisted) return;
			googleRound.forget();
			setLeaving(false);
		};
		addEventListener('pageshow', onBack);
		return () => removeEventListener('pageshow', onBack);
	}, []);

	async function leave(): Promise<void> {
		if (isLeaving) return;
		setLeaving(true);
		setProblem(undefined);
		try {
			const { url } = await start();
			googleRound.put({ isUnderWay: true });
			location.assign(url);
		} catch (error) {
			setLeaving(false);
			setProblem(messageOf(error, m.refusal_auth_internal_error()));
		}
	}

	return <WayButton label={isLeaving ? busy : label} isBusy={isLeaving} problem={problem} onClick={leave} />;
}

type WayButtonProps = { label: string; isBusy: boolean; problem: string | undefined; onClick: () => Promise<void> };

export function WayButton({ label, isBusy, problem, onClick }: WayButtonProps) {
	return (
		<div className="grid gap-3">
			<Button look="quiet" className="w-full" aria-disabled={isBusy || undefined} onClick={onClick}>
				{label}
			</Button>
			{problem && <Notice tone="error">{problem}</Notice>}
		</div>
	);
}

export function OtherWays({ isOnlyWay = false, children }: { isOnlyWay?: boolean; children: ReactNode }) {
	return (
		<>
			{!isOnlyWay && (
				<p
					aria-hidden="true"
					className="my-4 flex items-center gap-3 text-sm text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
				>
					{m.identity_or()}
				</p>
			)}
			<div className="grid gap-3">{children}</div>
		</>
	);
}
