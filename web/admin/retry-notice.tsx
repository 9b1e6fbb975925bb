import { Notice } from '../ui/notice.tsx';
import { AdminButton } from './admin-button.tsx';

const texts = { tryAgain: 'Try again' };

/** What could not be read, in words, with a button that tries again. */
export function RetryNotice({ error, onRetry }: { error: string; onRetry?: (() => void) | undefined }) {
	return (
		<Notice tone="error">
			<p>{error}</p>
			{onRetry && (
				<AdminButton className="mt-3 text-ink" onClick={onRetry}>
					{texts.tryAgain}
				</AdminButton>
			)}
		</Notice>
	);
}
