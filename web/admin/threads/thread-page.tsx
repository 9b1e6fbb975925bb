import type { ThreadFile } from '../../../contract/admin/threads.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { AdminPageProps } from '../pages.ts';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { ExactTime } from '../ui/exact-time.tsx';
import { FactCard } from '../ui/fact-list.tsx';
import { NotThere } from '../ui/not-there.tsx';
import { RetryNotice } from '../ui/retry-notice.tsx';
import { UserLink } from '../ui/user-link.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { AnswerForm } from './answer-form.tsx';
import { FullStatementCard } from './full-statement.tsx';
import { aboutInWords, statesInWords } from './thread-words.ts';

const texts = {
	failed: 'Couldn’t load the conversation.',
	missing: 'No conversation has this reference.',
	all: 'All messages',
	facts: 'Conversation',
	who: 'User',
	banned: 'Banned. The user replies through the link in their email.',
	about: 'About',
	state: 'Status',
	opened: 'Opened',
	asked: 'Waiting since',
	nobody: 'No messages yet.',
	messages: 'Messages',
	user: 'User',
	byDecider: 'Answered by the person who decided',
	another: 'You made this decision, so someone else has to answer.',
	close: 'Close without a reply',
	closeConsequence: 'The user isn’t notified. The conversation reopens if they write again.',
	closed: 'Conversation closed.',
};

export default function ThreadPage({ heading, params: { reference = '' } }: AdminPageProps) {
	const { data: file, error, isMissing, retry } = useAdminQuery('adminGetThread', { reference }, texts);
	return (
		<>
			<AdminHeading lead={<span className="font-mono text-xs select-all">{reference}</span>}>
				{file?.thread.subject ?? heading}
			</AdminHeading>
			{isMissing ? (
				<NotThere what={texts.missing} back="/admin/threads" label={texts.all} />
			) : error ? (
				<RetryNotice error={error} onRetry={retry} />
			) : file ? (
				<div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
					<Conversation file={file} />
					<div className="grid gap-4">
						<Facts file={file} />
						{file.statement && <FullStatementCard statement={file.statement} names={file.names} />}
					</div>
				</div>
			) : (
				<Skeleton className="h-64 w-full" />
			)}
		</>
	);
}

function Conversation({ file: { thread, messages, names, answered_by_another } }: { file: ThreadFile }) {
	const call = useCall();
	const { reference, state } = thread;
	return (
		<div className="grid gap-4">
			{messages.length === 0 && <p className="text-soft">{texts.nobody}</p>}
			<ol aria-label={texts.messages} className="grid gap-3">
				{messages.map(({ from, by, text, at, by_decider }) => (
					<li
						key={`${at} ${from} ${text}`}
						className={`grid gap-2 rounded-card border border-line p-4 ${from === 'user' ? 'bg-card' : 'bg-tint sm:ml-10'}`}
					>
						<p className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-soft">
							{by ? (
								<UserLink user={{ uid: by, name: names[by] ?? null }} />
							) : (
								<span className="font-semibold">{texts.user}</span>
							)}
							<ExactTime timeMs={at} />
						</p>
						<p className="text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>
						{by_decider && <Badge tone="plain">{texts.byDecider}</Badge>}
					</li>
				))}
			</ol>
			{answered_by_another ? (
				<Notice tone="info">{texts.another}</Notice>
			) : (
				<>
					<AnswerForm reference={reference} />
					{state !== 'closed' && (
						<div>
							<ActionButton
								needs="answer-threads"
								label={texts.close}
								consequence={texts.closeConsequence}
								done={texts.closed}
								run={({ reason }) => call('adminCloseThread', { reference, reason })}
							/>
						</div>
					)}
				</>
			)}
		</div>
	);
}

function Facts({ file: { thread, is_banned } }: { file: ThreadFile }) {
	const { uid, user_name: name, about, state, opened_at, asked_at } = thread;
	return (
		<FactCard
			title={texts.facts}
			facts={[
				{ label: texts.who, value: <UserLink user={{ uid, name }} /> },
				{ label: texts.about, value: aboutInWords(about) },
				{ label: texts.state, value: statesInWords[state] },
				{ label: texts.opened, value: <ExactTime timeMs={opened_at} /> },
				...(asked_at === null ? [] : [{ label: texts.asked, value: <ExactTime timeMs={asked_at} /> }]),
			]}
		>
			{is_banned && <p className="mt-3 text-sm text-danger">{texts.banned}</p>}
		</FactCard>
	);
}
