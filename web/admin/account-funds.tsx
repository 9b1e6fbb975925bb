import { useQuery } from '@tanstack/react-query';
import { defaultAdminBanner } from '../../contract/admin-banner.ts';
import { formatAmount } from '../lib/amount.ts';
import { useCall } from '../lib/clients.tsx';
import { InfoIcon } from '../ui/icons.tsx';

const texts = {
	title: 'At the payout vendor',
	direct: 'Directly available',
	network: 'In its network',
	unknown: 'Not known',
};

declare const __ADMIN_BANNER__: string | undefined;

/** Fixed when the web app is built. */
const banner = typeof __ADMIN_BANNER__ === 'undefined' ? defaultAdminBanner : __ADMIN_BANNER__;

const REFRESH_MS = 30_000;

/** The banner, whose text is fixed, and beside it what the vendor says it has now. */
export function AccountFunds() {
	const call = useCall();
	const { data, isError } = useQuery({
		queryKey: ['admin', 'stock'],
		queryFn: ({ signal }) => call('getStock', null, signal),
		refetchInterval: REFRESH_MS,
	});
	const tell = (amount: number | undefined) =>
		amount === undefined ? (isError ? texts.unknown : '…') : formatAmount(amount);
	return (
		<div className="mb-6 grid gap-4 lg:grid-cols-[2fr_1fr]">
			<p className="flex gap-3 rounded-card bg-stub p-5 text-on-stub">
				<InfoIcon className="mt-0.5 size-5" />
				{banner}
			</p>
			<section className="rounded-card border border-line bg-card p-5 raised">
				<h2 className="font-bold tracking-tight">{texts.title}</h2>
				<dl className="mt-2 grid gap-1 text-sm">
					<div className="flex justify-between gap-3">
						<dt className="text-soft">{texts.direct}</dt>
						<dd className="font-semibold figures">{tell(data?.direct)}</dd>
					</div>
					<div className="flex justify-between gap-3">
						<dt className="text-soft">{texts.network}</dt>
						<dd className="font-semibold figures">{tell(data?.network)}</dd>
					</div>
				</dl>
			</section>
		</div>
	);
}
