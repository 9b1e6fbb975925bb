import { useCallback } from 'react';
import { type RequestState, useCallRequest, useRequest } from '../lib/calls/use-request.ts';
import { formatWhole, language } from '../lib/format/formats.ts';
import { m } from '../texts/messages.js';
import { linkTo, Page, RetryNotice, Skeleton, withParts } from '../ui/basics.tsx';
import { ChevronDownIcon } from '../ui/icons.tsx';
import { inDays } from './days.ts';
import { Explained, NothingYet } from './nothing-yet.tsx';
import { type Published, readStatusDays, type StatusDay } from './published.ts';
import { failedBecause, RightNow } from './right-now.tsx';
import { Sealed } from './sealed.tsx';
import type { Verdict } from './signature.ts';

const MINUTES_IN_HOUR = 60;
const HOURS_IN_DAY = 24;
const SECONDS_MAX = 99;
const NO_BREAK = '\u00a0';

type Unit = 'second' | 'minute' | 'hour' | 'day';

/** Rounds up. @param seconds a whole number */
export function formatDuration(seconds: number, spoken = language): string {
	const write = (count: number, unit: Unit) =>
		count.toLocaleString(spoken, { style: 'unit', unit, unitDisplay: 'short' }).replace(/\s/g, NO_BREAK);
	const inTwo = (count: number, size: number, [large, small]: [Unit, Unit]) => {
		const [whole, rest] = [Math.floor(count / size), count % size];
		return [whole > 0 && write(whole, large), rest > 0 && write(rest, small)].filter(Boolean).join(' ');
	};
	if (seconds <= SECONDS_MAX) return write(seconds, 'second');
	const minutes = Math.ceil(seconds / 60);
	if (minutes < HOURS_IN_DAY * MINUTES_IN_HOUR) return inTwo(minutes, MINUTES_IN_HOUR, ['hour', 'minute']);
	return inTwo(Math.ceil(minutes / MINUTES_IN_HOUR), HOURS_IN_DAY, ['day', 'hour']);
}

function PaidDays({ answer, error, reload }: RequestState<Published<StatusDay>>) {
	const hasFailed = error !== undefined;
	const verdicts = useVerdicts(answer);
	const [newest, ...before] = answer?.items ?? [];
	return (
		<>
			<section aria-labelledby="took" aria-busy={!answer && !hasFailed} className="mt-10">
				<h2 id="took" className="text-xl font-extrabold tracking-tight">
					{m.status_took()}
				</h2>
				<div className="mt-4 grid content-start gap-3">
					{hasFailed && <RetryNotice error={failedBecause(m.status_days_failed())} onRetry={reload} />}
					{newest ? (
						<div className="min-w-0 rounded-card border border-line bg-card p-5 raised sm:p-6">
							<h3 className="mb-3 font-bold">{inDays(newest.status.day)}</h3>
							<Figures day={newest} verdict={verdicts.get(newest.n)} />
						</div>
					) : answer ? (
						<NothingYet>{answer.isPublic ? m.status_no_days_yet() : m.status_not_public()}</NothingYet>
					) : (
						!hasFailed && <Skeleton className="h-80 sm:h-68 w-full rounded-card" />
					)}
				</div>
			</section>
			{before.length > 0 && <DaysBefore days={before} verdicts={verdicts} />}
			{(answer || hasFailed) && (
				<Explained title={m.status_how_counted()}>
					<li>{m.status_counted()}</li>
					<li>{m.status_counted_by()}</li>
					<li>{withParts(m.status_sealed_lead(), { link: linkTo('/proof') })}</li>
				</Explained>
			)}
		</>
	);
}

function useVerdicts(answer: Published<StatusDay> | undefined): ReadonlyMap<number, Verdict> {
	const check = useCallback(async () => {
		if (!answer || answer.items.length === 0) return [];
		const { isSigned } = await import('./signature.ts');
		return Promise.all(answer.items.map(async (day) => [day.n, await isSigned(day, answer.keys)] as const));
	}, [answer]);
	return new Map(useRequest(check).answer);
}

