import { useId } from 'react';
import { type ReasonCode, reasonCodes } from '../../../contract/admin/reasons.ts';
import { SelectField, textIn } from './forms.tsx';

export const reasonKinds: Readonly<Record<ReasonCode, string>> = {
	'asked-for': "User's request",
	'several-accounts': 'Multiple accounts',
	'false-offers': 'Fake completions',
	chargebacks: 'Chargebacks',
	'stolen-account': 'Stolen account',
	terms: 'Terms violation',
	'partner-error': 'Partner error',
	'vendor-error': 'Vendor error',
	'our-error': 'Our error',
	goodwill: 'Goodwill',
	checked: 'Investigated',
	cleared: 'Cleared',
	operation: 'Operations',
	other: 'Other',
};

const OTHER = 'other' satisfies ReasonCode;
const BETWEEN = ': ';
/** Length of the longest kind with its separator; both count towards the reason limit. */
export const KIND_LENGTH_MAX = Math.max(...reasonCodes.map((code) => code.length)) + BETWEEN.length;

export function reasonIn(fields: FormData): string {
	const note = textIn(fields, 'reason');
	const kind = String(fields.get('reason-kind') ?? OTHER);
	return kind === OTHER ? note : [kind, note].filter(Boolean).join(BETWEEN);
}

export function KindOfReason() {
	const hintId = useId();
	return (
		<div className="mt-4">
			<SelectField
				label="Reason type"
				name="reason-kind"
				defaultValue={OTHER}
				aria-describedby={hintId}
				options={reasonCodes.map((code) => [code, reasonKinds[code]])}
			/>
			<p id={hintId} className="mt-1.5 text-sm text-soft">
				The type is kept permanently. Your note is deleted with the account.
			</p>
		</div>
	);
}
