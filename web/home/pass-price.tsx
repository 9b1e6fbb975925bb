import { useId, useState } from 'react';
import { WITHDRAW_AMOUNT_MAX, WITHDRAW_AMOUNT_MIN } from '../../contract/limits.ts';
import { asRobuxCents, requiredPassPrice } from '../../contract/money.ts';
import { formatWhole } from '../lib/format/amount.ts';
import { m } from '../texts/messages.js';

const STEP = 5;
const AMOUNT_AT_FIRST = 100;

export function PassPrice() {
	const id = useId();
	const [amount, setAmount] = useState(AMOUNT_AT_FIRST);
	const price = requiredPassPrice(asRobuxCents(amount * 100));
	return (
		<div className="paper-shadow">
			<div className="ticket-stub rounded-t-card bg-stub p-6 pb-8 text-on-stub">
				<label htmlFor={id} className="text-sm text-on-stub-soft">
					{m.home_you_want_to_be_paid()}
				</label>
				<p className="mt-1 text-4xl font-extrabold tracking-tight figures">{formatWhole(amount)}</p>
			</div>
			<div className="ticket-body rounded-b-card bg-card p-6 pt-0">
				<div className="perforation -mx-2 mb-6 h-1" />
				<input
					id={id}
					type="range"
					min={WITHDRAW_AMOUNT_MIN}
					max={WITHDRAW_AMOUNT_MAX}
					step={STEP}
					value={amount}
					aria-valuetext={formatWhole(amount)}
					onChange={(event) => setAmount(Number(event.currentTarget.value))}
					className="min-h-11 w-full cursor-pointer"
				/>
				<p className="mt-3 flex items-baseline justify-between gap-4">
					<span className="text-soft">{m.home_price_your_pass_at()}</span>
					<output htmlFor={id} className="text-2xl font-extrabold tracking-tight whitespace-nowrap figures">
						{formatWhole(price)}
					</output>
				</p>
				<p className="mt-2 text-sm text-soft">{m.home_platform_keeps_30_of_every()}</p>
			</div>
		</div>
	);
}
