import type { ReactNode } from 'react';
import type { CallResult } from '../../../contract/calls.ts';
import { part } from '../../lib/optional.ts';
import { Badge, Skeleton } from '../../ui/basics.tsx';
import { type Fact, FactCard } from '../ui/fact-list.tsx';
import { firstDayOf } from '../ui/tables/date-range.tsx';
import { ExactTime, FigureLink, formatAmount, formatDays, formatDollars, formatWhole } from '../ui/values.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';
import { vendorInWords } from '../withdrawals/vendor-words.ts';

const Receivables = part(() => import('./receivables.tsx'), 'Receivables');

const texts = { failed: "Couldn't load the treasury.", notKnown: 'Unknown' };

const inWords = (text: string) => <span className="text-base font-semibold text-soft">{text}</span>;

type Treasury = CallResult<'adminGetTreasury'>;

export default function TreasuryPage() {
	const { data, error, retry } = useAdminQuery('adminGetTreasury', null, texts, { everyMs: 60_000 });
	return (
		<>
			{error && !data && <RetryNotice error={error} onRetry={retry} />}
			{!data && !error && <Skeleton className="h-96 w-full rounded-card" />}
			{data && (
				<div className="grid gap-6">
					<Figures treasury={data} />
					<Receivables rows={data.receivable} />
					<div className="grid items-start gap-4 lg:grid-cols-2">
						{data.vendor.map((vendor) => (
							<VendorCard key={vendor.name} vendor={vendor} />
						))}
						<GivenCard treasury={data} />
					</div>
				</div>
			)}
		</>
	);
}

function Figures({ treasury }: { treasury: Treasury }) {
	const { spendable, held_back, on_its_way, below_zero, cost_usd, days_of_cover, paid_out_a_day } = treasury;
	return (
		<section aria-label="Owed now" className="grid gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
			<div className="rounded-card border border-line bg-card p-5 raised">
				<dl className="grid gap-x-6 gap-y-5 sm:grid-cols-3">
					<Figure label="Owed now" hint="Spendable, on hold and in payout" isLarge>
						{formatAmount(spendable + held_back + on_its_way)}
					</Figure>
					<Figure label="Cost" hint={cost_usd === null && 'Set it in Settings.'} isLarge>
						{cost_usd === null ? inWords(texts.notKnown) : formatDollars(cost_usd)}
					</Figure>
					<Figure
						label="Days of cover"
						hint={
							<FigureLink to={`/admin/books?account=payouts:paid&from=${firstDayOf(30)}`}>
								{`At ${formatAmount(paid_out_a_day)} paid out per day (last 30 days)`}
							</FigureLink>
						}
						isLarge
					>
						{days_of_cover !== null
							? formatDays(days_of_cover)
							: inWords(paid_out_a_day === 0 ? 'No payouts' : texts.notKnown)}
					</Figure>
				</dl>
				<dl className="mt-5 grid gap-x-6 gap-y-4 border-t border-line pt-4 sm:grid-cols-3">
					<Figure label="Spendable">
						<FigureLink to="/admin/books?show=spendable">{formatAmount(spendable)}</FigureLink>
					</Figure>
					<Figure label="On hold">
						<FigureLink to="/admin/books?show=held-back">{formatAmount(held_back)}</FigureLink>
					</Figure>
					<Figure label="In payout">
						<FigureLink to="/admin/withdrawals?show=queue&state=open">{formatAmount(on_its_way)}</FigureLink>
					</Figure>
				</dl>
			</div>
			<dl className="rounded-card border border-line bg-sunken p-5">
				<Figure label="Below zero" hint="Negative balances, not included above." isLarge>
					<FigureLink to="/admin/books?show=below-zero">{formatAmount(below_zero)}</FigureLink>
				</Figure>
			</dl>
		</section>
	);
}

type FigureProps = { label: string; hint?: ReactNode; isLarge?: boolean; children: ReactNode };

function Figure({ label, hint, isLarge = false, children }: FigureProps) {
	return (
		<div>
			<dt className="text-sm text-soft">{label}</dt>
			<dd className={`mt-1 figures ${isLarge ? 'text-xl font-extrabold tracking-tight' : 'font-bold'}`}>{children}</dd>
			{hint && <dd className="mt-1 text-sm text-pretty text-soft">{hint}</dd>}
		</div>
	);
}

function VendorCard({ vendor: { name, is_current, balance_usd, stock } }: { vendor: Treasury['vendor'][number] }) {
	const facts: Fact[] = [
		{ label: 'Balance', value: balance_usd === null ? texts.notKnown : formatDollars(balance_usd) },
		{ label: 'Directly available', value: stock ? formatWhole(stock.direct) : texts.notKnown },
		{ label: 'Network balance', value: stock ? formatWhole(stock.network) : texts.notKnown },
	];
	return <FactCard title={vendorInWords(name)} badge={is_current && <Badge tone="good">Active</Badge>} facts={facts} />;
}

const houseRows = (house: string) => `/admin/books?account=house:${house}`;

function GivenCard({ treasury: { promotions, boosts } }: { treasury: Treasury }) {
	const running = boosts.running.map(
		({ wall_id, percent, from, until }): Fact => ({
			key: `${wall_id} ${from}`,
			label: `${percent}% on ${wall_id}`,
			value: (
				<>
					{from > Date.now() && (
						<>
							from <ExactTime timeMs={from} />{' '}
						</>
					)}
					until <ExactTime timeMs={until} />
				</>
			),
		}),
	);
	return (
		<FactCard
			title="Promotions and boosts"
			facts={[
				{
					label: 'Promo codes, unredeemed',
					value: <FigureLink to="/admin/promo-codes?state=open">{formatAmount(promotions.promised)}</FigureLink>,
				},
				{
					label: 'Promo codes, redeemed',
					value: <FigureLink to={houseRows('promotions')}>{formatAmount(promotions.paid)}</FigureLink>,
				},
				{ label: 'Boosts paid', value: <FigureLink to={houseRows('boosts')}>{formatAmount(boosts.paid)}</FigureLink> },
				...running,
			]}
		/>
	);
}
