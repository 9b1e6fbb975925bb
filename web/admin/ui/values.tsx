import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { amountFormats, englishMarks, inThousands } from '../../lib/format/formats.ts';
import { TextLink } from '../../ui/basics.tsx';
import { TimeAgo as TimeAgoIn } from '../../ui/time-ago.tsx';
import { showToast } from '../../ui/toast.tsx';

export const { formatAmount, formatWhole } = amountFormats(englishMarks);

export const formatShare = (share: number | null) => (share === null ? '–' : `${(share * 100).toFixed(1)}%`);

export const formatDays = (days: number): string => (days < 100 ? days.toFixed(1) : inThousands(Math.round(days)));

export function formatDollars(amount: number): string {
	const [whole = '', cents] = Math.abs(amount).toFixed(2).split('.');
	return `${amount < 0 ? '-' : ''}$${inThousands(whole)}.${cents}`;
}

export function ExactTime({ timeMs }: { timeMs: number }) {
	const time = new Date(timeMs);
	return (
		<time dateTime={time.toISOString()} className="tabular-nums">
			<span className="md:whitespace-nowrap">{time.toLocaleDateString('en', { dateStyle: 'medium' })},</span>{' '}
			<span className="md:whitespace-nowrap">{time.toLocaleTimeString('en', { timeStyle: 'medium' })}</span>
		</time>
	);
}

export function TimeAgo({ timeMs }: { timeMs: number }) {
	return <TimeAgoIn timeMs={timeMs} spoken="en" />;
}

/** An email address wraps before its @. */
export const wrapping = (name: string): ReactNode[] =>
	name.split(/(?=@)/).flatMap((part, index) => (index > 0 ? [<wbr key={part} />, part] : part));

export function UserLink({ user: { uid, name } }: { user: { uid: string; name: string | null } }) {
	return (
		<TextLink
			to={`/admin/users/${uid}`}
			title={name ?? uid}
			className="inline-block max-w-44 align-bottom wrap-break-word 2xl:max-w-56"
		>
			{name === null ? `${uid.slice(0, 8)}…` : wrapping(name)}
		</TextLink>
	);
}

export function WithdrawalLink({ orderId }: { orderId: string }) {
	return (
		<TextLink
			to={`/admin/withdrawals/${encodeURIComponent(orderId)}`}
			title={orderId}
			className="inline-block max-w-36 align-bottom font-mono text-xs [overflow-wrap:anywhere]"
		>
			{orderId}
		</TextLink>
	);
}

export const figureLinkLook = 'underline decoration-line decoration-2 underline-offset-4 hover:decoration-accent';

export function FigureLink({ to, children }: { to: string; children: ReactNode }) {
	return (
		<Link to={to} className={figureLinkLook}>
			{children}
		</Link>
	);
}

export function Coded({ raw, label }: { raw: string; label: string }) {
	return <span title={raw === label ? undefined : raw}>{label}</span>;
}

export function CopyChip({ text }: { text: string }) {
	async function copy(): Promise<void> {
		try {
			await navigator.clipboard.writeText(text);
			showToast('Copied.');
		} catch {
			showToast("Couldn't copy. Select the text and copy it.");
		}
	}
	return (
		<button
			type="button"
			title="Copy"
			onClick={() => void copy()}
			className="rounded-md bg-sunken px-1.5 py-0.5 text-start font-mono text-xs text-inherit [overflow-wrap:anywhere] select-text hover:bg-tint hover:text-accent"
		>
			{text}
		</button>
	);
}
