import { type ReactNode, useEffect, useState } from 'react';
import type { PublicStats } from '../../contract/home.ts';
import { useCall } from '../lib/calls/clients.tsx';
import { formatAmount } from '../lib/format/amount.ts';
import { m } from '../texts/messages.js';
import { Skeleton } from '../ui/skeleton.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';

/** As many as the server tells, so that nothing moves when they come. */
const PAYOUTS_SHOWN = 5;

/** What was really paid and done, as the books say it at this moment. Without an answer there are no figures, and no claim. */
export function LiveProof() {
	const call = useCall();
	const [stats, setStats] = useState<PublicStats | 'unknown'>();
	useEffect(() => {
		const leaving = new AbortController();
		call('getPublicStats', null, leaving.signal).then(setStats, () => {
			if (!leaving.signal.aborted) setStats('unknown');
		});
		return () => leaving.abort();
	}, [call]);
	if (stats === 'unknown') return <p className="text-soft">{m.home_no_figures()}</p>;
	return (
		<div className="grid gap-8 md:grid-cols-2 md:gap-14" aria-busy={stats === undefined}>
			<dl className="grid content-start gap-6">
				<Metric title={m.home_paid_out()}>{stats && formatAmount(stats.paidOut)}</Metric>
				<Metric title={m.home_offers_today()}>{stats?.offersToday}</Metric>
			</dl>
			<div>
				<h3 className="text-sm text-soft">{m.home_newest_payouts()}</h3>
				<Payouts payouts={stats?.recentPayouts} />
			</div>
		</div>
	);
}

function Metric({ title, children }: { title: string; children: ReactNode }) {
	return (
		<div>
			<dt className="text-sm text-soft">{title}</dt>
			<dd className="mt-1 text-4xl leading-tight font-extrabold tracking-tight figures">
				{children ?? <Skeleton className="h-8 w-40" />}
			</dd>
		</div>
	);
}

/** The room of all lines is there from the start, also of those that nothing stands on yet. */
function Payouts({ payouts }: { payouts: PublicStats['recentPayouts'] | undefined }) {
	if (payouts?.length === 0) {
		return (
			<p className="mt-3 grid min-h-50 place-items-center rounded-control border border-dashed border-edge p-4 text-center text-soft">
				{m.home_no_payout_yet()}
			</p>
		);
	}
	return (
		<ul className="mt-1 min-h-56 divide-y divide-line">
			{payouts
				? payouts.map((payout, line) => (
						<li key={line} className="grid min-h-11 grid-cols-[1fr_auto_7rem] items-center gap-4">
							<span>{payout.name}</span>
							<span className="font-semibold figures">{formatAmount(payout.amount)}</span>
							<span className="text-right text-sm text-soft">
								<TimeAgo timeMs={payout.paid_at} />
							</span>
						</li>
					))
				: Array.from({ length: PAYOUTS_SHOWN }, (_, line) => (
						<li key={line} aria-hidden="true" className="flex min-h-11 items-center">
							<Skeleton className="h-4 w-40" />
						</li>
					))}
		</ul>
	);
}
