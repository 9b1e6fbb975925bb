import type { ComponentProps } from 'react';
import { ChevronDownIcon, controlLook } from '../basics.tsx';

export type Choices = readonly (readonly [value: string | number, text: string])[];

export function Select({
	className = '',
	children,
	choices = [],
	...rest
}: ComponentProps<'select'> & { choices?: Choices }) {
	return (
		<span className="relative block">
			<select className={`${controlLook} truncate pe-10 ${className}`} {...rest}>
				{children}
				{choices.map(([value, text]) => (
					<option key={value} value={value}>
						{text}
					</option>
				))}
			</select>
			<ChevronDownIcon className="pointer-events-none absolute inset-y-0 end-3.5 my-auto size-4 text-soft" />
		</span>
	);
}
