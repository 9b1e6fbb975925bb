import { useState } from 'react';
import { m } from '../../texts/messages.js';
import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';

type RetryNoticeProps = { error: string; onRetry?: (() => unknown) | undefined; label?: string };

export function RetryNotice({ error, onRetry, label = m.common_try_again() }: RetryNoticeProps) {
	const [isTrying, setTrying] = useState(false);
	async function tryAgain(): Promise<void> {
		if (isTrying) return;
		setTrying(true);
		await onRetry?.();
		setTrying(false);
	}
	return (
		<Notice tone="error">
			<div className="flex flex-wrap items-center justify-between gap-3">
				<p>{error}</p>
				{onRetry && (
					<Button look="quiet" className="min-h-11 text-ink" aria-disabled={isTrying} onClick={() => void tryAgain()}>
						{label}
					</Button>
				)}
			</div>
		</Notice>
	);
}
