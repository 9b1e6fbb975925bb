import '../ui/tickets/tickets.css';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Thread } from '../../contract/accounts/threads.ts';
import { createCall } from '../lib/calls/call.ts';
import { useCall } from '../lib/calls/clients.tsx';
import { words } from '../lib/format/formats.ts';
import { useMailCode } from '../lib/use-mail-code.ts';
import { useSending } from '../lib/use-sending.ts';
import { m } from '../texts/messages.js';
import { Button, Field, Notice, Page, Skeleton } from '../ui/basics.tsx';
import { useReplyTime } from '../ui/help/use-reply-time.ts';
import { ThreadView } from './thread-view.tsx';

function Card({ children }: { children: ReactNode }) {
	return <div className="grid gap-4 rounded-card border border-line bg-card p-5 raised sm:p-6">{children}</div>;
}

function RequestLink() {
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

type Opened = { token: string; thread: Thread };

/** Redeems the link only after a click, because mail scanners open links. */
export default function AppealPage() {
	const code = useMailCode();
	const [opened, setOpened] = useState<Opened>();
	const replyTime = useReplyTime();
	const lead = opened ? m.threads_appeal_one_lead() : m.threads_appeal_lead();
	return (
		<Page
			title={opened ? opened.thread.subject : m.threads_appeal()}
			lead={`${lead} ${replyTime}`}
			className="grid max-w-3xl gap-6"
		>
			{opened ? (
				<OpenedThread opened={opened} onChange={(thread) => setOpened({ ...opened, thread })} />
			) : code === undefined ? (
				<Skeleton className="h-40 w-full" />
			) : code ? (
				<SpendCode key={code} code={code} onOpen={setOpened} />
			) : (
				<RequestLink />
			)}
		</Page>
	);
}

function SpendCode({ code, onOpen }: { code: string; onOpen: (opened: Opened) => void }) {
	const call = useCall();
	const { problem, isSending: isOpening, send } = useSending(m.threads_failed());
	const open = () =>
		send(async () => {
			const { thread_token: token, reference } = await call('openThreadByCode', { code });
			onOpen({ token, thread: await callWith(token)('getThread', { reference }) });
		});
	if (problem) {
		return (
			<>
				<Notice tone="error">{problem}</Notice>
				<RequestLink />
			</>
		);
	}
	return (
		<Card>
			<p>{m.threads_link_is_for_once()}</p>
			<Button className="justify-self-start" aria-disabled={isOpening || undefined} onClick={open}>
				{isOpening ? m.threads_opening() : m.threads_open()}
			</Button>
		</Card>
	);
}

function OpenedThread({ opened, onChange }: { opened: Opened; onChange: (thread: Thread) => void }) {
	const { token, thread } = opened;
	const { reference } = thread;
	async function reply(text: string): Promise<void> {
		const call = callWith(token);
		await call('replyToThread', { reference, text });
		onChange(await call('getThread', { reference }));
	}
	return (
		<>
			<Notice tone="info">{m.threads_for_an_hour()}</Notice>
			<ThreadView thread={thread} onReply={reply} />
		</>
	);
}

/** The token authorizes this thread only; cookies are omitted. */
function callWith(token: string) {
	return createCall((address, init = {}) => {
		const headers = new Headers(init.headers);
		headers.set('authorization', `Bearer ${token}`);
		return fetch(address, { ...init, headers, credentials: 'omit' });
	});
}
