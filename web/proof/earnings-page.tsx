import { useCallback } from 'react';
import { canonicalJson } from '../../contract/proof/canonical-json.ts';
import type { Earnings, EarningsCell } from '../../contract/proof/earnings.ts';
import { useCallRequest, useRequest } from '../lib/calls/use-request.ts';
import { formatWhole, inThousands, language } from '../lib/format/formats.ts';
import { m } from '../texts/messages.js';
import { linkTo, Page, RetryNotice, Skeleton, withParts } from '../ui/basics.tsx';
import { ChevronDownIcon } from '../ui/icons.tsx';
import { Explained, NothingYet } from './nothing-yet.tsx';
import { readCheckpoints } from './published.ts';
import { failedBecause } from './right-now.tsx';
import { Sealed } from './sealed.tsx';
import type { Verdict } from './signature.ts';

export default function EarningsPage() {
	const { answer, error, reload } = useCallRequest('getEarnings', null);
	const [newest, ...before] = answer?.months ?? [];
	return (
		<Page title={m.earnings_title()} lead={m.earnings_lead()} className="max-w-3xl">
			{error !== undefined && !answer ? (
				<RetryNotice error={failedBecause(m.earnings_failed())} onRetry={reload} />
			) : answer && !newest ? (
				<NothingYet>{m.earnings_none_yet()}</NothingYet>
			) : !newest ? (
				<Skeleton className="h-132 w-full rounded-card sm:h-120" />
			) : (
				<section>
					<h2 className="text-xl font-extrabold tracking-tight">{joinedIn(newest.month)}</h2>
					<MonthFigures {...newest} />
					{answer && <Checked answer={answer} />}
				</section>
			)}
			{before.length > 0 && (
				<div className="mt-8 divide-y divide-line border-y border-line">
					{before.map((month) => (
						<details key={month.month} className="group">
							<summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 [&::-webkit-details-marker]:hidden">
								{joinedIn(month.month)}
								<ChevronDownIcon className="size-5 text-soft group-open:rotate-180" />
							</summary>
							<div className="pb-5">
								<MonthFigures {...month} />
							</div>
						</details>
					))}
				</div>
			)}
			{(answer || error !== undefined) && <HowCounted />}
		</Page>
	);
}

function joinedIn(month: string): string {
	const inWords = new Date(month).toLocaleDateString(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
	return m.earnings_joined({ month: inWords });
}

function MonthFigures({ cells }: Earnings['months'][number]) {
	const countries = [...new Set(cells.map(({ country }) => country))];
	const names = new Intl.DisplayNames([language], { type: 'region' });
	const nameOf = (country: string) => {
		if (country !== 'other') return names.of(country) ?? country;
		return countries.length === 1 ? m.earnings_all() : m.earnings_other();
	};
	return (
		<div className="mt-4 grid gap-4">
			{countries.map((country) => (
				<CountryFigures key={country} name={nameOf(country)} ages={cells.filter((cell) => cell.country === country)} />
			))}
		</div>
	);
}

const rows: readonly [() => string, (cell: EarningsCell) => string][] = [
	[() => m.earnings_share(), ({ paid_share: share }) => (share === 0 ? m.earnings_under() : inPercent(share))],
	[() => m.earnings_quarter(), ({ quartiles: [amount] }) => formatWhole(amount)],
	[() => m.earnings_half(), ({ quartiles: [, amount] }) => formatWhole(amount)],
	[() => m.earnings_three_quarters(), ({ quartiles: [, , amount] }) => formatWhole(amount)],
	[() => m.earnings_first(), ({ days_to_first_median: days }) => String(days)],
];

const inPercent = (share: number): string => (share / 100).toLocaleString(language, { style: 'percent' });

function CountryFigures({ name, ages }: { name: string; ages: readonly EarningsCell[] }) {
	return (
		<div className="min-w-0 rounded-card border border-line bg-card p-5 raised sm:p-6">
			<table className="w-full text-sm">
				<caption className="pb-3 text-start">
					<span className="block text-base font-bold">{name}</span>
					<span className="text-soft">{m.earnings_people({ count: inThousands(ages[0]?.joined ?? 0) })}</span>
				</caption>
				<thead>
					<tr className="border-b border-line text-soft">
						<td />
						{ages.map(({ age_days }) => (
							<th key={age_days} scope="col" className="py-2 ps-3 text-end align-bottom font-semibold">
								{m.earnings_age({ count: age_days })}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map(([title, show]) => (
						<tr key={title()} className="border-b border-line last:border-0">
							<th scope="row" className="py-2 text-start font-normal">
								{title()}
							</th>
							{ages.map((cell) => (
								<td key={cell.age_days} className="py-2 ps-3 text-end figures">
									{show(cell)}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}

function Checked({ answer: { months, checkpoint: n } }: { answer: Earnings }) {
	const check = useCallback(
		async (signal: AbortSignal): Promise<{ verdict: Verdict; differs?: true }> => {
			if (n === null) return { verdict: 'unknown' };
			const { isSigned, sha256, hexOf } = await import('./signature.ts');
			const address = `/proof/checkpoints?after=${n - 1}&limit=1`;
			const found = await readCheckpoints<{ earnings: string; key: string; signature: string }>(address, signal);
			const [checkpoint] = found.items;
			if (!checkpoint) return { verdict: 'unknown' };
			const hash = hexOf(await sha256(new TextEncoder().encode(canonicalJson(months))));
			if (hash !== checkpoint.earnings) return { verdict: 'no', differs: true };
			return { verdict: await isSigned(checkpoint, found.keys) };
		},
		[months, n],
	);
	const { answer } = useRequest(check);
	if (n === null) return null;
	return <Sealed n={n} verdict={answer?.verdict} says={answer?.differs && m.earnings_differ({ n: String(n) })} />;
}

function HowCounted() {
	return (
		<Explained title={m.status_how_counted()}>
			<li>{m.earnings_how_month()}</li>
			<li>{m.earnings_how_ages()}</li>
			<li>{m.earnings_how_amounts()}</li>
			<li>{m.earnings_how_small()}</li>
			<li>{m.earnings_how_rounded()}</li>
			<li>{withParts(m.earnings_how_signed(), { link: linkTo('/proof') })}</li>
		</Explained>
	);
}
