import { type ReactNode, useState } from 'react';
import type { CallPayload } from '../../../contract/calls.ts';
import { WALL_BOOST_PERCENT_MAX, WALL_RATE_MAX } from '../../../contract/limits.ts';
import type { AdminOfferwall } from '../../../contract/offerwalls/staff-offerwalls.ts';
import { words } from '../../lib/format/formats.ts';
import { ActionButton, NumberField, numberIn, TextField, textIn, timeIn } from '../ui/forms.tsx';
import { PastCost } from '../ui/past-cost.tsx';
import { ExactTime, formatAmount } from '../ui/values.tsx';
import { useAdminQuery } from '../use-admin-query.tsx';

const boostText = (percent: number) => (percent === 0 ? 'No boost' : `${percent}% boost`);

type Wall = Pick<AdminOfferwall, 'id' | 'rate' | 'rates' | 'boosts'>;
type RateQuery = CallPayload<'adminGetRateEffect'>;

export function WallRates({ wall }: { wall: Wall }) {
	const { rates, boosts } = wall;
	return (
		<div className="mt-4 grid gap-2 text-sm">
			<h3 className="font-semibold">Rates and boosts</h3>
			{rates.length + boosts.length > 0 && (
				<ul className="grid gap-1 text-soft">
					{rates.map(({ id, country, rate, from, until }) => (
						<Row key={`rate ${id}`} from={from} until={until}>
							{country ?? 'All other countries'}: {rate === null ? 'Default rate' : `${formatAmount(rate)} per $1`}
						</Row>
					))}
					{boosts.map(({ id, percent, from, until }) => (
						<Row key={`boost ${id}`} from={from} until={until}>
							{boostText(percent)}
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
			{children}, from <ExactTime timeMs={from} />
			{until !== null && [' until ', <ExactTime key="until" timeMs={until} />]}
		</li>
	);
}

function SetRate({ wall: { id, rate } }: { wall: Wall }) {
	if (rate === null) return null;
	return (
		<ActionButton
			needs="change-offerwalls"
			label="Set rate"
			consequence="Applies to clicks from the start time on. Earlier clicks keep their rate. A higher rate needs approval by a second admin."
			done="Rate set."
			run={({ reason, fields, call }) => {
				const country = textIn(fields, 'country').toUpperCase() || null;
				const from = timeIn(fields, 'from') ?? Date.now();
				return call('adminSetRate', { wall_id: id, country, rate: numberIn(fields, 'rate'), from, reason });
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
					label={`${words.currencySign} per $1 (empty: default)`}
					name="rate"
					min={0.01}
					max={WALL_RATE_MAX}
					step={0.01}
					value={rate}
					onChange={({ currentTarget }) => setRate(currentTarget.value)}
				/>
				<TextField
					label="Country code (empty: all others)"
					name="country"
					maxLength={2}
					pattern="[A-Za-z]{2}"
					value={country}
					onChange={({ currentTarget }) => setCountry(currentTarget.value)}
				/>
				<TextField label="Start (empty: now)" name="from" type="datetime-local" />
			</div>
			{isRate && (isCountry || country === '') && (
				<EffectOf query={{ wall_id: id, rate: value, country: isCountry ? country.toUpperCase() : null }} />
			)}
		</>
	);
}

function SetBoost({ wall: { id } }: { wall: Wall }) {
	return (
		<ActionButton
			needs="change-offerwalls"
			label="Set boost"
			consequence="We add this to every credit of this offerwall. Users see the boost and when it ends. Needs approval by a second admin. 0 ends the current boost."
			done="Boost set."
			run={({ reason, fields, call }) => {
				const times = { from: timeIn(fields, 'from') ?? Date.now(), until: timeIn(fields, 'until') ?? 0 };
				return call('adminSetBoost', { wall_id: id, percent: Number(fields.get('percent')), ...times, reason });
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
					label="Percent"
					name="percent"
					min={0}
					max={WALL_BOOST_PERCENT_MAX}
					required
					value={percent}
					onChange={({ currentTarget }) => setPercent(currentTarget.value)}
				/>
				<TextField label="Start (empty: now)" name="from" type="datetime-local" />
				<TextField label="End" name="until" type="datetime-local" required />
			</div>
			{isPercent && <EffectOf query={{ wall_id: id, percent: Number(percent) }} />}
		</>
	);
}

function EffectOf({ query }: { query: RateQuery }) {
	const effect = useAdminQuery('adminGetRateEffect', query, { failed: "Couldn't calculate the cost." });
	const note = query.country && 'Counts only offers that users in this country opened on our pages.';
	return <PastCost query={effect} note={note} />;
}
