import { Suspense } from 'react';
import { useRequest } from '../lib/calls/use-request.ts';
import { formatAmount, formatMoment, language } from '../lib/format/formats.ts';
import { part } from '../lib/optional.ts';
import { m } from '../texts/messages.js';
import { Page, RetryNotice, Skeleton, textLinkLook, withParts } from '../ui/basics.tsx';
import { chancesAmong } from './chances.ts';
import type { PublishedTree } from './check-liability.ts';
import { inDays } from './days.ts';
import { Explained, NothingYet } from './nothing-yet.tsx';
import { readCosigned, readTrees } from './published.ts';

const CheckMine = part(() => import('./check-mine.tsx'), 'CheckMine');

export default function ProofPage() {
	const { answer: published, error, reload } = useRequest(readTrees);
	const [newest, ...before] = published?.items ?? [];
	return (
		<Page title={m.proof_title()} lead={m.proof_lead()} className="max-w-3xl">
			{error !== undefined && !published ? (
				<RetryNotice error={m.proof_failed()} onRetry={reload} />
			) : published && !newest ? (
				<NothingYet>{published.isPublic ? m.proof_none_yet() : m.proof_not_public()}</NothingYet>
			) : (
				<Newest tree={newest} />
			)}
			{published && (
				<Suspense fallback={<Skeleton className="mt-8 h-40 w-full" />}>
					<CheckMine published={published} />
				</Suspense>
			)}
			{newest && <Witnesses />}
			{before.length > 0 && <DaysBefore trees={before} />}
			{(published || error !== undefined) && (
				<WhatItShows people={Math.max(newest?.liabilities.people ?? 0, PEOPLE_MIN)} />
			)}
		</Page>
	);
}

function Newest({ tree }: { tree: PublishedTree | undefined }) {
	const { liabilities } = tree ?? {};
	return (
		<section aria-busy={!tree} className="rounded-card border border-line bg-card p-5 raised sm:p-6">
			<dl className="grid gap-5 sm:grid-cols-2">
				<div className="sm:col-span-2">
					<dt className="text-sm text-soft">{m.proof_owed()}</dt>
					<dd className="mt-1 text-[clamp(1.5rem,10vw,2.25rem)] leading-tight font-extrabold tracking-tight figures">
						{liabilities ? formatHundredths(liabilities.sum) : <Skeleton className="h-9 w-56" />}
					</dd>
				</div>
				<Fact name={m.proof_people()}>{liabilities && String(liabilities.people)}</Fact>
				<Fact name={m.proof_below_zero()}>{liabilities && formatHundredths(liabilities.below_zero)}</Fact>
				<Fact name={m.proof_made()}>{tree && formatMoment(Number(tree.at))}</Fact>
				<Fact name={m.proof_checkpoint()}>{tree && String(tree.n)}</Fact>
				<Fact name={m.proof_root()} isLong>
					{liabilities?.root}
				</Fact>
				<Fact name={m.proof_signature()} isLong>
					{tree?.signature}
				</Fact>
			</dl>
		</section>
	);
}

function Fact({ name, children, isLong }: { name: string; children: string | undefined; isLong?: true }) {
	return (
		<div className={isLong && 'sm:col-span-2'}>
			<dt className="text-sm text-soft">{name}</dt>
			<dd className={isLong ? 'min-h-10 font-mono sm:min-h-5 text-xs leading-5 break-all' : 'font-semibold figures'}>
				{children ?? <Skeleton className="h-5 w-32" />}
			</dd>
		</div>
	);
}

function Witnesses() {
	const { answer, error } = useRequest(readCosigned);
	const note = (text: string) => (
		<a href="/proof/note" className={textLinkLook}>
			{text}
		</a>
	);
	return (
		<section className="mt-10 min-h-36" aria-busy={!answer && error === undefined}>
			<h2 className="text-xl font-extrabold tracking-tight">{m.proof_witnesses()}</h2>
			<p className="mt-2 max-w-prose text-soft">{m.proof_witnesses_lead()}</p>
			{error !== undefined && !answer && <p className="mt-2">{m.proof_witnesses_failed()}</p>}
			{answer?.witnesses.length === 0 && <p className="mt-2">{m.proof_no_witnesses()}</p>}
			{answer && answer.witnesses.length > 0 && (
				<>
					<p className="mt-2">{withParts(m.proof_witnessed({ n: String(answer.n) }), { link: note })}</p>
					<ul className="mt-1">
						{answer.witnesses.map(({ name, atMs }) => (
							<li key={name} className="flex flex-wrap justify-between gap-x-4 py-1">
								<span className="break-all">{name}</span>
								<span className="text-soft">{formatMoment(atMs)}</span>
							</li>
						))}
					</ul>
				</>
			)}
		</section>
	);
}

function DaysBefore({ trees }: { trees: readonly PublishedTree[] }) {
	return (
		<section className="mt-10">
			<h2 className="text-xl font-extrabold tracking-tight">{m.proof_days_before()}</h2>
			<ul className="mt-2 divide-y divide-line border-y border-line">
				{trees.map(({ n, liabilities: { day, sum, people, root } }) => (
					<li key={n} className="flex min-h-14 flex-wrap items-center gap-x-6 gap-y-1 py-3">
						<span className="basis-full sm:flex-1 sm:basis-auto">{inDays(day)}</span>
						<span className="flex-1 text-sm text-soft sm:flex-none">{m.proof_people_counted({ count: people })}</span>
						<span className="min-w-28 text-end font-semibold figures">{formatHundredths(sum)}</span>
						<span className="basis-full font-mono text-xs break-all text-soft">{root}</span>
					</li>
				))}
			</ul>
		</section>
	);
}

/** The example assumes at least this many users, because 1% of fewer would be too few. */
const PEOPLE_MIN = 1000;

function WhatItShows({ people }: { people: number }) {
	const others = m.proof_others({ steps: Math.ceil(Math.log2(people)) });
	return (
		<Explained title={m.proof_what_it_shows()}>
			<li>
				{m.proof_finds_cheats()} {m.proof_found_by({ people: people.toLocaleString(language) })}
				<ul className="mt-1 figures">
					{chancesAmong(people).map(({ looking, found }) => (
						<li key={looking}>{m.proof_found_with({ looking, percent: inPercent(found) })}</li>
					))}
				</ul>
			</li>
			{[others, m.proof_not_shown(), m.proof_offline()].map((line) => (
				<li key={line}>{line}</li>
			))}
		</Explained>
	);
}

function inPercent(share: number): string {
	const rounded = Math.floor(share * 1000) / 1000;
	return rounded.toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 });
}

const formatHundredths = (text: string): string => formatAmount(Number(text) / 100);
