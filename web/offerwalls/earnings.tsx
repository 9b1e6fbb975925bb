import { useUserDocument } from '../lib/calls/clients.tsx';
import { formatAmount } from '../lib/format/amount.ts';
import { language } from '../lib/format/language.ts';
import { withParts } from '../lib/format/with-parts.tsx';
import { m } from '../texts/messages.js';
import { ButtonLink, linkTo } from '../ui/text-link.tsx';
import { isImported } from './offer-columns.tsx';
import { type PendingRewards, usePendingRewards } from './use-pending-rewards.ts';

export function Earnings() {
	const user = useUserDocument();
	const pending = usePendingRewards();
	return (
		<section aria-labelledby="balance" className="paper-shadow">
			<div className="ticket-stub rounded-t-card bg-stub p-5 pb-7 text-on-stub">
				<h2 id="balance" className="text-sm text-on-stub-soft">
					{m.common_balance()}
				</h2>
				<p className="mt-1 text-3xl font-extrabold tracking-tight figures">
					{user.kind === 'ready' ? (
						formatAmount(user.document.robux)
					) : user.kind === 'failed' ? (
						'–'
					) : (
						<span
							aria-hidden="true"
							className="shimmer inline-block h-4 w-28 rounded-md bg-on-stub-soft align-middle opacity-40"
						/>
					)}
				</p>
			</div>
			<div className="ticket-body rounded-b-card bg-card p-5 pt-0">
				<div className="perforation -mx-1 mb-4 h-1" />
				{user.kind === 'ready' && user.document.robux < 0 && <BelowZero />}
				{pending && pending.count > 0 && <HeldCredits pending={pending} />}
				<ButtonLink to="/withdraw" look="quiet" className="w-full">
					{m.common_withdraw_currency()}
				</ButtonLink>
			</div>
		</section>
	);
}

function BelowZero() {
	return <p className="mb-5 text-sm">{withParts(m.earn_below_zero(), { link: linkTo('/offer-history') })}</p>;
}

function HeldCredits({ pending: { total, items } }: { pending: PendingRewards }) {
	return (
		<div className="mb-5">
			<h3 className="flex items-baseline justify-between gap-4 font-semibold">
				{m.earn_on_hold()}
				<span className="figures">{formatAmount(total)}</span>
			</h3>
			<ul className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3 text-sm">
				{items.map((item) => (
					<li key={item.id}>
						<p className="flex justify-between gap-4">
							<span className="truncate">
								{isImported(item) ? m.earn_brought_over() : (item.name ?? item.earning_source ?? '-')}
							</span>
							<span className="whitespace-nowrap figures">{formatAmount(item.amount)}</span>
						</p>
						{!isImported(item) && <p className="text-soft">{releaseText(item.pending_until)}</p>}
					</li>
				))}
			</ul>
		</div>
	);
}

function releaseText(untilMs: number | null): string {
	if (untilMs === null) return m.earn_until_approved();
	const time = new Date(untilMs).toLocaleString(language, {
		month: 'short',
		day: 'numeric',
		hour: 'numeric',
		minute: '2-digit',
	});
	return m.earn_yours_on({ time });
}
