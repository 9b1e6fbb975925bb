import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { amountFormats, englishMarks, inThousands } from '../../lib/format/formats.ts';
import { TimeAgo as TimeAgoIn } from '../../ui/time-ago.tsx';
import { showToast } from '../../ui/toast.tsx';

export const { formatAmount, formatWhole } = amountFormats(englishMarks);

export const formatShare = (share: number | null) => (share === null ? '–' : `${(share * 100).toFixed(1)}%`);

export const formatDays = (days: number): string => (days < 100 ? days.toFixed(1) : inThousands(Math.round(days)));

/** @param month is `YYYY-MM`. */
export const monthInWords = (month: string): string =>
	new Date(`${month}-01`).toLocaleDateString('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });

export function formatDollars(amount: number): string {
	const [whole = '', cents] = Math.abs(amount).toFixed(2).split('.');
	return `${amount < 0 ? '-' : ''}$${inThousands(whole)}.${cents}`;
}

export function ExactTime({ timeMs }: { timeMs: number }) {
	const time = new Date(timeMs);
	return (
		<time dateTime={time.toISOString()} className="tabular-nums md:whitespace-nowrap">
			{time.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' })}
		</time>
	);
}

export function TimeAgo({ timeMs }: { timeMs: number }) {
	return <TimeAgoIn timeMs={timeMs} spoken="en" />;
}

/** An email address wraps before its @. */
export const wrapping = (name: string): ReactNode[] =>
	name.split(/(?=@)/).flatMap((part, index) => (index > 0 ? [<wbr key={part} />, part] : part));

/** Hides the middle of a long id from the eye alone. */
export function ShortId({ id }: { id: string }) {
	if (id.length < 18) return id;
	return (
		<span className="whitespace-nowrap">
			{id.slice(0, 8)}
			<span className="text-[0px] before:text-xs before:content-['…']">{id.slice(8, -6)}</span>
			{id.slice(-6)}
		</span>
	);
}

export function RowLink({ className = '', ...rest }: ComponentProps<typeof Link>) {
	const look = 'font-semibold text-accent underline-offset-4 hover:underline [overflow-wrap:anywhere] md:inline-block';
	return <Link className={`${look} ${className}`} {...rest} />;
}

/** A long name ends in an ellipsis. The grid lets a table shrink the column below the name. */
type UserLinkProps = { user: { uid: string; name: string | null }; isWide?: boolean };

export function UserLink({ user: { uid, name }, isWide = false }: UserLinkProps) {
	return (
		<RowLink
			to={`/admin/users/${uid}`}
			title={name ?? uid}
			aria-label={name ?? uid}
			className={`align-bottom ${isWide ? 'md:max-w-72' : 'md:max-w-44 2xl:max-w-56'}`}
		>
			<span className="md:grid md:grid-cols-[minmax(0,1fr)]">
				<span className="md:truncate">{name ?? <ShortId id={uid} />}</span>
			</span>
		</RowLink>
	);
}

export function WithdrawalLink({ orderId }: { orderId: string }) {
	return (
		<RowLink
			to={`/admin/withdrawals/${encodeURIComponent(orderId)}`}
			title={orderId}
			aria-label={orderId}
			className="font-mono text-xs"
		>
			<ShortId id={orderId} />
		</RowLink>
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

export function CopyChip({ text, isShort }: { text: string; isShort?: boolean }) {
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
			title={`Copy ${text}`}
			aria-label={text}
			onClick={() => void copy()}
			className="rounded-md bg-sunken px-1.5 py-0.5 text-start font-mono text-xs text-inherit [overflow-wrap:anywhere] select-text hover:bg-tint hover:text-accent"
		>
			{isShort ? <ShortId id={text} /> : text}
		</button>
	);
}
