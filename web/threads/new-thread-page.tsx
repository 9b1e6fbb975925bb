import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { THREAD_SUBJECT_LENGTH_MAX, THREAD_TEXT_LENGTH_MAX } from '../../contract/limits.ts';
import { useCall } from '../lib/calls/clients.tsx';
import { messageOf } from '../lib/calls/refusal.ts';
import { m } from '../texts/messages.js';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { TextArea } from '../ui/text-area.tsx';
import './threads.css';
import { aboutIn, aboutTexts } from './about.ts';
import { THREADS } from './query-keys.ts';
import { StatementCard } from './statement-card.tsx';

/** `?about=` says what it objects to, and `?reference=` what else it is about. */
export default function NewThreadPage() {
	const [search] = useSearchParams();
	const about = aboutIn(search.get('about'));
	const call = useCall();
	const { data: statement } = useQuery({
		queryKey: ['statement', about],
		queryFn: ({ signal }) => call('getStatement', about ?? { kind: 'ban' }, signal),
		enabled: about !== undefined,
		retry: false,
	});
	const given = about ? [aboutTexts[about.kind], about.id].filter(Boolean).join(' ') : search.get('reference');
	return (
		<div className="mx-auto grid max-w-3xl gap-6 px-4 py-8 sm:px-6 sm:py-12">
			<PageTitle>{m.threads_new()}</PageTitle>
			<PageHeading lead={m.threads_new_lead()} next={{ to: '/threads', label: m.threads_all() }}>
				{m.threads_new()}
			</PageHeading>
			{statement && <StatementCard statement={statement} />}
			{/* What is not there, or not any more, can be written about all the same. */}
			<NewThreadForm subject={given?.slice(0, THREAD_SUBJECT_LENGTH_MAX) ?? ''} about={statement && about} />
		</div>
	);
}

function NewThreadForm({ subject: given, about }: { subject: string; about: ReturnType<typeof aboutIn> }) {
	const call = useCall();
	const queries = useQueryClient();
	const navigate = useNavigate();
	const [subject, setSubject] = useState(given);
	const [text, setText] = useState('');
	const [problem, setProblem] = useState<string>();
	const [isSending, setSending] = useState(false);

	async function send(event: FormEvent): Promise<void> {
		event.preventDefault();
		if (isSending) return;
		setSending(true);
		setProblem(undefined);
		try {
			const { reference } = await call('openThread', { subject, text, about });
			await queries.invalidateQueries({ queryKey: THREADS });
			await navigate(`/threads/${reference}`);
		} catch (error) {
			setProblem(messageOf(error, m.threads_failed()));
			setSending(false);
		}
	}
	return (
		<form className="grid gap-4 rounded-card border border-line bg-card p-5 raised sm:p-6" onSubmit={send}>
			<Field
				label={m.threads_subject()}
				required
				maxLength={THREAD_SUBJECT_LENGTH_MAX}
				value={subject}
				onChange={({ target }) => setSubject(target.value)}
			/>
			<TextArea
				label={m.threads_your_message()}
				hint={m.threads_text_hint()}
				rows={6}
				required
				maxLength={THREAD_TEXT_LENGTH_MAX}
				value={text}
				onChange={({ target }) => setText(target.value)}
			/>
			{problem && <Notice tone="error">{problem}</Notice>}
			<Button
				type="submit"
				className="justify-self-start"
				disabled={subject.trim() === '' || text.trim() === ''}
				aria-disabled={isSending || undefined}
			>
				{isSending ? m.threads_sending() : m.threads_send()}
			</Button>
		</form>
	);
}
