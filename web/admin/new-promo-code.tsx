import { useCall } from '../lib/clients.tsx';
import { DeedButton } from './deed-dialog.tsx';
import { TextField } from './filter-fields.tsx';

const texts = {
	make: 'New promo code',
	action: 'Make the code',
	consequence: 'Whoever knows the code can redeem it from its start on. Each use is our money.',
	code: 'Code (letters, digits, dashes)',
	amount: 'R$ for each use',
	usesMax: 'Uses in all',
	perUser: 'Uses for each user',
	startsAt: 'From (empty: now)',
	endsAt: 'Until (empty: until it is used up)',
	made: (code: string) => `${code} is made.`,
};

/** The form of a new code. What cannot be is left to the server to refuse, in words. */
export function NewPromoCode() {
	const call = useCall();
	return (
		<DeedButton
			label={texts.make}
			action={texts.action}
			tone="primary"
			consequence={texts.consequence}
			run={async ({ reason, fields }) => {
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
				return texts.made(made.code);
			}}
		>
			<TextField label={texts.code} name="code" required maxLength={40} />
			<TextField label={texts.amount} name="amount" inputMode="decimal" required maxLength={10} />
			<TextField label={texts.usesMax} name="usesMax" inputMode="numeric" required maxLength={7} />
			<TextField label={texts.perUser} name="perUser" inputMode="numeric" required maxLength={3} defaultValue="1" />
			<TextField label={texts.startsAt} name="startsAt" type="datetime-local" />
			<TextField label={texts.endsAt} name="endsAt" type="datetime-local" />
		</DeedButton>
	);
}

/** A field's local time in ms; null where it is empty. */
function timeIn(text: string): number | null {
	return text === '' ? null : new Date(text).getTime();
}
