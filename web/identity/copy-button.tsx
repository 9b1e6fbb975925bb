import { useState } from 'react';
import { accountMessages } from '../../contract/account-messages.ts';
import { TextButton } from '../ui/button.tsx';

/** Copies a text, and says whether it worked: some browsers, and pages without https, refuse. */
export function CopyButton({ text, label }: { text: string; label: string }) {
	const [outcome, setOutcome] = useState<string>();

	async function copy(): Promise<void> {
		try {
			await navigator.clipboard.writeText(text);
			setOutcome(accountMessages.copied);
		} catch {
			setOutcome(accountMessages.notCopied);
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
