import type { CallResult } from '../../contract/calls.ts';
import { messageOf } from '../lib/calls/refusal.ts';
import { useCallQuery } from '../lib/calls/use-call-query.ts';
import { formatAmount } from '../lib/format/formats.ts';
import { m } from '../texts/messages.js';
import { Button, Field, Notice, Page } from '../ui/basics.tsx';
import { CopyButton } from '../ui/copy-button.tsx';

type Invite = CallResult<'getInvite'>;

export default function InvitePage() {
	const { data, error } = useCallQuery('getInvite', null);
	return (
		<Page
			title={m.growth_invite()}
			lead={data && !data.terms ? m.growth_off() : m.growth_invite_lead()}
			className="max-w-3xl"
		>
			{error && !data && <Notice tone="error">{messageOf(error, m.growth_failed_to_load())}</Notice>}
			<div className="grid min-h-96 content-start gap-8">{data && <Invitation invite={data} />}</div>
		</Page>
	);
}

function Invitation({ invite: { url, invited, earned, pending, terms } }: { invite: Invite }) {
	const figures = [
		[m.growth_joined(), invited.joined, String],
		[m.growth_first_paid(), invited.first_paid, String],
		[m.growth_second_paid(), invited.second_paid, String],
		[m.growth_earned(), earned, formatAmount],
		[m.growth_pending(), pending, formatAmount],
	] as const;
	// Rewards can be turned off after people earned some.
	const shown = figures.filter(([, value], n) => terms || n === 0 || value > 0);
	return (
		<>
			<section className="grid">
				<Field label={m.growth_link()} value={url} readOnly onFocus={({ target }) => target.select()} />
				<div className="-mt-5 flex flex-wrap items-center gap-x-4">
					<CopyButton text={url} label={m.common_copy()} />
					{'share' in navigator && (
						<Button look="quiet" onClick={() => void navigator.share({ url }).catch(() => {})}>
							{m.growth_share()}
						</Button>
					)}
				</div>
			</section>
			<dl className="grid grid-cols-2 gap-4 sm:grid-cols-5">
				{shown.map(([name, value, inWords]) => (
					<div key={name} className="flex flex-col-reverse justify-end rounded-control bg-sunken p-4">
						<dt className="text-sm text-soft">{name}</dt>
						<dd className="text-xl font-bold tabular-nums">{inWords(value)}</dd>
					</div>
				))}
			</dl>
			{terms && (
				<section className="max-w-prose">
					<h2 className="mb-2 text-lg font-bold tracking-tight">{m.growth_when()}</h2>
					<Steps terms={terms} />
				</section>
			)}
		</>
	);
}

function Steps({ terms }: { terms: NonNullable<Invite['terms']> }) {
	const [first, second, paid] = [terms.first, terms.second, terms.paid].map(formatAmount) as [string, string, string];
	const steps = [
		terms.first > 0 && m.growth_step_first({ first }),
		terms.second > 0 && m.growth_step_second({ second, paid, days: terms.days }),
		terms.boost_percent > 0 &&
			m.growth_step_boost({ percent: terms.boost_percent, amount: formatAmount(terms.boost_max) }),
		m.growth_step_held({ days: terms.hold_days }),
		m.growth_step_reversed(),
		m.growth_step_never(),
		m.growth_step_month({ amount: formatAmount(terms.month_max) }),
		terms.countries && m.growth_step_countries({ countries: terms.countries.join(', ') }),
	].filter((step) => step);
	return (
		<ol className="grid list-decimal gap-2 ps-5">
			{steps.map((step) => (
				<li key={String(step)}>{step}</li>
			))}
		</ol>
	);
}
