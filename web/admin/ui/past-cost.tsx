import { type AdminQuery, RetryNotice } from '../use-admin-query.tsx';
import { formatAmount, formatDollars, formatShare } from './values.tsx';

type Period = { days: number; extra: number; extra_usd?: number | null };
/** Margins are shares. */
type PastCostProps = {
	query: AdminQuery<{ periods: readonly Period[]; margin: number | null; margin_floor: number }>;
	note?: string | null;
};

const rowLook = 'flex flex-wrap justify-between gap-x-4';

export function PastCost({ query: { data, error, retry }, note }: PastCostProps) {
	if (error) return <RetryNotice error={error} onRetry={retry} />;
	return (
		<section
			aria-live="polite"
			aria-label="Estimated past cost"
			className="min-h-24 rounded-card bg-sunken p-4 text-sm"
		>
			<h3 className="font-semibold">Estimated past cost</h3>
			{note && <p className="text-soft">{note}</p>}
			{data && (
				<dl className="mt-1 grid gap-1">
					{data.periods.map((period) => (
						<div key={period.days} className={rowLook}>
							<dt className="text-soft">{`Last ${period.days} days`}</dt>
							<dd>{costInWords(period)}</dd>
						</div>
					))}
					<div className={rowLook}>
						<dt className="text-soft">Margin</dt>
						<dd>
							{data.margin === null
								? 'Unknown. Set the cost in Settings, or wait for the first credits.'
								: `${formatShare(data.margin)} (minimum ${(data.margin_floor * 100).toFixed(0)}%)`}
						</dd>
					</div>
				</dl>
			)}
		</section>
	);
}

function costInWords({ extra, extra_usd = null }: Period): string {
	return extra_usd === null ? formatAmount(extra) : `${formatAmount(extra)} (${formatDollars(extra_usd)})`;
}
