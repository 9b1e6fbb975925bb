import { Link } from 'react-router';
import type { CallResult } from '../../contract/calls.ts';
import { WIND_DOWN_AMOUNT_MIN } from '../../contract/limits.ts';
import { messageOf } from '../lib/calls/refusal.ts';
import { useAskedCall } from '../lib/calls/use-asked.ts';
import { formatAmount, formatWhole } from '../lib/format/amount.ts';
import { language } from '../lib/format/language.ts';
import { formatMoment } from '../lib/format/moment.ts';
import { m } from '../texts/messages.js';
import { buttonLook } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { RetryNotice } from '../ui/notices/retry-notice.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

type WindDown = CallResult<'getWindDown'>;

/** Whether the service ends, when, and what is owed, day by day. */
export default function WindDownPage() {
	const { answer, error, retry } = useAskedCall('getWindDown', null);
	const title = m.common_end_of_service();
	return (
		<div className="mx-auto max-w-2xl px-4 py-10 sm:px-6 sm:py-16">
			<PageTitle description={m.terms_wind_down_lead()}>{title}</PageTitle>
			<PageHeading lead={m.terms_wind_down_lead()}>{title}</PageHeading>
			{answer ? (
				<Announced answer={answer} />
			) : error !== undefined ? (
				<RetryNotice error={messageOf(error, m.terms_wind_down_failed())} onRetry={retry} />
			) : (
				<Skeleton className="h-40 w-full rounded-card" />
			)}
		</div>
	);
}

function Announced({ answer: { wind_down: windDown, owed } }: { answer: WindDown }) {
	if (!windDown) return <p>{m.terms_no_wind_down()}</p>;
	const time = formatMoment(windDown.ends_at, 'long');
	return (
		<>
			<Notice tone="info">{windDown.is_over ? m.terms_wound_down({ time }) : m.terms_winding_down({ time })}</Notice>
			<ul className="mt-5 grid list-disc gap-2 pl-5">
				<li>{m.terms_wind_down_earning()}</li>
				<li>{m.terms_wind_down_credited()}</li>
				<li>{m.terms_wind_down_least({ amount: formatWhole(WIND_DOWN_AMOUNT_MIN) })}</li>
				<li>{m.terms_wind_down_after()}</li>
			</ul>
			{!windDown.is_over && (
				<p className="mt-6">
					<Link to="/withdraw" className={buttonLook()}>
						{m.common_withdraw_currency()}
					</Link>
				</p>
			)}
			{owed.length > 0 && <Owed owed={owed} />}
		</>
	);
}

function Owed({ owed }: { owed: WindDown['owed'] }) {
	const day = (text: string) => new Date(text).toLocaleDateString(language, { dateStyle: 'medium', timeZone: 'UTC' });
	const cell = 'py-2 text-right whitespace-nowrap figures';
	return (
		<section aria-labelledby="owed" className="mt-10">
			<h2 id="owed" className="mb-1 text-lg font-bold tracking-tight">
				{m.terms_wind_down_owed()}
			</h2>
			<p className="mb-3 text-sm text-soft">{m.terms_wind_down_owed_lead()}</p>
			<table className="w-full text-sm">
				<thead>
					<tr className="border-b border-line text-left text-soft">
						<th className="py-2 font-semibold">{m.terms_wind_down_day()}</th>
						<th className="py-2 pl-3 text-right font-semibold">{m.terms_wind_down_balances()}</th>
						<th className="py-2 pl-3 text-right font-semibold">{m.terms_wind_down_on_its_way()}</th>
					</tr>
				</thead>
				<tbody>
					{owed.map((each) => (
						<tr key={each.day} className="border-b border-line">
							<td className="py-2">{day(each.day)}</td>
							<td className={cell}>{formatAmount(each.spendable + each.held_back)}</td>
							<td className={cell}>{formatAmount(each.on_its_way)}</td>
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
}
