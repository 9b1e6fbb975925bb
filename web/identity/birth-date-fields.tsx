import { useId } from 'react';
import { controlLook } from '../ui/field.tsx';

const months = [
	'January',
	'February',
	'March',
	'April',
	'May',
	'June',
	'July',
	'August',
	'September',
	'October',
	'November',
	'December',
];

/**
 * A date of birth in three parts. A calendar would open at today and want to be turned back for years; whether day or month
 * comes first is a question that a month's name answers.
 */
export function BirthDateFields({ problem }: { problem: string | undefined }) {
	const id = useId();
	const problemId = `${id}-problem`;
	const part = { 'aria-invalid': problem ? true : undefined, 'aria-describedby': problemId, required: true };
	const digits = { ...part, inputMode: 'numeric', className: `${controlLook} figures` } as const;
	return (
		<fieldset name="birthDate">
			<legend className="mb-1.5 text-sm font-semibold">Date of birth</legend>
			<div className="grid grid-cols-[4.5rem_minmax(0,1fr)_5.5rem] gap-2">
				<label htmlFor={`${id}-day`} className="text-sm text-soft">
					Day
				</label>
				<label htmlFor={`${id}-month`} className="text-sm text-soft">
					Month
				</label>
				<label htmlFor={`${id}-year`} className="text-sm text-soft">
					Year
				</label>
				<input id={`${id}-day`} name="day" autoComplete="bday-day" maxLength={2} {...digits} />
				<select
					id={`${id}-month`}
					name="month"
					autoComplete="bday-month"
					defaultValue=""
					{...part}
					className={`${controlLook} pr-2`}
				>
					<option value="" disabled hidden />
					{months.map((name, index) => (
						<option key={name} value={index + 1}>
							{name}
						</option>
					))}
				</select>
				<input id={`${id}-year`} name="year" autoComplete="bday-year" maxLength={4} {...digits} />
			</div>
			<div id={problemId} aria-live="polite" className="mt-1.5 min-h-5 text-sm text-danger">
				{problem}
			</div>
		</fieldset>
	);
}
