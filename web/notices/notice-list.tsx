import type { Notice } from '../../contract/accounts/notices.ts';
import { messageOf } from '../lib/calls/refusal.ts';
import { m } from '../texts/messages.js';
import { Button, Skeleton } from '../ui/basics.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { noticeText } from './notice-text.ts';

type NoticeListProps = { items: Notice[] | undefined; error: unknown; onRetry: () => void };

export function NoticeList({ items, error, onRetry }: NoticeListProps) {
	if (!items && error !== undefined) {
		return (
			<div className="grid justify-items-start gap-3 p-3 text-sm">
				<p className="text-danger">{messageOf(error, m.notices_failed_to_load())}</p>
				<Button look="quiet" className="min-h-11" onClick={onRetry}>
					{m.common_try_again()}
				</Button>
			</div>
		);
	}
	if (!items) return <Skeleton className="m-3 h-4 w-48" />;
	if (items.length === 0) return <p className="p-3 text-sm text-soft">{m.notices_none()}</p>;
	return (
		<ul className="divide-y divide-line">
			{items.map((notice) => (
				<Line key={notice.id} notice={notice} />
			))}
		</ul>
	);
}

function Line({ notice }: { notice: Notice }) {
	const text = noticeText(notice);
	if (text === undefined) return null;
	return (
		<li className="flex gap-3 p-3 text-sm">
			<span
				aria-hidden="true"
				className={`mt-1.5 size-2 shrink-0 rounded-full ${notice.is_read ? 'bg-transparent' : 'bg-accent'}`}
			/>
			<div className="min-w-0 flex-1">
				<p className={`break-words whitespace-pre-line ${notice.is_read ? '' : 'font-semibold'}`}>{text}</p>
				<p className="mt-0.5 text-soft">
					<TimeAgo timeMs={notice.created_at} />
				</p>
			</div>
		</li>
	);
}
