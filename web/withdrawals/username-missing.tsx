import { sendApplicationEvent } from '../lib/application-events.ts';
import { m } from '../texts/messages.js';
import { Button } from '../ui/button.tsx';

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
