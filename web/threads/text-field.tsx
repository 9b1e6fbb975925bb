import { useId } from 'react';
import { THREAD_TEXT_LENGTH_MAX } from '../../contract/limits.ts';
import { controlLook } from '../ui/field.tsx';

type TextFieldProps = { label: string; hint: string; text: string; onChange: (text: string) => void };

export function TextField({ label, hint, text, onChange }: TextFieldProps) {
	const id = useId();
	return (
		<div className="grid gap-1.5">
			<label htmlFor={id} className="text-sm font-semibold">
				{label}
			</label>
			<textarea
				id={id}
				rows={6}
				required
				maxLength={THREAD_TEXT_LENGTH_MAX}
				aria-describedby={`${id}-hint`}
				className={`${controlLook} py-3`}
				value={text}
				onChange={({ target }) => onChange(target.value)}
			/>
			<p id={`${id}-hint`} className="text-sm text-soft">
				{hint}
			</p>
		</div>
	);
}
