import { type FormEvent, useState } from 'react';
import { useCall } from '../lib/calls/clients.tsx';
import { words } from '../lib/format/branding.ts';
import { useSending } from '../lib/use-sending.ts';
import { m } from '../texts/messages.js';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/fields/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card } from './card.tsx';

export function RequestLink() {
	const call = useCall();
	const [email, setEmail] = useState('');
	const { answer, problem, isSending, send } = useSending(m.threads_failed());

	function submit(event: FormEvent): void {
		event.preventDefault();
		void send(() => call('sendThreadLink', { email: email.trim() }));
	}
	if (answer) return <Notice tone="success">{m.threads_link_sent({ email: email.trim() })}</Notice>;
	return (
		<Card>
			<form className="grid gap-2" onSubmit={submit}>
				<p className="mb-2 text-soft">{m.threads_ask_for_link_lead({ contact: words.legalContact })}</p>
				<Field
					label={m.threads_email()}
					type="email"
					autoComplete="email"
					required
					value={email}
					onChange={({ target }) => setEmail(target.value)}
				/>
				{problem && <Notice tone="error">{problem}</Notice>}
				<Button type="submit" className="justify-self-start" aria-disabled={isSending || undefined}>
					{m.threads_send_link()}
				</Button>
			</form>
		</Card>
	);
}
