import { useState } from 'react';
import { m } from '../../texts/messages.js';
import { AuthForm } from '../sign-in/auth-form.tsx';
import { FormCard, Outcome } from '../sign-in/auth-page.tsx';

const oneClick = { 'List-Unsubscribe': 'One-Click' };

export function UnsubscribeSteps() {
	const [isEnded, setEnded] = useState<boolean>();
	/** The address with the code of the mail, to which mail programs post too. */
	async function end(): Promise<void> {
		const { status } = await fetch(location.href, { method: 'POST', body: new URLSearchParams(oneClick) });
		if (status >= 500) throw new Error(`status ${status}`);
		setEnded(status === 200);
	}
	if (isEnded === undefined) {
		return (
			<FormCard>
				<AuthForm action={m.identity_unsubscribe_button()} busy={m.identity_unsubscribe_busy()} send={end} />
			</FormCard>
		);
	}
	return (
		<Outcome title={isEnded ? m.identity_unsubscribe_done() : m.identity_there_is_no_link()}>
			{isEnded ? m.notices_weekly_ended() : m.identity_link_without_code()}
		</Outcome>
	);
}
