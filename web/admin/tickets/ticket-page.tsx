import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { AdminClaim, ClaimFile } from '../../../contract/admin/claims.ts';
import type { AdminThread, ThreadFile } from '../../../contract/admin/threads.ts';
import { CallError } from '../../../contract/errors.ts';
import { ADJUSTMENT_MAX, THREAD_TEXT_LENGTH_MAX } from '../../../contract/limits.ts';
import { useCall, useReadData } from '../../lib/calls/clients.tsx';
import { messageOf } from '../../lib/calls/refusal.ts';
import { words } from '../../lib/format/formats.ts';
import { part } from '../../lib/optional.ts';
import { useMay } from '../../lib/staff-role.tsx';
import { useSending } from '../../lib/use-sending.ts';
import { Badge, Button, Notice, Skeleton } from '../../ui/basics.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import type { AdminPageProps } from '../pages.ts';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { type Fact, FactCard } from '../ui/fact-list.tsx';
import { ActionButton, NumberField, numberIn, unlessProposed } from '../ui/forms.tsx';
import { NotThere } from '../ui/not-there.tsx';
import { CopyChip, ExactTime, formatAmount, UserLink } from '../ui/values.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';
import { hasPlaceholder, TemplateFields, unfilled } from './template-fields.tsx';
import { aboutInWords, claimAnswers, claimStates, threadStates } from './words.ts';

