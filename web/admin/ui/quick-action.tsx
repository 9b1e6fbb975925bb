import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/calls/refusal.ts';
import { showToast } from '../../ui/toast.tsx';
import { AdminButton } from './admin-button.tsx';

const texts = { failed: 'No answer came that tells whether it was done. Look before you try again.' };

/** A button for what can be undone and needs no reason: it is done at once, and a line at the foot tells what came of it. */
export function QuickAction({ label, run }: { label: string; run: () => Promise<string> }) {
	const queries = useQueryClient();
	const [isWorking, setWorking] = useState(false);

	async function start(): Promise<void> {
		if (isWorking) return;
		setWorking(true);
		try {
			showToast(await run());
		} catch (error) {
			showToast(messageOf(error, texts.failed));
		}
		void queries.invalidateQueries({ queryKey: ['admin'] });
		setWorking(false);
	}

	return (
		<AdminButton aria-disabled={isWorking} onClick={() => void start()}>
			{label}
		</AdminButton>
	);
}
