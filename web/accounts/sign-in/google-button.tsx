import { useEffect, useState } from 'react';
import { messageOf } from '../../lib/calls/refusal.ts';
import { m } from '../../texts/messages.js';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { googleRound } from './google-round.ts';
import { startGoogleRound } from './sign-in-requests.ts';

export function GoogleButton({ next, isOnlyWay = false }: { next: string; isOnlyWay?: boolean }) {
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
			const { url } = await startGoogleRound(next);
			googleRound.begin();
			location.assign(url);
		} catch (error) {
			setLeaving(false);
			setRefusal(messageOf(error, m.refusal_auth_internal_error()));
		}
	}

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
			<Button look="quiet" className="w-full" aria-disabled={isLeaving || undefined} onClick={leave}>
				{isLeaving ? m.identity_going_to_google() : m.identity_continue_with_google()}
			</Button>
			{refusal && (
				<div className="mt-3">
					<Notice tone="error">{refusal}</Notice>
				</div>
			)}
		</>
	);
}