function AnswerForm({ reference }: { reference: string }) {
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

/** Fetched with the bearer token, which an `<img>` URL would not send. */
function ClaimPicture({ address, number }: { address: string; number: number }) {
	const readData = useReadData();
	const canvas = useRef<HTMLCanvasElement>(null);
	const [problem, setProblem] = useState<string>();
	const [tries, setTries] = useState(0);
	useEffect(() => {
		const reading = new AbortController();
		const draw = async () => {
			const picture = await createImageBitmap(await (await readData(address, reading.signal)).blob());
			if (!canvas.current || reading.signal.aborted) return;
			canvas.current.width = picture.width;
			canvas.current.height = picture.height;
			canvas.current.getContext('2d')?.drawImage(picture, 0, 0);
			setProblem(undefined);
		};
		draw().catch((error) => {
			if (!reading.signal.aborted) setProblem(messageOf(error, "Couldn't load the picture."));
		});
		return () => reading.abort();
	}, [address, readData, tries]);
	if (problem) return <RetryNotice error={problem} onRetry={async () => setTries(tries + 1)} />;
	return (
		<canvas
			ref={canvas}
			role="img"
			aria-label={`Picture ${number} from the user`}
			className="max-w-full rounded-control border border-line"
		/>
	);
}

const ClaimEvidence = part(() => import('./claim-evidence.tsx'), 'ClaimEvidence');

const FullStatementCard = part(() => import('./full-statement.tsx'), 'FullStatementCard');
const UserBeside = part(() => import('./user-beside.tsx'), 'UserBeside');

type TicketProps = AdminPageProps & { reference: string };

export default function TicketPage(page: AdminPageProps) {
	const { reference = '' } = page.params;
	const { pathname } = useLocation();
	return pathname.startsWith('/admin/claims/') ? (
		<ClaimPage {...page} reference={reference} />
	) : (
		<ThreadPage {...page} reference={reference} />
	);
}

function ClaimPage({ heading, reference }: TicketProps) {
	const query = useAdminQuery('adminGetClaim', { reference }, { failed: "Couldn't load the claim." });
	const { data: file } = query;
	return (
		<Ticket
			{...{ heading, reference, query }}
			missing={{ what: 'No claim has this reference.', back: '/admin/claims', label: 'All claims' }}
			conversation={file && <ClaimConversation file={file} />}
			uid={file?.claim.uid}
			facts={file && <FactCard title="Claim" facts={claimFacts(file)} />}
		>
			<Suspense fallback={<Skeleton className="h-64 w-full" />}>{file && <ClaimEvidence {...file} />}</Suspense>
		</Ticket>
	);
}

function ThreadPage({ heading, reference }: TicketProps) {
	const query = useAdminQuery('adminGetThread', { reference }, { failed: "Couldn't load the conversation." });
	const { data: file } = query;
	return (
		<Ticket
			{...{ reference, query }}
			heading={file?.thread.subject ?? heading}
			missing={{ what: 'No conversation has this reference.', back: '/admin/threads', label: 'All messages' }}
			conversation={file && <ThreadConversation file={file} />}
			uid={file?.thread.uid}
			facts={file && <ThreadFacts file={file} />}
		/>
	);
}

type FrameProps = Pick<TicketProps, 'heading' | 'reference'> & {
	query: ReturnType<typeof useAdminQuery<'adminGetClaim' | 'adminGetThread'>>;
	missing: { what: string; back: string; label: string };
	conversation: ReactNode;
	uid: string | undefined;
	facts: ReactNode;
	children?: ReactNode;
};

function Ticket({ heading, reference, query, missing, conversation, uid, facts, children }: FrameProps) {
	const { error, isMissing, retry } = query;
	return (
		<>
			<AdminHeading heading={heading} lead={<CopyChip text={reference} />} />
			{isMissing && <NotThere {...missing} />}
			{error && !isMissing && <RetryNotice error={error} onRetry={retry} />}
			{!conversation && !error && <Skeleton className="h-64 w-full" />}
			{conversation && (
				<div className="mb-6 grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
					<div className="grid gap-4">{conversation}</div>
					<div className="grid gap-4">
						{facts}
						<Suspense fallback={<Skeleton className="h-64 w-full rounded-card" />}>
							{uid && <UserBeside uid={uid} />}
						</Suspense>
					</div>
				</div>
			)}
			{children}
		</>
	);
}

function Messages({ messages, names }: Pick<ThreadFile, 'messages' | 'names'>) {
	if (messages.length === 0) return <p className="text-soft">No messages yet.</p>;
	return (
		<ol aria-label="Messages" className="grid gap-3">
			{messages.map(({ from, by, text, at, by_decider }) => (
				<li
					key={`${at} ${from} ${text}`}
					className={`grid gap-2 rounded-card border border-line p-4 ${from === 'user' ? 'bg-card' : 'bg-tint sm:ms-10'}`}
				>
					<p className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-soft">
						{by ? (
							<UserLink user={{ uid: by, name: names[by] ?? null }} />
						) : (
							<span className="font-semibold">User</span>
						)}
						<ExactTime timeMs={at} />
					</p>
					<p className="text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>
					{by_decider && <Badge tone="plain">Answered by the admin whose decision is appealed</Badge>}
				</li>
			))}
		</ol>
	);
}

type Common = Pick<AdminThread, 'uid' | 'user_name' | 'opened_at' | 'changed_at'>;

const commonFacts = ({ uid, user_name: name, opened_at, changed_at }: Common, state: string) => [
	{ label: 'User', value: <UserLink user={{ uid, name }} /> },
	{ label: 'Status', value: state },
	{ label: 'Opened', value: <ExactTime timeMs={opened_at} /> },
	{ label: 'Updated', value: <ExactTime timeMs={changed_at} /> },
];

function ClaimConversation({ file: { claim, pictures } }: { file: ClaimFile }) {
	const { note, state, opened_at } = claim;
	const message = { from: 'user' as const, by: null, at: opened_at, by_decider: false };
	return (
		<>
			<Messages messages={note ? [{ ...message, text: note }] : []} names={{}} />
			{pictures.length > 0 && (
				<ul aria-label="Pictures" className="grid gap-3">
					{pictures.map((address, index) => (
						<li key={address}>
							<ClaimPicture address={address} number={index + 1} />
						</li>
					))}
				</ul>
			)}
			{(state === 'open' || state === 'asked-partner') && <ClaimActions claim={claim} />}
		</>
	);
}

function ClaimActions({ claim: { reference, shown } }: { claim: AdminClaim }) {
	return (
		<div className="flex flex-wrap gap-2">
			<ActionButton
				needs="adjust-balances"
				label="Credit user"
				tone="primary"
				consequence="Books the amount as an adjustment, within the same limits. If the partner pays later, we deduct it again."
				reasonHint="The user sees this in their history."
				run={async ({ reason, fields, call }) => {
					const amount = numberIn(fields, 'amount') ?? 0;
					const done = await call('adminSettleClaim', { reference, amount, reason });
					return unlessProposed(done, () => `${formatAmount(amount)} credited.`);
				}}
			>
				<NumberField
					label={`Amount in ${words.currencySign}`}
					name="amount"
					required
					min={0.01}
					max={ADJUSTMENT_MAX}
					step="0.01"
					defaultValue={shown ?? undefined}
				/>
			</ActionButton>
			<ActionButton
				needs="decide-claims"
				label="Decline"
				tone="danger"
				consequence="Notifies the user with your reason. They can open another claim."
				reasonHint="The user sees this."
				done="Claim declined."
				run={async ({ reason, call }) => {
					if (hasPlaceholder(reason)) throw new CallError('invalid-argument', { message: unfilled });
					await call('adminDeclineClaim', { reference, reason });
				}}
			>
				<TemplateFields onChoose={fillReason} />
			</ActionButton>
		</div>
	);
}

function fillReason(text: string, form: HTMLFormElement | null): void {
	const reason = form?.elements.namedItem('reason');
	if (reason instanceof HTMLTextAreaElement) reason.value = text;
}

function claimFacts({ claim, before }: ClaimFile): Fact[] {
	const facts: Fact[] = [
		...commonFacts(claim, claimStates[claim.state]),
		{ label: 'Earlier claims', value: `${before.settled} settled, ${before.declined} declined` },
		{ label: 'Offerwall', value: claim.wall_id },
		{ label: 'Offer', value: claim.offer ?? 'Whole offerwall' },
		{ label: 'Automatic check', value: claimAnswers[claim.answer] },
	];
	if (claim.goal) facts.push({ label: 'Step', value: claim.goal_title ?? claim.goal });
	if (claim.shown !== null) facts.push({ label: 'Reward shown at click', value: formatAmount(claim.shown) });
	if (claim.amount !== null) facts.push({ label: 'Paid', value: formatAmount(claim.amount) });
	if (claim.said) facts.push({ label: 'Message to user', value: claim.said });
	return facts;
}

function ThreadConversation({ file: { thread, messages, names, answered_by_another } }: { file: ThreadFile }) {
	const { reference, state } = thread;
	return (
		<>
			<Messages messages={messages} names={names} />
			{answered_by_another ? (
				<Notice tone="info">You made this decision, so someone else has to answer.</Notice>
			) : (
				<>
					<AnswerForm reference={reference} />
					{state !== 'closed' && (
						<div>
							<ActionButton
								needs="answer-threads"
								label="Close without a reply"
								consequence="The user isn't notified. The conversation reopens if they write again."
								done="Conversation closed."
								run={({ reason, call }) => call('adminCloseThread', { reference, reason })}
							/>
						</div>
					)}
				</>
			)}
		</>
	);
}

function ThreadFacts({ file: { thread, statement, names, is_banned } }: { file: ThreadFile }) {
	const { about, asked_at } = thread;
	const facts = [...commonFacts(thread, threadStates[thread.state]), { label: 'About', value: aboutInWords(about) }];
	if (asked_at !== null) facts.push({ label: 'Waiting since', value: <ExactTime timeMs={asked_at} /> });
	return (
		<>
			<FactCard title="Conversation" facts={facts}>
				{is_banned && (
					<p className="mt-3 text-sm text-danger">Banned. The user replies through the link in their email.</p>
				)}
			</FactCard>
			{statement && (
				<Suspense fallback={<Skeleton className="h-40" />}>
					<FullStatementCard statement={statement} names={names} />
				</Suspense>
			)}
		</>
	);
}
