import { useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { AdminButton } from './admin-button.tsx';

const texts = { tryAgain: 'Try again' };

type RetryNoticeProps = { error: string; onRetry?: (() => Promise<unknown>) | undefined };

export function RetryNotice({ error, onRetry }: RetryNoticeProps) {
	const [isTrying, setTrying] = useState(false);

	async function tryAgain(): Promise<void> {
		if (isTrying) return;
		setTrying(true);
		await onRetry?.();
		setTrying(false);
	}

	return (
		<Notice tone="error">
			<p>{error}</p>
			{onRetry && (
				<AdminButton className="mt-3 text-ink" aria-disabled={isTrying} onClick={() => void tryAgain()}>
					{texts.tryAgain}
				</AdminButton>
			)}
		</Notice>
	);
}
