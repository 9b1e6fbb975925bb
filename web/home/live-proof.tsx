import type { ReactNode } from 'react';
import type { PublicStats } from '../../contract/site/home.ts';
import { formatAmount } from '../lib/format/amount.ts';
import { m } from '../texts/messages.js';
import { Skeleton } from '../ui/skeleton.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';

const PAYOUTS_SHOWN = 5;

export function LiveProof({ stats, hasFailed }: { stats: PublicStats | undefined; hasFailed: boolean }) {
	if (stats && isNothing(stats)) return null;
	return (
		<section aria-labelledby="proof" className="border-t border-line bg-card">
			<div className="mx-auto max-w-5xl px-4 py-10 sm:px-6 lg:py-14">
				<h2 id="proof" className="mb-6 text-2xl font-extrabold tracking-tight sm:text-3xl">
					{m.home_happening_now()}
				</h2>
				{hasFailed && !stats ? <p className="text-soft">{m.home_no_figures()}</p> : <Figures stats={stats} />}
			</div>
		</section>
	);
}

function isNothing({ paidOut, offersToday, recentPayouts }: PublicStats): boolean {
	return paidOut === 0 && offersToday === 0 && recentPayouts.length === 0;
}

function Figures({ stats }: { stats: PublicStats | undefined }) {
	return (
		<div className="grid gap-8 md:grid-cols-2 md:gap-14" aria-busy={stats === undefined}>
			<dl className="grid content-start gap-6">
				{stats?.paidOut !== 0 && <Metric title={m.home_paid_out()}>{stats && formatAmount(stats.paidOut)}</Metric>}
				{stats?.offersToday !== 0 && <Metric title={m.home_offers_today()}>{stats?.offersToday}</Metric>}
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
			<dd className="mt-1 text-[clamp(1.5rem,10vw,2.25rem)] leading-tight font-extrabold tracking-tight figures">
				{children ?? <Skeleton className="h-8 w-40" />}
			</dd>
		</div>
	);
}

function Payouts({ payouts }: { payouts: PublicStats['recentPayouts'] | undefined }) {
	if (payouts?.length === 0) {
		return (
			<p className="mt-3 grid min-h-56 place-items-center rounded-control border border-dashed border-edge p-4 text-center text-soft">
				{m.home_no_payout_yet()}
			</p>
		);
	}
	return (
		<ul className="mt-1 min-h-56 divide-y divide-line">
			{payouts
				? payouts.map((payout, line) => (
						<li key={line} className="flex min-h-11 flex-wrap items-center gap-x-4">
							<span className="flex-1">{payout.name}</span>
							<span className="font-semibold figures">{formatAmount(payout.amount)}</span>
							<span className="min-w-28 text-end text-sm text-soft">
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
