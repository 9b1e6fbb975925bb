import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { THREAD_TEXT_LENGTH_MAX } from '../../../contract/limits.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { useMay } from '../../lib/staff-role.tsx';
import { useSending } from '../../lib/use-sending.ts';
import { Button, Notice } from '../../ui/basics.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { hasPlaceholder, TemplateFields, unfilled } from './template-fields.tsx';

export function AnswerForm({ reference }: { reference: string }) {
	const call = useCall();
	const queries = useQueryClient();
	const may = useMay();
	const [text, setText] = useState('');
	const [isUnfilled, setUnfilled] = useState(false);
	const { problem, isSending, send } = useSending(
		"The server didn't confirm that your reply was sent. Check before you try again.",
	);
	if (!may('answer-threads')) return null;

	function answer(close: boolean): void {
		if (text.trim() === '') return;
		const hasBrackets = hasPlaceholder(text);
		setUnfilled(hasBrackets);
		if (hasBrackets) return;
		void send(async () => {
			await call('adminReplyToThread', { reference, text, close });
			setText('');
			await queries.invalidateQueries({ queryKey: ['admin'] });
		});
	}
	const error = isUnfilled ? unfilled : problem;
	return (
		<form
			className="grid gap-3 rounded-card border border-line bg-card p-4"
			onSubmit={(event: FormEvent) => {
				event.preventDefault();
				answer(false);
			}}
		>
			<TemplateFields onChoose={setText} />
			<TextArea
				label="Reply"
				hint="The user gets this on their page and by email. You can't undo this."
				rows={6}
				maxLength={THREAD_TEXT_LENGTH_MAX}
				value={text}
				onChange={({ target }) => setText(target.value)}
			/>
			{error && <Notice tone="error">{error}</Notice>}
			<div className="flex flex-wrap gap-2">
				<Button type="submit" disabled={text.trim() === ''} aria-disabled={isSending || undefined}>
					{isSending ? 'Sending…' : 'Send'}
				</Button>
				<Button look="quiet" disabled={text.trim() === ''} onClick={() => answer(true)}>
					Send and close
				</Button>
			</div>
		</form>
	);
}
