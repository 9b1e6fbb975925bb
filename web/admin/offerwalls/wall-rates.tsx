import { type ReactNode, useState } from 'react';
import type { CallPayload, CallResult } from '../../../contract/calls.ts';
import { WALL_BOOST_PERCENT_MAX, WALL_RATE_MAX } from '../../../contract/limits.ts';
import type { AdminOfferwall } from '../../../contract/offerwalls/staff-offerwalls.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { words } from '../../lib/format/branding.ts';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { unlessProposed } from '../ui/actions/second-person.ts';
import { formatAmount } from '../ui/amount.ts';
import { formatDollars } from '../ui/dollars.ts';
import { ExactTime } from '../ui/exact-time.tsx';
import { RetryNotice } from '../ui/retry-notice.tsx';
import { NumberField, numberIn, TextField } from '../ui/tables/filter-fields.tsx';
import { useAdminQuery } from '../use-admin-query.ts';

const texts = {
	title: 'Rates and boosts',
	everywhere: 'All other countries',
	perDollar: (rate: number) => `${formatAmount(rate)} per $1`,
	without: 'Default rate',
	boost: (percent: number) => (percent === 0 ? 'No boost' : `${percent}% boost`),
	from: 'from',
	until: 'until',
	setRate: 'Set rate',
	rateConsequence:
		'Applies to clicks from the start time on. Earlier clicks keep their rate. A higher rate needs approval by a second admin.',
	rate: `${words.currencySign} per $1 (empty: default)`,
	country: 'Country code (empty: all others)',
	begins: 'Start (empty: now)',
	rateSet: 'Rate set.',
	setBoost: 'Set boost',
	boostConsequence:
		'We add this to every credit of this offerwall. Users see the boost and when it ends. Needs approval by a second admin. 0 ends the current boost.',
	percent: 'Percent',
	ends: 'End',
	boostSet: 'Boost set.',
	effect: 'Estimated past cost',
	failed: "Couldn't calculate the cost.",
	lastDays: (days: number) => `Last ${days} days`,
	ofCountry: 'Counts only offers that users in this country opened on our pages.',
	margin: 'Margin',
	marginUnknown: 'Unknown. Set PAYOUT_USD_PER_THOUSAND, or wait for the first credits.',
	percentOf: (share: number, floor: number) => `${(share * 100).toFixed(1)}% (minimum ${(floor * 100).toFixed(0)}%)`,
};

type Wall = Pick<AdminOfferwall, 'id' | 'rate' | 'rates' | 'boosts'>;
type Effect = CallResult<'adminGetRateEffect'>;
type RateQuery = CallPayload<'adminGetRateEffect'>;

export function WallRates({ wall }: { wall: Wall }) {
	const { rates, boosts } = wall;
	return (
		<div className="mt-4 grid gap-2 text-sm">
			<h3 className="font-semibold">{texts.title}</h3>
			{rates.length + boosts.length > 0 && (
				<ul className="grid gap-1 text-soft">
					{rates.map(({ id, country, rate, from, until }) => (
						<Row key={`rate ${id}`} from={from} until={until}>
							{country ?? texts.everywhere}: {rate === null ? texts.without : texts.perDollar(rate)}
						</Row>
					))}
					{boosts.map(({ id, percent, from, until }) => (
						<Row key={`boost ${id}`} from={from} until={until}>
							{texts.boost(percent)}
						</Row>
					))}
				</ul>
			)}
			<div className="flex flex-wrap gap-2">
				<SetRate wall={wall} />
				<SetBoost wall={wall} />
			</div>
		</div>
	);
}

function Row({ from, until, children }: { from: number; until: number | null; children: ReactNode }) {
	return (
		<li>
			{children}, {texts.from} <ExactTime timeMs={from} />
			{until !== null && (
				<>
					{' '}
					{texts.until} <ExactTime timeMs={until} />
				</>
			)}
		</li>
	);
}

function SetRate({ wall: { id, rate } }: { wall: Wall }) {
	const call = useCall();
	if (rate === null) return null;
	return (
		<ActionButton
			needs="change-offerwalls"
			label={texts.setRate}
			consequence={texts.rateConsequence}
			run={async ({ reason, fields }) => {
				const country = String(fields.get('country')).trim().toUpperCase() || null;
				const query = {
					wall_id: id,
					country,
					rate: numberIn(fields, 'rate'),
					from: timeIn(fields, 'from') ?? Date.now(),
				};
				return unlessProposed(await call('adminSetRate', { ...query, reason }), () => texts.rateSet);
			}}
		>
			<RateFields id={id} now={rate} />
		</ActionButton>
	);
}

