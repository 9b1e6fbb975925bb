import type { PublicStatus } from '../../contract/site/status.ts';
import type { RequestState } from '../lib/calls/use-request.ts';
import { formatMoment } from '../lib/format/formats.ts';
import { m } from '../texts/messages.js';
import { RetryNotice, Skeleton } from '../ui/basics.tsx';
import { AlertIcon, CheckIcon } from '../ui/icons.tsx';

type Trouble = PublicStatus['wrong'][number];

export function RightNow({ answer, error, reload }: RequestState<PublicStatus>) {
	const hasFailed = error !== undefined;
	return (
		<section aria-labelledby="now" aria-busy={!answer && !hasFailed}>
			<h2 id="now" className="sr-only">
				{m.status_now()}
			</h2>
			<div className="grid min-h-22 content-start gap-3">
				{hasFailed && <RetryNotice error={failedBecause(m.status_now_failed())} onRetry={reload} />}
				{!answer && !hasFailed && <Skeleton className="h-22 w-full rounded-card" />}
				<div role="status">{answer && <Known {...answer} />}</div>
			</div>
		</section>
	);
}

export const failedBecause = (otherwise: string): string => (navigator.onLine ? otherwise : m.status_offline());

function Known({ at, wrong }: PublicStatus) {
	if (wrong.length === 0) {
		return (
			<div className="flex min-h-22 items-center gap-4 rounded-card bg-tint p-5">
				<CheckIcon className="size-7 text-accent" />
				<div className="min-w-0">
					<p className="text-lg font-extrabold tracking-tight">{m.status_all_well()}</p>
					<p className="text-sm text-soft">{m.status_no_trouble({ time: formatMoment(at) })}</p>
				</div>
			</div>
		);
	}
	return (
		<ul className="grid gap-3">
			{wrong.map((trouble) => (
				<TroubleLine key={`${trouble.kind} ${trouble.wall}`} {...trouble} />
			))}
		</ul>
	);
}

const words: Readonly<Record<Trouble['kind'], { title: (wall: string) => string; more: () => string }>> = {
	'rewards-late': { title: (wall) => m.status_rewards_late({ wall }), more: () => m.status_rewards_late_more() },
	'withdrawals-paused': { title: () => m.status_withdrawals_paused(), more: () => m.status_withdrawals_paused_more() },
	'withdrawals-vendor': { title: () => m.status_withdrawals_vendor(), more: () => m.status_withdrawals_vendor_more() },
	'withdrawals-late': { title: () => m.status_withdrawals_late(), more: () => m.status_withdrawals_late_more() },
	'mails-late': { title: () => m.status_mails_late(), more: () => m.status_mails_late_more() },
};

function TroubleLine({ kind, wall, since }: Trouble) {
	const { title, more } = words[kind];
	return (
		<li className="flex gap-4 rounded-card bg-warn-tint p-5">
			<AlertIcon className="mt-0.5 size-6 text-warn" />
			<div className="min-w-0">
				<p className="text-lg font-extrabold tracking-tight break-words">{title(wall ?? '')}</p>
				<p className="mt-1 max-w-prose">{more()}</p>
				{since !== null && <p className="mt-1 text-sm text-soft">{m.status_since({ time: formatMoment(since) })}</p>}
			</div>
		</li>
	);
}