function DaysBefore({ days, verdicts }: { days: readonly StatusDay[]; verdicts: ReadonlyMap<number, Verdict> }) {
	return (
		<section aria-labelledby="before" className="mt-10">
			<h2 id="before" className="text-xl font-extrabold tracking-tight">
				{m.status_days_before()}
			</h2>
			<div className="mt-2 divide-y divide-line border-y border-line">
				{days.map((day) => (
					<details key={day.n} className="group">
						<summary className="flex min-h-14 cursor-pointer list-none items-center gap-x-4 py-2 [&::-webkit-details-marker]:hidden">
							<span className="flex flex-1 flex-wrap items-center justify-between gap-x-4">
								<span>{inDays(day.status.day)}</span>
								<span className="text-sm text-soft">
									{paidOn(day) > 0 && m.status_orders_paid({ count: String(paidOn(day)) })}
								</span>
							</span>
							<ChevronDownIcon className="size-5 text-soft group-open:rotate-180" />
						</summary>
						<div className="pb-5">
							<Figures day={day} verdict={verdicts.get(day.n)} />
						</div>
					</details>
				))}
			</div>
		</section>
	);
}

function paidOn({ status: { bands } }: StatusDay): number {
	return bands.reduce((sum, { orders }) => sum + orders, 0);
}

function Figures({ day, verdict }: { day: StatusDay; verdict: Verdict | undefined }) {
	const { bands, refunds } = day.status;
	return (
		<>
			{bands.length > 0 ? (
				<div className="overflow-x-auto">
					<Bands bands={bands} />
				</div>
			) : (
				<p className="text-soft">{m.status_too_few()}</p>
			)}
			{refunds.length > 0 && (
				<>
					<p className="mt-4 text-sm font-semibold">{m.status_refunded()}</p>
					<ul className="mt-1 text-sm">
						{refunds.map(({ reason, count }) => (
							<li key={reason} className="flex justify-between gap-4 py-1">
								{reasons[reason]?.() ?? m.status_other()}
								<span className="figures">{count}</span>
							</li>
						))}
					</ul>
				</>
			)}
			<Sealed n={day.n} verdict={verdict} />
		</>
	);
}

const reasons: Readonly<Record<string, () => string>> = {
	'pass-not-found': () => m.status_pass_gone(),
	'pass-of-someone-else': () => m.status_pass(),
	'regional-pricing': () => m.status_regional(),
	'user-not-found': () => m.status_player_gone(),
	'out-of-stock': () => m.status_out_of_stock(),
	'called-off': () => m.status_called_off(),
	screening: () => m.status_screening(),
};

function Bands({ bands }: { bands: StatusDay['status']['bands'] }) {
	const head = 'py-2 ps-3 text-end align-bottom font-semibold';
	const cell = 'py-2 ps-3 text-end figures';
	return (
		<table className="w-full text-sm">
			<thead>
				<tr className="border-b border-line text-soft">
					<th className="py-2 text-start align-bottom font-semibold">{m.common_amount()}</th>
					<th className={head}>{m.status_paid()}</th>
					<th className={head}>{m.status_half_within()}</th>
					<th className={head}>{m.status_most_within()}</th>
				</tr>
			</thead>
			<tbody>
				{bands.map(({ from, to, orders, median_s, p95_s }) => (
					<tr key={from} className="border-b border-line last:border-0">
						<th scope="row" className="py-2 text-start font-normal">
							{amounts(from, to)}
						</th>
						<td className={cell}>{orders}</td>
						<td className={`${cell} font-semibold`}>{formatDuration(median_s)}</td>
						<td className={cell}>{formatDuration(p95_s)}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

function amounts(from: string, to: string): string {
	const end = formatWhole(Math.floor(Number(to) / 100));
	return from === '0' ? m.status_up_to({ to: end }) : m.status_band({ from: String(Number(from) / 100), to: end });
}

export default function StatusPage() {
	const now = useCallRequest('getPublicStatus', null);
	const days = useRequest(readStatusDays);
	return (
		<Page title={m.status_title()} lead={m.status_lead()} className="max-w-3xl">
			<RightNow {...now} />
			<PaidDays {...days} />
		</Page>
	);
}
