import { formatAmount, formatDollars, formatShare } from './values.tsx';

type Period = { days: number; extra: number; extra_usd?: number | null };
/** Margins are shares. */
type PastCostProps = { periods: readonly Period[]; margin: number | null; floor: number };

const rowLook = 'flex flex-wrap justify-between gap-x-4';

export function PastCost({ periods, margin, floor }: PastCostProps) {
	return (
		<dl className="mt-1 grid gap-1">
			{periods.map((period) => (
				<div key={period.days} className={rowLook}>
					<dt className="text-soft">{`Last ${period.days} days`}</dt>
					<dd>{costInWords(period)}</dd>
				</div>
			))}
			<div className={rowLook}>
				<dt className="text-soft">Margin</dt>
				<dd>
					{margin === null
						? 'Unknown. Set PAYOUT_USD_PER_THOUSAND, or wait for the first credits.'
						: `${formatShare(margin)} (minimum ${(floor * 100).toFixed(0)}%)`}
				</dd>
			</div>
		</dl>
	);
}

function costInWords({ extra, extra_usd = null }: Period): string {
	return extra_usd === null ? formatAmount(extra) : `${formatAmount(extra)} (${formatDollars(extra_usd)})`;
}
