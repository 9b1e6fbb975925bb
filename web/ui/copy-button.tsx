import { useState } from 'react';
import { m } from '../texts/messages.js';
import { TextButton } from './basics.tsx';

export function CopyButton({ text, label }: { text: string; label: string }) {
	const [outcome, setOutcome] = useState<string>();

	async function copy(): Promise<void> {
		try {
			await navigator.clipboard.writeText(text);
			setOutcome(m.common_copied());
		} catch {
			setOutcome(m.common_not_copied());
		}
	}

	return (
		<span className="flex flex-wrap items-center gap-x-3 text-sm">
			<TextButton className="min-h-11" onClick={copy}>
				{label}
			</TextButton>
			<span role="status" className="text-soft">
				{outcome}
			</span>
		</span>
	);
}
