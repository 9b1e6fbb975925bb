import {
	PROMO_AMOUNT_MAX,
	PROMO_CODE_LENGTH_MAX,
	PROMO_PER_USER_MAX,
	PROMO_USES_MAX,
} from '../../../contract/limits.ts';
import { words } from '../../lib/format/branding.ts';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { unlessProposed } from '../ui/actions/second-person.ts';
import { NumberField, TextField } from '../ui/tables/filter-fields.tsx';

export function NewPromoCode() {
	return (
		<ActionButton
			needs="change-promotions"
			label="Create promo code"
			action="Create code"
			tone="primary"
			consequence="Anyone with the code can redeem it from the start time on. We pay for each use."
			run={async ({ reason, fields, call }) => {
				const text = (name: string) => String(fields.get(name)).trim();
				const made = await call('adminCreatePromoCode', {
					code: text('code'),
					amount: Number(text('amount')),
					usesMax: Number(text('usesMax')),
					perUser: Number(text('perUser')),
					startsAt: timeIn(text('startsAt')),
					endsAt: timeIn(text('endsAt')),
					reason,
				});
				return unlessProposed(made, ({ code }) => `${code} created.`);
			}}
		>
			<TextField
				label="Code (letters, digits, dashes)"
				name="code"
				required
				pattern="[A-Za-z0-9\-]+"
				maxLength={PROMO_CODE_LENGTH_MAX}
			/>
			<div className="grid items-end gap-4 sm:grid-cols-2">
				<NumberField
					label={`${words.currencySign} per use`}
					name="amount"
					min={0.01}
					max={PROMO_AMOUNT_MAX}
					step={0.01}
					required
				/>
				<NumberField label="Total uses" name="usesMax" min={1} max={PROMO_USES_MAX} required />
				<NumberField label="Uses per user" name="perUser" min={1} max={PROMO_PER_USER_MAX} required defaultValue={1} />
				<TextField label="Start (empty: now)" name="startsAt" type="datetime-local" />
				<TextField label="End (empty: when used up)" name="endsAt" type="datetime-local" />
			</div>
		</ActionButton>
	);
}

function timeIn(text: string): number | null {
	return text === '' ? null : new Date(text).getTime();
}
