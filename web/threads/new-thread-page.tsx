import '../ui/tickets/tickets.css';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { THREAD_SUBJECT_LENGTH_MAX } from '../../contract/limits.ts';
import { useCall } from '../lib/calls/clients.tsx';
import { useCallQuery } from '../lib/calls/use-call-query.ts';
import { m } from '../texts/messages.js';
import { Field, Page } from '../ui/basics.tsx';
import { useReplyTime } from '../ui/help/use-reply-time.ts';
import { aboutIn, aboutTexts } from './about.ts';
import { MessageForm } from './message-form.tsx';
import { THREADS } from './query-keys.ts';
import { StatementCard } from './statement-card.tsx';

/** `?about=` names the decision objected to, `?reference=` anything else. */
export default function NewThreadPage() {
	const [search] = useSearchParams();
	const replyTime = useReplyTime();
	const about = aboutIn(search.get('about'));
	const { data: statement } = useCallQuery('getStatement', about ?? { kind: 'ban' }, {
		enabled: about !== undefined,
		retry: false,
	});
	const given = about ? [aboutTexts[about.kind], about.id].filter(Boolean).join(' ') : search.get('reference');
	return (
		<Page
			title={m.threads_new()}
			lead={`${replyTime} ${m.threads_new_lead()}`}
			next={{ to: '/threads', label: m.threads_all() }}
			className="grid max-w-3xl gap-6"
		>
			{statement && <StatementCard statement={statement} />}
			<NewThreadForm subject={given?.slice(0, THREAD_SUBJECT_LENGTH_MAX) ?? ''} about={statement && about} />
		</Page>
	);
}

function NewThreadForm({ subject: given, about }: { subject: string; about: ReturnType<typeof aboutIn> }) {
	const call = useCall();
	const queries = useQueryClient();
	const navigate = useNavigate();
	const [subject, setSubject] = useState(given);

	async function send(text: string): Promise<void> {
		const { reference } = await call('openThread', { subject, text, about });
		await queries.invalidateQueries({ queryKey: THREADS });
		await navigate(`/threads/${reference}`);
	}
	return (
		<MessageForm
			label={m.threads_your_message()}
			className="rounded-card border border-line bg-card p-5 raised sm:p-6"
			isComplete={subject.trim() !== ''}
			onSend={send}
		>
			<Field
				label={m.threads_subject()}
				required
				maxLength={THREAD_SUBJECT_LENGTH_MAX}
				value={subject}
				onChange={({ target }) => setSubject(target.value)}
			/>
		</MessageForm>
	);
}
