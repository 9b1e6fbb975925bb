import { m } from '../../texts/messages.js';
import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';

/** In place of what could not be loaded, or above what could not be brought up to date. */
export function RetryNotice({ message, onRetry }: { message: string; onRetry: () => void }) {
	return (
		<Notice tone="error">
			<div className="flex flex-wrap items-center justify-between gap-3">
				{message}
				<Button look="quiet" className="min-h-11 text-ink" onClick={onRetry}>
					{m.common_try_again()}
				</Button>
			</div>
		</Notice>
	);
}
