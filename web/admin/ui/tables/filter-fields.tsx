import { type ComponentProps, type ReactNode, useId } from 'react';
import { controlLook } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';

type Labelled = { label: string; className?: string };
type SelectFieldProps = Omit<ComponentProps<'select'>, 'children'> &
	Labelled & { options: readonly (readonly [value: string | number, text: string])[] };

/** @param options each value with what people read. */
export function SelectField({ label, className = '', options, ...rest }: SelectFieldProps) {
	return (
		<Around label={label} className={className}>
			{(id) => (
				<Select id={id} {...rest}>
					{options.map(([value, text]) => (
						<option key={value} value={value}>
							{text}
						</option>
					))}
				</Select>
			)}
		</Around>
	);
}

export function TextField({ label, className = '', ...rest }: ComponentProps<'input'> & Labelled) {
	return (
		<Around label={label} className={className}>
			{(id) => <input id={id} type="text" autoComplete="off" className={controlLook} {...rest} />}
		</Around>
	);
}

/** A labelled {@link NumberInput}. */
export function NumberField({ label, className = '', ...rest }: ComponentProps<'input'> & Labelled) {
	return (
		<Around label={label} className={className}>
			{(id) => <NumberInput id={id} {...rest} />}
		</Around>
	);
}

/** A number for a form; the browser says in words what cannot be. Without `step` whole numbers only. */
export function NumberInput(props: ComponentProps<'input'>) {
	return (
		<input
			type="number"
			autoComplete="off"
			className={controlLook}
			// Scrolling past must not change an amount.
			onWheel={({ currentTarget }) => currentTarget.blur()}
			{...props}
		/>
	);
}

/** The number in a field, null for none. What is no number is left to the server to refuse. */
export function numberIn(fields: FormData, name: string): number | null {
	const text = String(fields.get(name)).trim();
	return text === '' ? null : Number(text);
}

function Around({ label, className, children }: Required<Labelled> & { children: (id: string) => ReactNode }) {
	const id = useId();
	return (
		<div className={`max-sm:w-full ${className}`}>
			<label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
				{label}
			</label>
			{children(id)}
		</div>
	);
}
