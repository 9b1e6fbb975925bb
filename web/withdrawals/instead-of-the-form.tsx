import { sendApplicationEvent } from '../lib/application-events.ts';
import { m } from '../texts/messages.js';
import { Button, linkTo, withParts } from '../ui/basics.tsx';
import { AlertIcon } from '../ui/icons.tsx';

export function Paused({ reason, isChecking, onRetry }: { reason: string; isChecking: boolean; onRetry: () => void }) {
	return (
		<div className="grid min-h-84 content-center justify-items-start gap-4">
			<p role="status" className="flex gap-3 rounded-control bg-warn-tint p-4 font-semibold text-warn">
				<AlertIcon className="mt-px size-5" />
				<span className="min-w-0 flex-1 break-words">{m.withdraw_withdrawals_are_paused({ reason })}</span>
			</p>
			<p className="text-soft">
				{withParts(m.withdraw_your_balance_stays_yours(), {
					link: linkTo('/withdraw-history'),
					link2: linkTo('/threads/new?about=pause'),
				})}
			</p>
			<Button look="quiet" aria-disabled={isChecking || undefined} onClick={onRetry}>
				{isChecking ? m.common_checking() : m.common_check_again()}
			</Button>
		</div>
	);
}

export function UsernameMissing() {
	return (
		<div className="grid min-h-84 content-center justify-items-start gap-4">
			<p role="status" className="font-semibold">
				{m.withdraw_no_username_found()}
			</p>
			<p className="text-soft">{m.withdraw_add_the_account_that_owns()}</p>
			<Button onClick={() => sendApplicationEvent('username-wanted')}>{m.withdraw_add_your_platform_username()}</Button>
		</div>
	);
}
