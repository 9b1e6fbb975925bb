import { defaultAdminBanner } from '../../../contract/admin/banner.ts';
import { InfoIcon } from '../../ui/icons.tsx';
import { formatAmount, formatDollars, TimeAgo } from '../ui/values.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';

const texts = { away: 'No response', 'not-offered': 'Unknown', failed: "Couldn't reach the vendor." };

declare const __ADMIN_BANNER__: string | undefined;

const banner = typeof __ADMIN_BANNER__ === 'undefined' ? defaultAdminBanner : __ADMIN_BANNER__;

const REFRESH_MS = 30_000;

export function AccountFunds() {
	const { data, error, retry } = useAdminQuery('adminGetVendorFunds', null, texts, { everyMs: REFRESH_MS });
	const funds = data?.find((vendor) => vendor.is_current);
	const amountText = (amount: string | undefined, state: 'known' | 'away' | 'not-offered' = 'not-offered') =>
		!data ? '…' : state === 'known' ? (amount ?? texts['not-offered']) : texts[state];
	return (
		<div className="grid gap-4 max-xl:col-span-full xl:content-start">
			<section className="rounded-card border border-line bg-card p-5 raised">
				<h2 className="font-bold tracking-tight">Payout vendor</h2>
				{error && !data ? (
					<div className="mt-3">
						<RetryNotice error={error} onRetry={retry} />
					</div>
				) : (
					<dl className="mt-2 grid gap-1 text-sm">
						<Line label="Balance">
							{amountText(
								funds?.balance_usd == null ? undefined : formatDollars(funds.balance_usd),
								funds?.balance_state,
							)}
						</Line>
						<Line label="Directly available">
							{amountText(funds?.stock ? formatAmount(funds.stock.direct) : undefined, funds?.stock_state)}
						</Line>
						<Line label="Network balance">
							{amountText(funds?.stock ? formatAmount(funds.stock.network) : undefined, funds?.stock_state)}
						</Line>
					</dl>
				)}
				{error && funds && (
					<p className="mt-2 text-sm text-danger">
						Couldn't refresh. Last updated <TimeAgo timeMs={funds.asked_at} />
					</p>
				)}
			</section>
			<p className="flex items-center gap-3 rounded-card bg-stub px-5 py-3.5 text-sm text-on-stub">
				<InfoIcon className="size-5 shrink-0" />
				{banner}
			</p>
		</div>
	);
}

function Line({ label, children }: { label: string; children: string }) {
	return (
		<div className="flex justify-between gap-3">
			<dt className="text-soft">{label}</dt>
			<dd className="font-semibold figures">{children}</dd>
		</div>
	);
}
