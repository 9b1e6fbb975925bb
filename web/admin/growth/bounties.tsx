import { useState } from 'react';
import { BOUNTY_DAYS, type BountyTerms } from '../../../contract/growth.ts';
import { words } from '../../lib/format/formats.ts';
import { FactCard } from '../ui/fact-list.tsx';
import { ActionButton, AdminButton, NumberField, TextField } from '../ui/forms.tsx';
import { PastCost } from '../ui/past-cost.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';

const sign = words.currencySign;
const AMOUNT_MAX = 10_000;
const amount = { max: AMOUNT_MAX, step: 0.01 };
const percent = { max: 100, step: 1 };

type NumberName = Exclude<keyof BountyTerms, 'countries'>;
const numbers: Record<NumberName, { label: string; max: number; step: number; at: number; min?: number }> = {
	first: { label: `${sign} for the first payout`, at: 0, ...amount },
	second: { label: `${sign} for the second bounty`, at: 0, ...amount },
	paid: { label: `${sign} paid in ${BOUNTY_DAYS} days for the second bounty`, at: 100, min: 0.01, ...amount },
	boost_percent: { label: 'Boost for the invited user in %', at: 0, ...percent },
	boost_max: { label: `Highest boost in ${sign}`, at: 0, ...amount },
	month_max: { label: `Highest sum per inviter and month in ${sign}`, at: 0, ...amount },
	hold_days: { label: 'Days on hold', at: 7, max: 365, step: 1 },
	margin_floor: { label: 'Lowest margin in %', at: 0, ...percent },
};
const names = Object.keys(numbers) as NumberName[];

export function Bounties() {
	const { data, error, retry } = useAdminQuery('adminGetBountyEffect', null, { failed: "Couldn't load the bounties." });
	if (error && !data) return <RetryNotice error={error} onRetry={retry} />;
	return (
		<div className="min-h-96 max-w-2xl" aria-busy={!data}>
			{data && (
				<FactCard title="Bounties for invitations" facts={data.terms ? factsOf(data.terms) : []}>
					{!data.terms && <p className="text-sm text-soft">No bounties are paid.</p>}
					<div className="mt-5">
						<SetBounties now={data.terms} />
					</div>
				</FactCard>
			)}
		</div>
	);
}

function factsOf(terms: BountyTerms) {
	const facts = names.map((name) => ({ label: numbers[name].label, value: terms[name] }));
	return [...facts, { label: 'Countries', value: terms.countries?.join(', ') ?? 'All' }];
}

function SetBounties({ now }: { now: BountyTerms | null }) {
	return (
		<ActionButton
			needs="change-promotions"
			label="Set bounties"
			tone="primary"
			consequence="Applies to users who join from now on. Bounties that pay need approval by a second admin. Without amounts, no bounties are paid."
			done="Bounties set."
			run={({ reason, fields, call }) => call('adminSetBountyTerms', { terms: termsIn(fields), reason })}
		>
			<BountyFields now={now} />
		</ActionButton>
	);
}

export function BountyFields({ now }: { now: BountyTerms | null }) {
	const [wanted, setWanted] = useState<BountyTerms>();
	return (
		<>
			<div className="grid items-end gap-4 sm:grid-cols-2">
				{names.map((name) => {
					const { label, at, min = 0, ...range } = numbers[name];
					const value = now?.[name] ?? at;
					return <NumberField key={name} {...{ label, name, min, ...range }} required defaultValue={value} />;
				})}
				<TextField
					label="Country codes (empty: all)"
					name="countries"
					pattern="[A-Za-z]{2}([\s,]+[A-Za-z]{2})*"
					defaultValue={now?.countries?.join(', ')}
				/>
			</div>
			<div>
				<AdminButton onClick={({ currentTarget: { form } }) => form && setWanted(termsIn(new FormData(form)))}>
					Estimate the cost
				</AdminButton>
			</div>
			{wanted && <EffectOf terms={wanted} />}
		</>
	);
}

function EffectOf({ terms }: { terms: BountyTerms }) {
	const failed = "Couldn't estimate the cost.";
	const { data, ...query } = useAdminQuery('adminGetBountyEffect', { terms }, { failed });
	const effect = data && { ...data, margin_floor: terms.margin_floor / 100 };
	return <PastCost query={{ ...query, data: effect }} note="If all users had been invited." />;
}

export function termsIn(fields: FormData): BountyTerms {
	const countries = String(fields.get('countries'))
		.toUpperCase()
		.match(/[A-Z]{2}/g);
	const values = names.map((name) => [name, Number(fields.get(name))]);
	return { ...(Object.fromEntries(values) as Record<NumberName, number>), countries };
}
