import { type FormEvent, type ReactNode, useState } from 'react';
import { THREAD_TEXT_LENGTH_MAX } from '../../contract/limits.ts';
import { useSending } from '../lib/use-sending.ts';
import { m } from '../texts/messages.js';
import { Button, Notice } from '../ui/basics.tsx';
import { TextArea } from '../ui/fields/text-area.tsx';

type MessageFormProps = {
	label: string;
	hint?: string;
	className?: string;
	children?: ReactNode;
	isComplete?: boolean;
	onSend: (text: string) => Promise<void>;
};

export function MessageForm(props: MessageFormProps) {
	const { label, hint = m.threads_text_hint(), className = '', children, isComplete = true, onSend } = props;
	const [text, setText] = useState('');
	const { problem, isSending, send } = useSending(m.threads_failed());
	const canSend = isComplete && text.trim() !== '';

	function submit(event: FormEvent): void {
		event.preventDefault();
		if (!canSend) return;
		void send(async () => {
			await onSend(text);
			setText('');
		});
	}
	return (
		<form className={`grid gap-4 ${className}`} onSubmit={submit}>
			{children}
			<TextArea
				label={label}
				hint={hint}
				rows={6}
				required
				maxLength={THREAD_TEXT_LENGTH_MAX}
				value={text}
				onChange={({ target }) => setText(target.value)}
			/>
			{problem && <Notice tone="error">{problem}</Notice>}
			<Button type="submit" className="justify-self-start" disabled={!canSend} aria-disabled={isSending || undefined}>
				{isSending ? m.threads_sending() : m.threads_send()}
			</Button>
		</form>
	);
}
