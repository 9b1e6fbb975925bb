import { type ComponentProps, type ReactNode, useId } from 'react';
import { controlLook } from '../../../ui/fields/field.tsx';
import { type Choices, Select } from '../../../ui/fields/select.tsx';

type Labelled = { label: string; className?: string };
type SelectFieldProps = Omit<ComponentProps<'select'>, 'children'> & Labelled & { options: Choices };

export function SelectField({ label, className = '', options, ...rest }: SelectFieldProps) {
	return (
		<Around label={label} className={className}>
			{(id) => <Select id={id} choices={options} {...rest} />}
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

export function NumberField({ label, className = '', ...rest }: ComponentProps<'input'> & Labelled) {
	return (
		<Around label={label} className={className}>
			{(id) => <NumberInput id={id} {...rest} />}
		</Around>
	);
}

/** Without `step` only whole numbers are valid. */
export function NumberInput(props: ComponentProps<'input'>) {
	return (
		<input
			type="number"
			autoComplete="off"
			className={controlLook}
			// Scrolling must not change a focused amount.
			onWheel={({ currentTarget }) => currentTarget.blur()}
			{...props}
		/>
	);
}

/** Returns null for an empty field. NaN is left to the server to refuse. */
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