function RateFields({ id, now }: { id: string; now: number }) {
	const [rate, setRate] = useState(String(now));
	const [country, setCountry] = useState('');
	const value = Number(rate);
	const isRate = value > 0 && value <= WALL_RATE_MAX && /^\d+(\.\d{1,2})?$/.test(rate);
	const isCountry = /^[A-Za-z]{2}$/.test(country);
	return (
		<>
			<div className="grid items-end gap-4 sm:grid-cols-2">
				<NumberField
					label={texts.rate}
					name="rate"
					min={0.01}
					max={WALL_RATE_MAX}
					step={0.01}
					value={rate}
					onChange={({ currentTarget }) => setRate(currentTarget.value)}
				/>
				<TextField
					label={texts.country}
					name="country"
					maxLength={2}
					pattern="[A-Za-z]{2}"
					value={country}
					onChange={({ currentTarget }) => setCountry(currentTarget.value)}
				/>
				<TextField label={texts.begins} name="from" type="datetime-local" />
			</div>
			{isRate && (isCountry || country === '') && (
				<EffectOf query={{ wall_id: id, rate: value, country: isCountry ? country.toUpperCase() : null }} />
			)}
		</>
	);
}

function SetBoost({ wall: { id } }: { wall: Wall }) {
	const call = useCall();
	return (
		<ActionButton
			needs="change-offerwalls"
			label={texts.setBoost}
			consequence={texts.boostConsequence}
			run={async ({ reason, fields }) => {
				const times = { from: timeIn(fields, 'from') ?? Date.now(), until: timeIn(fields, 'until') ?? 0 };
				const payload = { wall_id: id, percent: Number(fields.get('percent')), ...times, reason };
				return unlessProposed(await call('adminSetBoost', payload), () => texts.boostSet);
			}}
		>
			<BoostFields id={id} />
		</ActionButton>
	);
}

function BoostFields({ id }: { id: string }) {
	const [percent, setPercent] = useState('10');
	const isPercent = /^\d{1,3}$/.test(percent) && Number(percent) <= WALL_BOOST_PERCENT_MAX;
	return (
		<>
			<div className="grid items-end gap-4 sm:grid-cols-2">
				<NumberField
					label={texts.percent}
					name="percent"
					min={0}
					max={WALL_BOOST_PERCENT_MAX}
					required
					value={percent}
					onChange={({ currentTarget }) => setPercent(currentTarget.value)}
				/>
				<TextField label={texts.begins} name="from" type="datetime-local" />
				<TextField label={texts.ends} name="until" type="datetime-local" required />
			</div>
			{isPercent && <EffectOf query={{ wall_id: id, percent: Number(percent) }} />}
		</>
	);
}

const rowLook = 'flex flex-wrap justify-between gap-x-4';

function EffectOf({ query }: { query: RateQuery }) {
	const { data, error, retry } = useAdminQuery('adminGetRateEffect', query, texts);
	if (error) return <RetryNotice error={error} onRetry={retry} />;
	return (
		<section aria-live="polite" aria-label={texts.effect} className="rounded-card bg-sunken p-4 text-sm">
			<h3 className="font-semibold">{texts.effect}</h3>
			{query.country && <p className="text-soft">{texts.ofCountry}</p>}
			{data && (
				<dl className="mt-1 grid gap-1">
					{data.periods.map((period) => (
						<div key={period.days} className={rowLook}>
							<dt className="text-soft">{texts.lastDays(period.days)}</dt>
							<dd>{costInWords(period)}</dd>
						</div>
					))}
					<div className={rowLook}>
						<dt className="text-soft">{texts.margin}</dt>
						<dd>{data.margin === null ? texts.marginUnknown : texts.percentOf(data.margin, data.margin_floor)}</dd>
					</div>
				</dl>
			)}
		</section>
	);
}

function costInWords({ extra, extra_usd }: Effect['periods'][number]): string {
	return extra_usd === null ? formatAmount(extra) : `${formatAmount(extra)} (${formatDollars(extra_usd)})`;
}

function timeIn(fields: FormData, name: string): number | undefined {
	const text = String(fields.get(name));
	return text === '' ? undefined : new Date(text).getTime();
}
