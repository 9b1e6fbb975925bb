import { useId } from 'react';
import { language } from '../../lib/format/language.ts';
import { m } from '../../texts/messages.js';
import { controlLook } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';

const monthFormat = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
const months = Array.from({ length: 12 }, (_, month) => monthFormat.format(Date.UTC(2000, month)));

/** Uses three fields, because a calendar would open at today. A month name avoids day-month confusion. */
export function BirthDateFields({ problem }: { problem: string | undefined }) {
	const problemId = useId();
	const monthId = useId();
	const part = { 'aria-invalid': problem ? true : undefined, 'aria-describedby': problemId, required: true };
	const digits = { ...part, inputMode: 'numeric', className: `${controlLook} figures` } as const;
	return (
		<fieldset name="birthDate">
			<legend className="mb-1.5 text-sm font-semibold">{m.identity_date_of_birth()}</legend>
			<div className="flex flex-wrap gap-2 text-sm text-soft">
				<label className="grid w-18 gap-1">
					{m.identity_day()}
					<input name="day" autoComplete="bday-day" maxLength={2} {...digits} />
				</label>
				<div className="grid min-w-34 flex-1 gap-1">
					<label htmlFor={monthId}>{m.identity_month()}</label>
					<Select
						id={monthId}
						name="month"
						autoComplete="bday-month"
						defaultValue=""
						choices={months.map((name, index) => [index + 1, name])}
						{...part}
					>
						<option value="" disabled hidden />
					</Select>
				</div>
				<label className="grid w-22 gap-1">
					{m.identity_year()}
					<input name="year" autoComplete="bday-year" maxLength={4} {...digits} />
				</label>
			</div>
			<div id={problemId} aria-live="polite" className="mt-1.5 min-h-5 text-sm text-danger">
				{problem}
			</div>
		</fieldset>
	);
}
