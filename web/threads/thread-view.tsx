import type { Thread, ThreadState } from '../../contract/accounts/threads.ts';
import { m } from '../texts/messages.js';
import { Badge, type BadgeTone } from '../ui/basics.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { MessageForm } from './message-form.tsx';
import { StatementCard } from './statement-card.tsx';

export function ThreadView({ thread, onReply }: { thread: Thread; onReply: (text: string) => Promise<void> }) {
	const { messages, statement } = thread;
	return (
		<div className="grid gap-6">
			<p className="flex flex-wrap items-center gap-3 text-sm text-soft">
				<ThreadBadge state={thread.state} hasMessages={messages.length > 0} />
				<span className="font-mono select-all">{thread.reference}</span>
			</p>
			{statement && <StatementCard statement={statement} />}
			{messages.length > 0 && (
				<ol className="grid gap-4" aria-label={m.threads_messages()}>
					{messages.map(({ from, text, at, by_decider }) => (
						<li
							key={`${from} ${at} ${text}`}
							className={`grid gap-2 rounded-card border border-line p-4 sm:p-5 ${from === 'you' ? 'bg-tint sm:ms-12' : 'bg-card raised sm:me-12'}`}
						>
							<p className="flex flex-wrap justify-between gap-x-4 text-sm">
								<span className="font-semibold">{from === 'you' ? m.threads_you() : m.threads_we()}</span>
								<span className="text-soft">
									<TimeAgo timeMs={at} />
								</span>
							</p>
							<p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>
							{by_decider && <p className="text-sm text-soft">{m.threads_by_decider()}</p>}
						</li>
					))}
				</ol>
			)}
			<MessageForm
				label={messages.length === 0 ? m.threads_your_message() : m.threads_reply()}
				{...(thread.state === 'closed' && { hint: m.threads_opens_again() })}
				onSend={onReply}
			/>
		</div>
	);
}

const tones: Record<ThreadState, BadgeTone> = { open: 'waiting', waiting: 'good', closed: 'plain' };
const stateTexts: Record<ThreadState, string> = {
	open: m.threads_state_open(),
	waiting: m.threads_state_waiting(),
	closed: m.threads_state_closed(),
};

export function ThreadBadge({ state, hasMessages = true }: { state: ThreadState; hasMessages?: boolean }) {
	return hasMessages ? <Badge tone={tones[state]}>{stateTexts[state]}</Badge> : null;
}
