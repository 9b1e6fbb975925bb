import { useEffect, useState } from 'react';
import { messageOf } from '../../lib/calls/refusal.ts';
import { m } from '../../texts/messages.js';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { googleRound } from './google-round.ts';
import { startGoogleRound, startProviderRound } from './sign-in-requests.ts';

type RoundProps = { next: string; isOnlyWay?: boolean };

export function GoogleButton({ next, isOnlyWay }: RoundProps) {
	return (
		<RoundButton
			label={m.identity_continue_with_google()}
			busy={m.identity_going_to_google()}
			start={() => startGoogleRound(next)}
			isOnlyWay={isOnlyWay}
		/>
	);
}

export function ProviderButton({ next, isOnlyWay, purpose = 'sign-in', isAgain }: RoundProps & ProviderRound) {
	return (
		<RoundButton
			label={purpose === 'link' ? m.identity_provider_link() : m.identity_provider_sign_in()}
			busy={m.identity_provider_going()}
			start={() => startProviderRound({ purpose, callbackURL: next, ...(isAgain && { again: true }) })}
			isOnlyWay={isOnlyWay}
		/>
	);
}

type ProviderRound = { purpose?: 'sign-in' | 'link'; isAgain?: boolean };
type RoundButtonProps = {
	label: string;
	busy: string;
	start: () => Promise<{ url: string }>;
	isOnlyWay?: boolean | undefined;
};

function RoundButton({ label, busy, start, isOnlyWay = false }: RoundButtonProps) {
	const [isLeaving, setLeaving] = useState(false);
	const [refusal, setRefusal] = useState<string>();

	useEffect(() => {
		const onBack = ({ persisted }: PageTransitionEvent) => {
			if (!persisted) return;
			googleRound.end();
			setLeaving(false);
		};
		addEventListener('pageshow', onBack);
		return () => removeEventListener('pageshow', onBack);
	}, []);

	async function leave(): Promise<void> {
		if (isLeaving) return;
		setLeaving(true);
		setRefusal(undefined);
		try {
			const { url } = await start();
			googleRound.begin();
			location.assign(url);
		} catch (error) {
			setLeaving(false);
			setRefusal(messageOf(error, m.refusal_auth_internal_error()));
		}
	}

	return (
		<>
			{!isOnlyWay && <Or />}
			<Button look="quiet" className="w-full" aria-disabled={isLeaving || undefined} onClick={leave}>
				{isLeaving ? busy : label}
			</Button>
			{refusal && (
				<div className="mt-3">
					<Notice tone="error">{refusal}</Notice>
				</div>
			)}
		</>
	);
}

export function Or() {
	return (
		<p
			aria-hidden="true"
			className="my-4 flex items-center gap-3 text-sm text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
		>
			{m.identity_or()}
		</p>
	);
}
